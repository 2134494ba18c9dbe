import { base58 } from '@scure/base';
import { CommandError } from '../program/command.js';
import { membersOf, type Members } from './members.js';
import type { PlatformWork } from './platform-work.js';

/** Names an action of a document that may cost tokens, as `tokenCost` of a document type has it. */
export type CostAction = 'create' | 'replace' | 'delete' | 'transfer' | 'update_price' | 'purchase';

/**
 * Returns what an action of a document type is paid with, tokens and the fee of the action, and says what that is; nothing where the type asks
 * for none.
 * @throws {CommandError} (rejects) where the type asks for something, and `--pay` is not given
 */
export async function paymentFor(
  work: PlatformWork,
  action: CostAction,
  { contractId, documentType }: { readonly contractId: string; readonly documentType: string },
): Promise<Members> {
  const stored = membersOf(await work.endpoint.call('getContract', { id: contractId }));
  const type = membersOf(membersOf(membersOf(stored['contract'])['documentSchemas'])[documentType]);
  return { ...(await tokensFor(work, action, contractId, type)), ...feeFor(work, action, type) };
}

async function tokensFor(
  { flags, aliases, note }: PlatformWork,
  action: CostAction,
  contractId: string,
  type: Members,
): Promise<Members> {
  const cost = membersOf(membersOf(type['tokenCost'])[action]);
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

/** The fee multiplier of the local platform. */
const PERMILLE = 1000;

/** Returns the agreement to the fee of an action. */
function feeFor({ flags, note }: PlatformWork, action: CostAction, type: Members): Members {
  const { pricing = 'feeMultiplier', [action]: fee } = membersOf(type['actionFees']);
  if (fee === undefined) return {};
  const { owner = 0, moderators = 0 } = membersOf(fee);
  const price = `a fee of ${JSON.stringify(owner)} credits to the owner of the contract and ${JSON.stringify(moderators)} to its moderators`;
  if (!flags.pay) throw new CommandError(`this costs ${price}: add --pay`);
  note(`paying ${price}`);
  const feeMultiplier = { knownPermille: PERMILLE, increaseTolerancePercent: 0 };
  return {
    actionFeeAgreement: { owner, moderators, ...(pricing === 'feeMultiplier' && { feeMultiplier }) },
  };
}

/** Returns an id in base58 that a contract has as text or as bytes. */
function idOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return Array.isArray(value) ? base58.encode(Uint8Array.from(value, Number)) : undefined;
}
