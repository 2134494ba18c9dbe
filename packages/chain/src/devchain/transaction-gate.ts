import { bytesToHex, hexToBytes } from '../base/bytes/hex.js';
import { NodeRejectionError } from '../layer1/layer1.js';
import type { Leniency } from '../chain/mempool/accept.js';
import { submitInTurns, submitTransaction, type Submission } from '../chain/mempool/submit.js';
import { decodeTransaction, transactionId } from '../primitives/transaction/transaction.js';
import type { ChainParts } from './chain-parts.js';
import { faultFor, faultRejection, type TransactionFault } from './transaction-faults.js';

/**
 * Hands a transaction that was sent from outside to the mempool, unless a fault is set for it.
 * @throws {NodeRejectionError} with Dash Core's code and message, or those of the fault (or rejects with it)
 */
export async function sendThroughFaults(
  serialized: Uint8Array,
  node: ChainParts,
  leniency: Leniency = {},
): Promise<Submission> {
  if (node.settings.faults.length === 0)
    return await submitInTurns(serialized, node.chain, node.mempool, leniency);
  const { fault, left } = faultFor(idOf(serialized), node.settings.faults);
  node.settings = { ...node.settings, faults: left };
  if (fault?.kind === 'reject') throw faultRejection(fault);
  if (fault?.kind === 'delay') await node.delays.wait(fault.milliseconds);
  const submission = await submitInTurns(serialized, node.chain, node.mempool, leniency);
  const isTaken = fault?.kind === 'drop' || fault?.kind === 'hold';
  if (!isTaken || submission.added === undefined) return submission;
  node.mempool.removeMined(submission.txid);
  if (fault.kind === 'hold') hold(serialized, fault, node);
  return { ...submission, added: undefined };
}

/** Adds transactions to the mempool that were withheld until the height of the tip; returns whether there were any. */
export function releaseHeld(node: ChainParts): boolean {
  const { settings, chain, mempool } = node;
  if (settings.held.length === 0) return false;
  const isDue = ({ untilHeight }: { untilHeight: number }): boolean => untilHeight <= chain.tip.height;
  const due = settings.held.filter(isDue);
  node.settings = { ...settings, held: settings.held.filter((held) => !isDue(held)) };
  for (const { transaction } of due) {
    try {
      submitTransaction(hexToBytes(transaction), chain, mempool);
    } catch (error) {
      // What it spends was spent otherwise since: it is as if another node had sent it too late.
      if (!(error instanceof NodeRejectionError)) throw error;
    }
  }
  return due.length > 0;
}

function hold(
  serialized: Uint8Array,
  { blocks }: TransactionFault & { kind: 'hold' },
  node: ChainParts,
): void {
  const held = { transaction: bytesToHex(serialized), untilHeight: node.chain.tip.height + blocks };
  node.settings = { ...node.settings, held: [...node.settings.held, held] };
}

/** Returns the id, or nothing that an id could be where the bytes are no transaction. */
function idOf(serialized: Uint8Array): string {
  try {
    return transactionId(decodeTransaction(serialized));
  } catch {
    return '';
  }
}
