import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import {
  contractGroupId,
  findContractGroup,
  putContractGroup,
  putGroupMembers,
  type ContractGroupMember,
} from '../../state/contract/contract-group.js';
import { contractParts, member as memberOf, membersOf } from '../../state/contract/contract-parts.js';
import type { TransitionContext } from '../transition/transition.js';
import { isUser } from './check-contract-state.js';
import type { GroupRegistration, GroupRequest, Membership } from './read-contract-group.js';

const MAX_MEMBERSHIPS = 16;
const MAX_ADMINS = 16;
const MAX_NAME_LENGTH = 64;
const MAX_DESCRIPTION_LENGTH = 256;

/**
 * Checks a group and memberships against the signer and the contract.
 *
 * Source: `contract-groups.md` in the book of dashpay/platform; the checks are in its order.
 * @param text the official JSON of the contract
 * @throws {ConsensusError} 10364, 10366, 10367, 10360, 10363, 10361 or 10362, unpaid.
 */
export function checkGroupStructure(
  { registration, memberships }: GroupRequest,
  ownerId: Uint8Array,
  text: string,
): void {
  if (registration !== undefined) checkRegistration(registration, ownerId);
  if (memberships.length > MAX_MEMBERSHIPS)
    throw new ConsensusError('ContractGroupMembershipsOverLimitError', {
      summary: `the contract has ${memberships.length} memberships: the maximum is ${MAX_MEMBERSHIPS}`,
      fix: 'remove memberships',
    });
  for (const { member } of memberships) checkMember(member, text);
  const joined = new Set<string>();
  for (const membership of memberships) {
    const name = nameOf(membership);
    if (joined.has(name))
      throw new ConsensusError('DuplicateContractGroupMembershipError', {
        contractGroupId: identifierText(membership.groupId),
        summary: `${describeMember(membership.member)} joins the contract group ${identifierText(membership.groupId)} twice`,
        fix: 'remove one of the memberships',
      });
    joined.add(name);
  }
  for (const { groupId, member } of memberships)
    if (member !== 'contract' && joined.has(nameOf({ groupId, member: 'contract' })))
      throw new ConsensusError('RedundantContractGroupMembershipError', {
        contractGroupId: identifierText(groupId),
        summary: `${describeMember(member)} joins the contract group ${identifierText(groupId)}, which the whole contract joins`,
        fix: 'remove the membership of the part',
      });
}

function checkRegistration({ adminIds, name, description }: GroupRegistration, ownerId: Uint8Array): void {
  if (adminIds.length > MAX_ADMINS)
    throw new ConsensusError('InvalidContractGroupAdminsError', {
      summary: `the contract group has ${adminIds.length} admins: the maximum is ${MAX_ADMINS}`,
      fix: 'remove admins',
    });
  if (adminIds.some((id) => compareBytes(id, ownerId) === 0))
    throw new ConsensusError('InvalidContractGroupAdminsError', {
      identityId: identifierText(ownerId),
      summary: `the owner ${identifierText(ownerId)} of the contract group is one of its admins`,
      fix: 'remove the owner: it adds members without that',
    });
  checkLength('InvalidContractGroupNameLengthError', 'name', name, MAX_NAME_LENGTH);
  checkLength(
    'InvalidContractGroupDescriptionLengthError',
    'description',
    description,
    MAX_DESCRIPTION_LENGTH,
  );
}

function checkLength(
  error: 'InvalidContractGroupNameLengthError' | 'InvalidContractGroupDescriptionLengthError',
  what: string,
  text: string | undefined,
  most: number,
): void {
  if (text === undefined) return;
  const length = Array.from(text).length;
  if (length >= 1 && length <= most) return;
  throw new ConsensusError(error, {
    summary: `the ${what} of the contract group has ${length} characters: it has 1 to ${most}`,
    fix: length === 0 ? `leave the ${what} out` : `shorten the ${what}`,
  });
}

