import { getMembers, getText, isObject } from '../json/json-values.js';
import { controls } from '../rpc/layer1.js';
import { callNode } from '../rpc/node.js';
import { getObjects, getString, readTransaction, type ShownTransaction } from './node-values.js';
import type { ShownCheck } from './transaction-checks.js';

/** Describes a decoded transaction, and what the mempool says of it. */
export interface Inspection {
  /** `undefined` where it cannot be decoded. */
  readonly transaction: ShownTransaction | undefined;
  readonly checks: readonly ShownCheck[];
  /** The reject reason; empty where it is accepted. */
  readonly reason: string;
}

/** Decodes and checks a transaction in hexadecimal. Rejects with the server's error. */
export async function inspectTransaction(transaction: string): Promise<Inspection> {
  const report = await controls.call('checkTransaction', { transaction });
  const decoded = await callNode('decoderawtransaction', transaction).catch(() => undefined);
  return {
    transaction: isObject(decoded) ? readTransaction(decoded) : undefined,
    checks: getObjects(getMembers(report)['checks']).map(readCheck),
    reason: getText(report, 'reason'),
  };
}

const readCheck = (check: Readonly<Record<string, unknown>>): ShownCheck => ({
  name: getString(check['name']),
  about: getString(check['about']),
  verdict: getString(check['verdict']),
});

/** Extracts the transaction from a call as it is written for a shell; returns any other text as it is. */
export const extractHex = (text: string): string =>
  /sendRawTransaction.*?"([\da-f]{20,})"/is.exec(text)?.[1] ?? text;

/** Finds the last mined payment: an example that the mempool rejects, since it is mined already. Rejects where there is none. */
export async function findExamplePayment(): Promise<string> {
  const count = Number(await callNode('getblockcount'));
  for (let height = count; height > 0; height -= 1) {
    const hash = await callNode('getblockhash', height);
    const block = await callNode('getblock', hash, 2);
    const payment = getObjects(isObject(block) && block['tx']).find(({ type }) => type === 0);
    const hex = getString(payment?.['hex']);
    if (hex !== '') return hex;
  }
  throw new Error('No block has a payment yet: fund an address first');
}
