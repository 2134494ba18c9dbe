import { base58 } from '@scure/base';
import { CommandError } from '../program/command.js';
import { membersOf, type Members } from './members.js';
import type { PlatformWork } from './platform-work.js';

/** Names an action of a document that may cost tokens, as `tokenCost` of a document type has it. */
export type CostAction = 'create' | 'replace' | 'delete' | 'transfer' | 'update_price' | 'purchase';

/**
 * Returns the payment in tokens for an action of a document type, and says what it pays; nothing where the type asks for none.
 * @throws {CommandError} (rejects) where the type asks for tokens, and `--pay` is not given
 */
export async function paymentFor(
  { endpoint, flags, aliases, note }: PlatformWork,
  action: CostAction,
  { contractId, documentType }: { readonly contractId: string; readonly documentType: string },
): Promise<Members> {
  const stored = membersOf(await endpoint.call('getContract', { id: contractId }));
  const types = membersOf(membersOf(stored['contract'])['documentSchemas']);
  const cost = membersOf(membersOf(membersOf(types[documentType])['tokenCost'])[action]);
  const { amount, tokenPosition, optional, gasFeesPaidBy } = cost;
  if (amount === undefined) return {};
  const tokenContract = idOf(cost['contractId']);
  const label = await aliases.labels();
  const price = `${JSON.stringify(amount)} of token ${JSON.stringify(tokenPosition)} of ${label(tokenContract ?? contractId)}`;
  if (!flags.pay) {
    if (optional === true) return {};
    throw new CommandError(`this costs ${price}: add --pay`);
  }
  note(`paying ${price}`);
  return {
    tokenPaymentInfo: {
      maximumTokenCost: amount,
      tokenContractPosition: tokenPosition,
      ...(tokenContract !== undefined && { paymentTokenContractId: tokenContract }),
      ...(gasFeesPaidBy !== undefined && { gasFeesPaidBy }),
    },
  };
}

/** Returns an id in base58 that a contract has as text or as bytes. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? base58.encode(Uint8Array.from(value, Number)) : undefined;
}
