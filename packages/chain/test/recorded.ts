import { readFileSync } from 'node:fs';
import type { MasternodeListDiff } from '../src/primitives/masternode/masternode-list-diff.js';

/** What a Dash Core 23.1.2 node on regtest answered; see the README beside the data. */
const FOLDER = new URL('../../../fixtures/dash-core-23.1.2/', import.meta.url);

interface RecordedBlock {
  readonly height: number;
  readonly hash: string;
  readonly hex: string;
}

interface RecordedDiff {
  readonly label: string;
  readonly method: string;
  readonly result: MasternodeListDiff;
}

/** A call about masternodes and what the node said, a diff or not. */
export interface RecordedCall {
  readonly label: string;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: unknown;
  readonly error: { readonly code: number; readonly message: string } | null;
}

/** An HTTP exchange with the node. */
export interface RecordedExchange {
  readonly label: string;
  readonly request: {
    readonly method: string;
    readonly path: string;
    readonly body: string;
    /** That it was wrong, where it was. */
    readonly authorization?: string;
  };
  readonly status: number;
  readonly contentType: string;
  readonly response: string;
}

interface RecordedMessage {
  readonly sequence: number;
  readonly topic: string;
  readonly body: string;
}

/** The whole chain, heights 0 to 646. */
export const RECORDED_BLOCKS = lines('blocks.jsonl').map((line): RecordedBlock => JSON.parse(line));

/** What zmq published, in its order. */
export const RECORDED_MESSAGES = lines('zmq.jsonl').map((line): RecordedMessage => JSON.parse(line));

/** The answers to `protx diff` that were not rejections. */
export const RECORDED_DIFFS = lines('masternode-diffs.jsonl')
  .map((line): RecordedDiff => JSON.parse(line))
  .filter(({ method, result }) => method === 'protx' && result !== null && 'mnList' in result);

/** Every call about masternodes, rejections included. */
export const RECORDED_CALLS = lines('masternode-diffs.jsonl').map((line): RecordedCall => JSON.parse(line));

/** Every HTTP exchange, in the order of the recording. */
export const RECORDED_EXCHANGES = lines('exchanges.jsonl').map((line): RecordedExchange => JSON.parse(line));

/** The block of the recorded chain at `height`. */
export function recordedBlock(height: number): RecordedBlock {
  return found(RECORDED_BLOCKS[height], `block ${height}`);
}

/** The recorded answer to `protx diff` with this label. */
export function recordedDiff(label: string): MasternodeListDiff {
  return found(
    RECORDED_DIFFS.find((diff) => diff.label === label),
    `diff ${label}`,
  ).result;
}

/** The body that the node was asked with, as text. */
export function recordedRequest(label: string): string {
  return recordedExchange(label).request.body;
}

/** The body that the node answered with, as text. */
export function recordedResponse(label: string): string {
  return recordedExchange(label).response;
}

function recordedExchange(label: string): RecordedExchange {
  return found(
    RECORDED_EXCHANGES.find((exchange) => exchange.label === label),
    `exchange ${label}`,
  );
}

function lines(file: string): string[] {
  return readFileSync(new URL(file, FOLDER), 'utf8').trimEnd().split('\n');
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`not recorded: ${what}`);
  return value;
}
