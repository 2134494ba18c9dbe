import { formatTime } from '../text/format-time.js';
import { isObject } from '../json/json-values.js';

/** Describes a transaction, as the page shows it. */
export interface ShownTransaction {
  readonly txid: string;
  readonly kind: string;
  readonly size: number;
  readonly inputs: readonly ShownInput[];
  readonly outputs: readonly ShownOutput[];
  /** The payload under its name, such as `proRegTx`; `undefined` without one. */
  readonly payload: unknown;
}

/** Describes an input of a transaction. */
export interface ShownInput {
  /** `undefined` for a coinbase. */
  readonly txid: string | undefined;
  readonly index: number;
}

/** Describes an output of a transaction. */
export interface ShownOutput {
  readonly index: number;
  readonly dash: number;
  /** An address, or the purpose of the script. */
  readonly to: string;
}

/** Describes a block, as the page shows it. */
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

/** The names of transaction types. Source: `src/primitives/transaction.h` of dashpay/dash. */
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

/** Reads a block from the result of `getblock` with transactions. */
export function readBlock(value: unknown): ShownBlock | undefined {
  if (!isObject(value)) return undefined;
  const { hash, height, time, size, previousblockhash: previous, tx } = value;
  return {
    hash: getString(hash),
    height: Number(height),
    time: Number(time),
    size: Number(size),
    previousHash: typeof previous === 'string' ? previous : undefined,
    confirmations: Number(value['confirmations']),
    isLocked: value['chainlock'] === true,
    transactions: getObjects(tx).map(readTransaction),
  };
}

/** Reads a transaction from the result of `getrawtransaction` or `decoderawtransaction`. */
export function readTransaction(value: Readonly<Record<string, unknown>>): ShownTransaction {
  const payload = PAYLOADS.find((name) => name in value);
  return {
    txid: getString(value['txid']),
    kind: KINDS[Number(value['type'])] ?? `type ${Number(value['type'])}`,
    size: Number(value['size']),
    inputs: getObjects(value['vin']).map(({ txid, vout }) => ({
      txid: typeof txid === 'string' ? txid : undefined,
      index: Number(vout ?? 0),
    })),
    outputs: getObjects(value['vout']).map(({ n, value: dash, scriptPubKey }) => ({
      index: Number(n),
      dash: Number(dash),
      to: describeDestination(scriptPubKey, value['type']),
    })),
    payload: payload === undefined ? undefined : { [payload]: value[payload] },
  };
}

/** The types of transactions whose OP_RETURN output pays the credit pool. Source: `GetBlockTxOuts`, `CheckAssetLockTx` of dashpay/dash. */
const POOL_PAYERS: ReadonlySet<unknown> = new Set([5, 8]);

function describeDestination(script: unknown, type: unknown): string {
  if (!isObject(script)) return '';
  const kind = getString(script['type']);
  if (kind === 'nulldata') return POOL_PAYERS.has(type) ? 'the credit pool' : 'nobody (OP_RETURN)';
  return getString(script['address']) || kind;
}

/** Returns the objects of a list; none where a value is not a list. */
export const getObjects = (value: unknown): Readonly<Record<string, unknown>>[] =>
  Array.isArray(value) ? value.filter(isObject) : [];

/** Returns a string; an empty one where a value is not a string. */
export const getString = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Formats DASH with all of its digits, such as `1,000.5 DASH`. */
export const formatDashAmount = (dash: number): string =>
  `${dash.toLocaleString('en', { maximumFractionDigits: 8 })} DASH`;

/** Formats the time of a block in UTC. @param seconds since the epoch */
export const formatBlockTime = (seconds: number): string => formatTime(seconds * 1000);
