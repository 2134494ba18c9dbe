import { readFileSync } from 'node:fs';

const FOLDER = new URL('../../../fixtures/dash-core-23.1.2/', import.meta.url);

/** A block that Dash Core 23.1.2 mined. */
export interface RecordedBlock {
  readonly height: number;
  readonly hash: string;
  readonly hex: string;
}

/** The records of a file of one JSON value a line. */
export function recordedLines<T>(file: string): T[] {
  const text = readFileSync(new URL(file, FOLDER), 'utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

/** The whole recorded chain, heights 0 to 646. */
export function recordedBlocks(): RecordedBlock[] {
  return recordedLines<RecordedBlock>('blocks.jsonl');
}
