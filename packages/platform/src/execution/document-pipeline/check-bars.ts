import type { TokenCostAction } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { barOf, findModeratedUser } from '../../state/moderation/moderated-user.js';
import type { Proposal } from '../document-transition/document-transition.js';
import type { DocumentScope } from '../document-transition/document-context.js';

/**
 * Rejects writes of identities that moderators bar, but for deletes of their own documents and replaces that retract.
 *
 * @throws {ConsensusError} 41107, 41108, or 41114 for the other side of a transfer or a purchase
 */
export async function checkBars(
  scope: DocumentScope,
  action: TokenCostAction,
  { before, after, retracts }: Pick<Proposal, 'before' | 'after' | 'retracts'>,
): Promise<void> {
  const { contract, signerId } = scope;
  if (contract.description.moderation === undefined || action === 'delete' || retracts === true) return;
  const bar = await barAt(scope, signerId);
  const name = identifierText(signerId);
  if (bar === 'banned')
    reject('ContractUserBannedError', scope, signerId, `${name} is banned from writing to the contract`);
  if (bar === 'suspended')
    reject(
      'ContractUserSuspendedError',
      scope,
      signerId,
      `${name} is suspended from writing to the contract`,
    );
  const other = action === 'transfer' ? after?.ownerId : action === 'purchase' ? before?.ownerId : undefined;
  if (other === undefined || compareBytes(other, signerId) === 0) return;
  if ((await barAt(scope, other)) !== undefined)
    reject(
      'ContractModerationCounterpartyBarredError',
      scope,
      other,
      `${identifierText(other)}, the other side, is barred from the contract`,
    );
}

const barAt = async ({ context, contract }: DocumentScope, identityId: Uint8Array) =>
  barOf(await findModeratedUser(context.view, contract.id, identityId), context.block.time);

function reject(
  name:
    | 'ContractUserBannedError'
    | 'ContractUserSuspendedError'
    | 'ContractModerationCounterpartyBarredError',
  { contract }: DocumentScope,
  identityId: Uint8Array,
  summary: string,
): never {
  throw new ConsensusError(name, {
    contractId: identifierText(contract.id),
    identityId: identifierText(identityId),
    summary,
    fix: 'ask the moderators of the contract, or wait until the suspension ends',
  });
}
