import { existsSync, readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { NETWORKS, type MasternodeListDiff } from '@dapikit/chain/browser';
import type { RecordedData } from '../src/recorded/recorded-data.js';

const FOLDER = new URL('../../../fixtures/light-client/', import.meta.url);

/** A line of recorded diffs. */
export interface RecordedLine {
  height: number;
  diff: MasternodeListDiff;
}

/** Recorded data with their types, which tests change. */
export type OwnData = RecordedData & {
  lists: RecordedLine[];
  chainLocks: Record<string, unknown>[];
  hops: Record<string, unknown>[];
  expected: Record<string, unknown>[];
};

const HEADERS = { mainnet: [], testnet: [942_249] } as const;
const FOLDERS = { mainnet: 'mainnet-2450008', testnet: 'testnet-947224' } as const;

/** Returns new objects with the recorded data of a network. */
export function recordedFolder(name: 'mainnet' | 'testnet'): OwnData {
  const file = (path: string) => readFileSync(new URL(`${FOLDERS[name]}/${path}`, FOLDER));
  const json = (path: string) => JSON.parse(file(path).toString());
  return {
    network: NETWORKS[name],
    lists: gunzipSync(file('diffs.jsonl.gz'))
      .toString()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    chainLocks: json('chain-locks.json'),
    hops: json('hops.json'),
    expected: json('expected.json'),
    headers: HEADERS[name].map((first) => ({ first, bytes: recordedHeaders(`${name}-${first}`) })),
  };
}

/** Returns recorded headers, by the name of their file. */
export function recordedHeaders(name: string): Uint8Array {
  const path = new URL(`headers/${name}.bin`, FOLDER);
  return existsSync(path) ? new Uint8Array(readFileSync(path)) : new Uint8Array();
}

/** Returns the bytes of a message that a program damaged. */
export function damagedMessage(name: string): Uint8Array {
  return new Uint8Array(readFileSync(new URL(`damaged/${name}.bin`, FOLDER)));
}
