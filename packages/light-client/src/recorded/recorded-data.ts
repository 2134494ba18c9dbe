import type { NetworkParameters } from '@dapikit/chain/browser';
import type { VerificationReason } from '../errors/verification-error.js';

/** Describes recorded data of a network, as files have them: nothing is checked yet. */
export interface RecordedData {
  readonly network: NetworkParameters;
  /** Lines of `diffs.jsonl`: a height and the diff to it. */
  readonly lists: readonly unknown[];
  /** Content of `chain-locks.json`, where it is there. */
  readonly chainLocks?: unknown;
  /** Content of `hops.json`, where it is there. */
  readonly hops?: unknown;
  /** Content of `expected.json`, where it is there. */
  readonly expected?: unknown;
  /** Files of headers, 80 bytes each. */
  readonly headers: readonly RecordedHeaders[];
}

/** Describes serialised headers of a chain, the first at a height. */
export interface RecordedHeaders {
  readonly first: number;
  readonly bytes: Uint8Array;
}

/** Describes the result of one check. */
export interface RecordedCheck {
  /** Subject of the check, such as `list 2448568`. */
  readonly subject: string;
  /** `skipped` where data are missing that the check needs. */
  readonly result: 'verified' | 'failed' | 'skipped';
  /** The reason of a failure; `unexpected` where data verify and are not those that the folder says. */
  readonly reason?: VerificationReason | 'unexpected' | undefined;
  readonly detail: string;
}
