import { MalformedBytesError } from '../base/bytes/malformed-bytes-error.js';
import { RejectionError } from '../rules/consensus/rejection-error.js';
import { sizeTransaction } from '../rules/consensus/sized-block.js';
import type { SizedTransaction } from '../rules/consensus/transaction-rules.js';
import {
  checkForMempool,
  checkScriptsInTurns,
  MEMPOOL_CHECKS,
  type MempoolCheck,
} from '../chain/mempool/accept.js';
import { decodeTransaction } from '../primitives/transaction/transaction.js';
import { DevChain } from './dev-chain.js';

/** Describes a check of a transaction, and what came of it. */
export interface CheckReport {
  /** Stable, such as `coins`. */
  readonly name: MempoolCheck | 'encoding';
  /** The facts of an accepted transaction. */
  readonly about: string;
  /** Behind a check that failed none is made. */
  readonly verdict: 'passed' | 'failed' | 'not reached';
}

/** Describes the verdict of the mempool on a transaction. */
export interface TransactionReport {
  /** `undefined` where the bytes are no transaction. */
  readonly txid: string | undefined;
  /** Bytes; `undefined` where they are no transaction. */
  readonly size: number | undefined;
  /** Duffs; `undefined` where it was rejected. */
  readonly fee: bigint | undefined;
  /** Dash Core's reject reason; `undefined` where it would be let in. */
  readonly reason: string | undefined;
  /** In the order in which they are made. */
  readonly checks: readonly CheckReport[];
}

const CHECKS: readonly (readonly [name: CheckReport['name'], about: string])[] = [
  ['encoding', 'The bytes are one transaction'],
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the names are those of the table
  ...(Object.entries(MEMPOOL_CHECKS) as [MempoolCheck, string][]),
];

/** Makes every check that lets a transaction into the mempool of a development chain, and changes nothing. */
export function reportTransaction(chain: DevChain, serialized: Uint8Array): TransactionReport {
  const { chain: state, mempool } = DevChain.nodeOf(chain);
  const passed: CheckReport['name'][] = [];
  let read: { readonly txid: string; readonly size: number } | undefined;
  try {
    const subject = sizeTransaction(decodeTransaction(serialized));
    passed.push('encoding');
    read = { txid: subject.txid, size: subject.size };
    const { fee } = checkForMempool(subject, state, mempool, {}, (check) => passed.push(check));
    return { ...read, fee, reason: undefined, checks: reports(passed) };
  } catch (error) {
    if (!(error instanceof RejectionError || error instanceof MalformedBytesError)) throw error;
    return {
      txid: read?.txid,
      size: read?.size,
      fee: undefined,
      reason: error.message,
      checks: reports(passed),
    };
  }
}

/** Reports as {@link reportTransaction} does, but runs the scripts of many inputs in turns of the event loop. */
export async function reportTransactionInTurns(
  chain: DevChain,
  serialized: Uint8Array,
): Promise<TransactionReport> {
  const { chain: state, mempool } = DevChain.nodeOf(chain);
  const subject = readSubject(serialized);
  if (subject !== undefined) await checkScriptsInTurns(subject, state, mempool);
  return reportTransaction(chain, serialized);
}

/** Decodes a transaction; returns `undefined` where the bytes are none. */
function readSubject(serialized: Uint8Array): SizedTransaction | undefined {
  try {
    return sizeTransaction(decodeTransaction(serialized));
  } catch (error) {
    if (error instanceof MalformedBytesError) return undefined;
    throw error;
  }
}

function reports(passed: readonly string[]): CheckReport[] {
  return CHECKS.map(([name, about], index) => {
    if (index < passed.length) return { name, about, verdict: 'passed' };
    return { name, about, verdict: index === passed.length ? 'failed' : 'not reached' };
  });
}
