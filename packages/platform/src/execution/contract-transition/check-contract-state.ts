import { bytesOf } from '../../base/bytes/identifier-order.js';
import { identifierText } from '../../base/bytes/identifier.js';
import type { Block } from '../../state/chain/block.js';
import { tokenContext } from '../../base/errors/contract-errors.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findBalance } from '../../state/identity/credits.js';
import { findIdentity } from '../../state/identity/identity-store.js';
import type { StoreView } from '../../store/store.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import type { GroupPart, IdentityReference, TokenPart } from '../../state/contract/contract-parts.js';
import { contractParts } from '../../state/contract/contract-parts.js';
import { rejectTransfer } from '../../state/token/reject-transfer.js';
import { findStoredContract } from '../../state/contract/contract-store.js';

/**
 * Checks the references of a contract against the state: the members of its groups, the identities that its tokens
 * name, when these are given out.
 *
 * Source: `data_contract_create/state` and `data_contract_update/state` in `packages/rs-drive-abci` of dashpay/platform; the
 * checks are in its order.
 * @param tokens those that are new.
 * @throws {ConsensusError} 40007, 40006 or 40005.
 */
export async function checkNamedIdentities(
  view: StoreView,
  contractId: Uint8Array,
  { groups, tokens }: { readonly groups: readonly GroupPart[]; readonly tokens: readonly TokenPart[] },
  block: Block,
): Promise<void> {
  for (const { position, memberIds } of groups)
    for (const identityId of memberIds)
      if (!(await isUser(view, identityId)))
        throw new ConsensusError('IdentityMemberOfGroupNotFoundError', {
          contractId,
          groupPosition: position,
          memberId: bytesOf(identityId),
        });
  for (const { position, identities, firstDistribution } of tokens) {
    for (const named of identities)
      if (!(await isThere(view, named)))
        throw new ConsensusError('IdentityInTokenConfigurationNotFoundError', {
          contractId,
          tokenPosition: position,
          context: tokenContext(named.role),
          identityId: bytesOf(named.identityId),
        });
    if (firstDistribution !== undefined && firstDistribution < block.time)
      throw new ConsensusError('PreProgrammedDistributionTimestampInPastError', {
        dataContractId: contractId,
        tokenPosition: position,
        preProgrammedTimestamp: BigInt(firstDistribution),
        currentTimestamp: BigInt(block.time),
      });
  }
}

/** Checks that appointed moderators exist. @throws {ConsensusError} 41110 */
export async function checkModerators(
  view: StoreView,
  { id, description }: Pick<RegisteredContract, 'id' | 'description'>,
): Promise<void> {
  for (const identityId of description.moderation?.identities ?? [])
    if ((await findBalance(view, bytesOf(identityId))) === undefined)
      throw new ConsensusError('ContractModeratorIdentityNotFoundError', {
        contractId: identifierText(id),
        identityId,
        summary: `identity ${identityId}, an appointed moderator, does not exist`,
        fix: 'appoint identities that exist',
      });
}

/** Checks the tokens of other contracts that documents cost. @throws {ConsensusError} 40008, 40009 or 40726. */
export async function checkForeignTokens(
  view: StoreView,
  { description }: Pick<RegisteredContract, 'description'>,
): Promise<void> {
  for (const { tokenCost } of description.documentTypes) {
    for (const cost of Object.values(tokenCost)) {
      if (cost?.contractId === undefined) continue;
      const { tokenPosition } = cost;
      const contractId = bytesOf(cost.contractId);
      const other = await findStoredContract(view, contractId);
      if (other === undefined)
        throw new ConsensusError('DataContractNotFoundError', { dataContractId: contractId });
      const { tokens } = contractParts(other.text);
      const positions = tokens.map(({ position }) => position);
      if (!positions.includes(tokenPosition))
        throw new ConsensusError('InvalidTokenPositionStateError', {
          contractId,
          maxTokenPosition: positions.at(-1),
          invalidTokenPosition: tokenPosition,
        });
      if (tokens.some(({ position, isTransferable }) => position === tokenPosition && !isTransferable))
        rejectTransfer(contractId, tokenPosition);
    }
  }
}

const isThere = async (
  view: StoreView,
  { identityId, isUser: mustBeUser }: IdentityReference,
): Promise<boolean> =>
  mustBeUser ? isUser(view, identityId) : (await findBalance(view, bytesOf(identityId))) !== undefined;

/** Returns whether an identity is that of a user: those of masternodes and voters have no key for AUTHENTICATION. */
export const isUser = async (view: StoreView, identityId: string): Promise<boolean> =>
  (await findIdentity(view, bytesOf(identityId)))?.keys.some(
    ({ purpose }) => purpose === 'AUTHENTICATION',
  ) === true;
