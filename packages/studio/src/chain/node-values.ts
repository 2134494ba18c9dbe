import { timeWords } from '../platform/time-words.js';
import { isObject } from '../rpc/json-rpc-client.js';

/** What the page shows of a transaction, read from the answers of a node. */
export interface ShownTransaction {
  readonly txid: string;
  readonly kind: string;
  readonly size: number;
  readonly inputs: readonly ShownInput[];
  readonly outputs: readonly ShownOutput[];
  /** The members of its payload under their name, such as `proRegTx`; `undefined` without one. */
  readonly payload: unknown;
}

export interface ShownInput {
  /** `undefined` for a coinbase. */
  readonly txid: string | undefined;
  readonly index: number;
}

export interface ShownOutput {
  readonly index: number;
  readonly dash: number;
  /** An address, or what its script is for. */
  readonly to: string;
}

/** A block as the page shows it. */
export interface ShownBlock {
  readonly hash: string;
  readonly height: number;
  /** Seconds since the epoch. */
  readonly time: number;
  readonly size: number;
  readonly previousHash: string | undefined;
  readonly confirmations: number;
  readonly isLocked: boolean;
  readonly transactions: readonly ShownTransaction[];
}

/** The types of special transactions in words. Source: `src/primitives/transaction.h` of dashpay/dash. */
const KINDS: readonly string[] = [
  'payment',
  'masternode registration',
  'masternode service update',
  'masternode registrar update',
  'masternode revocation',
  'coinbase',
  'quorum commitment',
  'hard fork signal',
  'asset lock',
  'asset unlock',
];
const PAYLOADS = [
  'proRegTx',
  'proUpServTx',
  'proUpRegTx',
  'proUpRevTx',
  'cbTx',
  'qcTx',
  'mnhfTx',
  'assetLockTx',
  'assetUnlockTx',
];

/** Reads a block as `getblock` tells it with its transactions. */
export function shownBlock(value: unknown): ShownBlock | undefined {
  if (!isObject(value)) return undefined;
  const { hash, height, time, size, previousblockhash: previous, tx } = value;
  return {
    hash: textOf(hash),
    height: Number(height),
    time: Number(time),
    size: Number(size),
    previousHash: typeof previous === 'string' ? previous : undefined,
    confirmations: Number(value['confirmations']),
    isLocked: value['chainlock'] === true,
    transactions: listOf(tx).map(shownTransaction),
  };
}

/** Reads a transaction as `getrawtransaction` and `decoderawtransaction` tell it. */
export function shownTransaction(value: Readonly<Record<string, unknown>>): ShownTransaction {
  const payload = PAYLOADS.find((name) => name in value);
  return {
    txid: textOf(value['txid']),
    kind: KINDS[Number(value['type'])] ?? `type ${Number(value['type'])}`,
    size: Number(value['size']),
    inputs: listOf(value['vin']).map(({ txid, vout }) => ({
      txid: typeof txid === 'string' ? txid : undefined,
      index: Number(vout ?? 0),
    })),
    outputs: listOf(value['vout']).map(({ n, value: dash, scriptPubKey }) => ({
      index: Number(n),
      dash: Number(dash),
      to: destinationOf(scriptPubKey, value['type']),
    })),
    payload: payload === undefined ? undefined : { [payload]: value[payload] },
  };
}

/** Types of transactions whose OP_RETURN output is paid to the platform. Source: `GetBlockTxOuts`, `CheckAssetLockTx` of dashpay/dash. */
const POOL_PAYERS: ReadonlySet<unknown> = new Set([5, 8]);

function destinationOf(script: unknown, type: unknown): string {
  if (!isObject(script)) return '';
  const kind = textOf(script['type']);
  if (kind === 'nulldata') return POOL_PAYERS.has(type) ? 'the credit pool' : 'nobody (OP_RETURN)';
  return textOf(script['address']) || kind;
}

export const listOf = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

export const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** DASH with its digits, such as `1,000.5`. */
export const dashText = (dash: number): string =>
  `${dash.toLocaleString('en', { maximumFractionDigits: 8 })} DASH`;

/** A time of a block in UTC, as the platform tab tells times. @param seconds since the epoch */
export const timeText = (seconds: number): string => timeWords(seconds * 1000);
