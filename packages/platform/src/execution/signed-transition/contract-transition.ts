import { dataContract, encode, type DataContract, type StateTransition } from '@dapikit/protocol';
import type { ContractGroupMember } from '../../state/contract/contract-group.js';
import { registerContract, type RegisterContract } from '../contract-transition/register-contract.js';
import { updateContract } from '../contract-transition/update-contract.js';
import type { PlatformRules } from '../../state/rules/platform-rules.js';
import type { Transition } from '../transition/transition.js';

type Create = Extract<StateTransition, { readonly type: 'dataContractCreate' }>;
type CreateWithGroups = Extract<Create, { readonly formatVersion: 1 }>;
type Update = Extract<StateTransition, { readonly type: 'dataContractUpdate' }>;

/** Returns the transition that registers the contract of signed bytes. */
export function contractCreate(create: Create, rules: PlatformRules): Transition<unknown> {
  const { dataContract: contract, identityNonce, userFeeIncrease, signaturePublicKeyId } = create;
  return registerContract(
    {
      by: contract.ownerId,
      keyId: signaturePublicKeyId,
      nonce: identityNonce,
      userFeeIncrease,
      contract: contractJson(contract),
      ...(create.formatVersion === 0 ? {} : groupsOf(create)),
    },
    rules,
    encode(dataContract, contract),
  );
}

/** Returns the contract group that a registration makes, and those that it joins, as unsigned controls have them. */
function groupsOf({
  contractGroup,
  contractGroupMemberships,
}: CreateWithGroups): Pick<RegisterContract, 'contractGroup' | 'contractGroupMemberships'> {
  const memberships = contractGroupMemberships.map(({ contractGroupId, member }) => ({
    contractGroupId,
    member: memberOf(member),
  }));
  if (contractGroup === undefined) return { contractGroupMemberships: memberships };
  const { admins, name, description } = contractGroup;
  return {
    contractGroup: {
      admins,
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    },
    contractGroupMemberships: memberships,
  };
}

function memberOf(
  member: CreateWithGroups['contractGroupMemberships'][number]['member'],
): ContractGroupMember {
  if (member.type === 'contract') return member.type;
  return member.type === 'token' ? { token: member.token } : { documentType: member.documentType };
}

/** Returns the transition that updates the contract of signed bytes. */
export const contractUpdate = (
  { dataContract: contract, identityContractNonce, userFeeIncrease, signaturePublicKeyId }: Update,
  rules: PlatformRules,
): Transition<unknown> =>
  updateContract(
    {
      by: contract.ownerId,
      keyId: signaturePublicKeyId,
      nonce: identityContractNonce,
      userFeeIncrease,
      contractId: contract.id,
      contract: contractJson(contract),
    },
    rules,
    encode(dataContract, contract),
  );

/** Returns the official JSON of a contract, as text. */
const contractJson = (contract: DataContract): string => JSON.stringify(dataContract.toJson(contract));
