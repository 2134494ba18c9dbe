import { readFileSync } from 'node:fs';
import {
  decodeTransaction,
  NodeRejectionError,
  bytesToHex,
  ZERO_HASH,
  type Layer1,
  type MasternodeListDiff,
} from '@dapikit/chain';

/** What a Dash Core 23.1.2 node on regtest answered; see the README beside the data. */
const FOLDER = new URL('../../../fixtures/dash-core-23.1.2/', import.meta.url);

interface RecordedBlock {
  readonly height: number;
  readonly hash: string;
}

interface RecordedError {
  readonly code: number;
  readonly message: string;
}

interface RecordedExchange {
  readonly label: string;
  readonly request: { readonly body: string };
  readonly response: string;
}

interface RecordedDiff {
  readonly label: string;
  readonly method: string;
  readonly params: readonly unknown[];
  readonly result: MasternodeListDiff | null;
  readonly error: RecordedError | null;
}

/** A transaction that was sent, and what the node answered. */
export interface RecordedSubmission {
  readonly label: string;
  readonly hex: string;
  readonly outcome: string | RecordedError;
}

/** The hashes of the whole chain, by height. */
export const BLOCK_HASHES: readonly string[] = lines('blocks.jsonl').map((line) => {
  const block: RecordedBlock = JSON.parse(line);
  return block.hash;
});

/** The recorded calls of `sendrawtransaction` with one string, in their order. */
export const SUBMISSIONS: readonly RecordedSubmission[] = lines('exchanges.jsonl').flatMap(readSubmission);

/** The recorded calls of `protx diff` with two blocks as text, and nothing else. */
export const DIFFS: readonly RecordedDiff[] = lines('masternode-diffs.jsonl')
  .map((line): RecordedDiff => JSON.parse(line))
  .filter(
    ({ method, params }) =>
      method === 'protx' && params.length === 3 && params.every(isText) && params[0] === 'diff',
  );

function isText(value: unknown): boolean {
  return typeof value === 'string';
}

/** The first recorded submission with this label (without `sendrawtransaction: `). */
export function submission(label: string): RecordedSubmission {
  return found(
    SUBMISSIONS.find((one) => one.label === `sendrawtransaction: ${label}`),
    label,
  );
}

/** The recorded diff with this label. */
export function diff(label: string): RecordedDiff {
  return found(
    DIFFS.find((one) => one.label === label),
    label,
  );
}

/**
 * A layer 1 that answers what the recorded node did. A transaction that was sent several times gets the recorded outcomes
 * one after the other, then the last again. What was not recorded is rejected as Dash Core would.
 */
export function recordedLayer1(): Layer1 {
  const outcomes = new Map<string, (string | RecordedError)[]>();
  for (const { hex, outcome } of SUBMISSIONS) outcomes.set(hex, [...(outcomes.get(hex) ?? []), outcome]);
  const tip = BLOCK_HASHES.length - 1;

  return {
    tip: async () => ({ hash: found(BLOCK_HASHES[tip], 'tip'), height: tip }),
    blockHash: async (height) => {
      if (height > 0x7fffffff) throw new NodeRejectionError(-1, 'JSON integer out of range');
      const hash = BLOCK_HASHES[height];
      if (hash === undefined) throw new NodeRejectionError(-8, 'Block height out of range');
      return hash;
    },
    sendTransaction: async (serialized) => {
      const recorded = outcomes.get(bytesToHex(serialized));
      const outcome = recorded && recorded.length > 1 ? recorded.shift() : recorded?.[0];
      if (typeof outcome === 'string') return outcome;
      throw rejection(outcome ?? unknownTransaction(serialized));
    },
    masternodeListDiff: async (baseBlock, block) => {
      const recorded = DIFFS.find(({ params: [, base, end] }) => base === baseBlock && end === block);
      if (recorded?.result) return recorded.result;
      throw rejection(recorded?.error ?? blockError('baseBlock', baseBlock) ?? blockError('block', block));
    },
    status: async () => ({
      software: '/Dash Core:23.1.2/',
      network: 'regtest',
      tip: { hash: found(BLOCK_HASHES[tip], 'tip'), height: tip },
      headersHeight: tip,
      isInitialBlockDownload: false,
      difficulty: 4.656542373906925e-10,
      medianTime: 1795215696,
      peers: 0,
      masternodeSync: { stage: 'MASTERNODE_SYNC_BLOCKCHAIN', isSynced: false },
      chainLock: undefined,
    }),
    bestChainLock: async () => undefined,
    read: () => Promise.reject(new Error('not recorded')),
    transactionStatus: async () => ({ place: 'none', isChainSearched: true }),
    watchBlocks: () => () => undefined,
    watchChainLocks: () => () => undefined,
    watchTransactions: () => () => undefined,
  };
}

function rejection(error: RecordedError | undefined): NodeRejectionError {
  const { code, message } = found(error, 'answer');
  return new NodeRejectionError(code, message);
}

function unknownTransaction(serialized: Uint8Array): RecordedError {
  try {
    decodeTransaction(serialized);
    return { code: -25, message: 'bad-txns-inputs-missingorspent' };
  } catch {
    return { code: -22, message: 'TX decode failed. Make sure the tx has at least one input.' };
  }
}

/** `ParseBlockIndex` in `src/rpc/evo.cpp`. */
function blockError(name: string, block: string): RecordedError | undefined {
  if (BLOCK_HASHES.includes(block) || block === ZERO_HASH) return undefined;
  if (/^[0-9a-f]{64}$/.test(block)) return { code: -1, message: `block ${block} not found` };
  if (!/^-?\d+$/.test(block))
    return { code: -8, message: `${name} must be a 32bit integer (not '${block}')` };
  const height = Number(block);
  if (height >= 1 && height < BLOCK_HASHES.length) return undefined;
  return { code: -1, message: `${name} must be a block hash or chain height and not ${height}` };
}

function readSubmission(line: string): RecordedSubmission[] {
  const { label, request, response }: RecordedExchange = JSON.parse(line);
  if (!request.body.includes('"sendrawtransaction"') || !label.startsWith('sendrawtransaction: ')) return [];
  const { params }: { params: unknown[] } = JSON.parse(request.body);
  const { result, error }: { result: string; error: RecordedError | null } = JSON.parse(response);
  const [hex] = params;
  return typeof hex === 'string' ? [{ label, hex, outcome: error ?? result }] : [];
}

function lines(file: string): string[] {
  return readFileSync(new URL(file, FOLDER), 'utf8').trim().split('\n');
}

function found<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`no ${what} was recorded`);
  return value;
}
