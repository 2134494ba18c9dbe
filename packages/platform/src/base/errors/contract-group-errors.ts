import { identifierText } from '../bytes/identifier.js';
import { CONTRACT, IDENTITY } from './example-values.js';
import { paid, unpaid, withOwnCode, type ErrorText } from './rejection-definition.js';

/** Describes why a contract does not make or join a contract group. */
export interface ContractGroupProblem {
  /** Id of the group, in base58; absent where it is not about one that has an id. */
  readonly contractGroupId?: string;
  /** The identity in question, in base58; absent where it is not about one. */
  readonly identityId?: string;
  readonly summary: string;
  readonly fix: string;
}

const GROUP = identifierText(CONTRACT);

const describe = ({ summary, fix }: ContractGroupProblem): ErrorText => ({
  problem: summary,
  expected: 'a contract group and memberships that the network accepts',
  found: summary,
  fix,
});

/** Defines an error that the transition alone shows; no bytes of a preview are published. */
const structure = (code: number, summary: string, fix: string) =>
  withOwnCode<ContractGroupProblem>(code, unpaid<ContractGroupProblem>({ summary, fix }, describe));

/** Defines an error that the state shows; no bytes of a preview are published. */
const state = (code: number, summary: string, fix: string) =>
  withOwnCode<ContractGroupProblem>(
    code,
    paid<ContractGroupProblem>(
      { contractGroupId: GROUP, identityId: identifierText(IDENTITY), summary, fix },
      describe,
    ),
  );

/**
 * Lists the errors about contract groups.
 *
 * Source: `contract-groups.md` in the book of dashpay/platform.
 */
export const CONTRACT_GROUP_ERRORS = {
  ContractGroupMembershipsOverLimitError: structure(
    10_360,
    'the contract has 17 memberships: the maximum is 16',
    'remove memberships',
  ),
  DuplicateContractGroupMembershipError: structure(
    10_361,
    'the contract joins a group twice',
    'remove one of the memberships',
  ),
  RedundantContractGroupMembershipError: structure(
    10_362,
    'a part of the contract joins a group that the whole contract joins',
    'remove the membership of the part',
  ),
  ContractGroupMemberNotInContractError: structure(
    10_363,
    'the contract has no document type "listing"',
    'name a document type of the contract',
  ),
  InvalidContractGroupAdminsError: structure(
    10_364,
    'the owner of the group is one of its admins',
    'remove the owner: it adds members without that',
  ),
  InvalidContractGroupNameLengthError: structure(
    10_366,
    'the name of the group has 65 characters: it has 1 to 64',
    'shorten the name',
  ),
  InvalidContractGroupDescriptionLengthError: structure(
    10_367,
    'the description of the group has 257 characters: it has 1 to 256',
    'shorten the description',
  ),
  ContractGroupAlreadyExistsError: state(
    41_000,
    `the contract group ${GROUP} exists already`,
    'register with another nonce',
  ),
  ContractGroupNotFoundError: state(
    41_001,
    `there is no contract group ${GROUP}`,
    'check the id of the group',
  ),
  IdentityNotContractGroupOwnerOrAdminError: state(
    41_002,
    `${identifierText(IDENTITY)} neither owns nor administers the contract group ${GROUP}`,
    'act as its owner, or as one of its admins',
  ),
  ContractGroupAdminNotFoundError: state(
    41_003,
    `the admin ${identifierText(IDENTITY)} of the group is no identity of a user`,
    'check the id of the admin',
  ),
};