/** Rejects a part that the contract does not have. @throws {ConsensusError} 10363 */
function checkMember(member: ContractGroupMember, text: string): void {
  if (member === 'contract') return;
  const hasMember =
    'token' in member
      ? contractParts(text).tokens.some(({ position }) => position === member.token)
      : Object.hasOwn(membersOf(memberOf(JSON.parse(text), 'documentSchemas')), member.documentType);
  if (!hasMember)
    throw new ConsensusError('ContractGroupMemberNotInContractError', {
      summary: `the contract has no ${describeMember(member)}`,
      fix: 'name a document type or a token of the contract',
    });
}

const nameOf = ({ groupId, member }: Membership): string => JSON.stringify([identifierText(groupId), member]);

const describeMember = (member: ContractGroupMember): string => {
  if (member === 'contract') return 'the contract';
  return 'token' in member ? `token ${member.token}` : `document type "${member.documentType}"`;
};

/**
 * Registers a group and memberships of a stored contract.
 *
 * Source: as of {@link checkGroupStructure}.
 * @returns the id of the registered group; nothing where none was.
 * @throws {ConsensusError} 41000, 41003, 41001 or 41002, paid.
 */
export async function storeContractGroups(
  { view, signer, nonce }: Pick<TransitionContext, 'view' | 'signer' | 'nonce'>,
  contractId: Uint8Array,
  { registration, memberships }: GroupRequest,
): Promise<Uint8Array | undefined> {
  const made = registration && contractGroupId(signer.id, nonce);
  if (made !== undefined && registration !== undefined)
    await registerGroup(view, made, signer.id, registration);
  const joined = new Map<string, { readonly groupId: Uint8Array; readonly members: ContractGroupMember[] }>();
  for (const { groupId, member } of memberships) {
    const name = identifierText(groupId);
    const known = joined.get(name);
    known?.members.push(member);
    if (known !== undefined) continue;
    await checkMayJoin(view, groupId, signer.id);
    joined.set(name, { groupId, members: [member] });
  }
  for (const { groupId, members } of joined.values()) putGroupMembers(view, groupId, { contractId, members });
  return made;
}

async function registerGroup(
  view: TransitionContext['view'],
  groupId: Uint8Array,
  ownerId: Uint8Array,
  registration: GroupRegistration,
): Promise<void> {
  const contractGroup = identifierText(groupId);
  if ((await findContractGroup(view, groupId)) !== undefined)
    throw new ConsensusError('ContractGroupAlreadyExistsError', {
      contractGroupId: contractGroup,
      summary: `the contract group ${contractGroup} exists already`,
      fix: 'register with another nonce',
    });
  for (const id of registration.adminIds)
    if (!(await isUser(view, identifierText(id))))
      throw new ConsensusError('ContractGroupAdminNotFoundError', {
        contractGroupId: contractGroup,
        identityId: identifierText(id),
        summary: `the admin ${identifierText(id)} of the contract group is no identity of a user`,
        fix: 'check the id of the admin',
      });
  putContractGroup(view, groupId, { ownerId, ...registration });
}

async function checkMayJoin(
  view: TransitionContext['view'],
  groupId: Uint8Array,
  signerId: Uint8Array,
): Promise<void> {
  const [contractGroup, identity] = [identifierText(groupId), identifierText(signerId)];
  const group = await findContractGroup(view, groupId);
  if (group === undefined)
    throw new ConsensusError('ContractGroupNotFoundError', {
      contractGroupId: contractGroup,
      summary: `there is no contract group ${contractGroup}`,
      fix: 'check the id of the group',
    });
  if ([group.ownerId, ...group.adminIds].some((id) => compareBytes(id, signerId) === 0)) return;
  throw new ConsensusError('IdentityNotContractGroupOwnerOrAdminError', {
    contractGroupId: contractGroup,
    identityId: identity,
    summary: `${identity} neither owns nor administers the contract group ${contractGroup}`,
    fix: 'act as its owner, or as one of its admins',
  });
}
