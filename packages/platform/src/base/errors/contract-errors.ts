import type { ConsensusErrorFields } from '@dapikit/protocol';
import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, withOwnCode, type OfficialErrors, type With } from './rejection-definition.js';
import { CONTRACT, IDENTITY } from './example-values.js';

type TokenContext = ConsensusErrorFields<'IdentityInTokenConfigurationNotFoundError'>['context'];

const CONTEXTS = {
  newTokensDestinationIdentity: 'defaultMintingRecipient',
  'recipient of the perpetual distribution': 'perpetualDistributionRecipient',
  'recipient of a distribution that is fixed beforehand': 'preProgrammedDistributionRecipient',
} as const;

const isContext = (role: string): role is keyof typeof CONTEXTS => Object.hasOwn(CONTEXTS, role);

/** Returns what an identity is for in a token; a rule is named by its member of the configuration. */
export const tokenContext = (role: string): TokenContext =>
  isContext(role) ? { type: CONTEXTS[role] } : { type: 'changeControlRule', rule: role };

const roleText = (context: TokenContext): string =>
  context.type === 'changeControlRule'
    ? context.rule
    : (Object.entries(CONTEXTS).find(([, type]) => type === context.type)?.[0] ?? context.type);

/**
 * Lists the errors of contracts that depend on the state. Times are milliseconds.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
const OFFICIAL = {
  DataContractAlreadyPresentError: paid({ dataContractId: CONTRACT }, ({ dataContractId }) => ({
    problem: `contract ${identifierText(dataContractId)} is registered already`,
    expected: 'an id that no contract has',
    found: identifierText(dataContractId),
    fix: 'register it with another nonce, or update the contract',
  })),
  DataContractUpdatePermissionError: paid(
    { dataContractId: CONTRACT, ownerId: IDENTITY, identityId: IDENTITY },
    (error: With<'DataContractUpdatePermissionError', { ownerId: Uint8Array }>) => ({
      problem: `contract ${identifierText(error.dataContractId)} belongs to ${identifierText(error.ownerId)}, not to ${identifierText(error.identityId)}`,
      expected: `the owner of contract ${identifierText(error.dataContractId)}, ${identifierText(error.ownerId)}`,
      found: identifierText(error.identityId),
      fix: 'sign as the owner',
    }),
  ),
  PreProgrammedDistributionTimestampInPastError: paid(
    {
      dataContractId: CONTRACT,
      tokenPosition: 1,
      preProgrammedTimestamp: 1_767_225_600_000n,
      currentTimestamp: 1_767_229_200_000n,
    },
    (error) => ({
      problem: `the first distribution of token ${error.tokenPosition} is at ${error.preProgrammedTimestamp}, before the block at ${error.currentTimestamp}`,
      expected: `a first distribution of token ${error.tokenPosition} at ${error.currentTimestamp} or later`,
      found: `${error.preProgrammedTimestamp}`,
      fix: 'choose later times',
    }),
  ),
  IdentityInTokenConfigurationNotFoundError: paid(
    { contractId: CONTRACT, tokenPosition: 1, context: tokenContext('freezeRules'), identityId: IDENTITY },
    (error) => ({
      problem: `token ${error.tokenPosition} names ${identifierText(error.identityId)} as ${roleText(error.context)}, which is not an identity`,
      expected: `an identity as ${roleText(error.context)} of token ${error.tokenPosition}`,
      found: identifierText(error.identityId),
      fix: 'create the identity first, or check its id',
    }),
  ),
  IdentityMemberOfGroupNotFoundError: paid(
    { contractId: CONTRACT, groupPosition: 1, memberId: IDENTITY },
    (error) => ({
      problem: `group ${error.groupPosition} names the member ${identifierText(error.memberId)}, which is not an identity`,
      expected: `an identity as member of group ${error.groupPosition}`,
      found: identifierText(error.memberId),
      fix: 'create the identity first, or check its id',
    }),
  ),
  DataContractNotFoundError: paid({ dataContractId: CONTRACT }, ({ dataContractId }) => ({
    problem: `tokenCost names contract ${identifierText(dataContractId)}, which is not registered`,
    expected: 'the id of a registered contract in tokenCost',
    found: identifierText(dataContractId),
    fix: 'register that contract first, or check its id',
  })),
  InvalidTokenPositionStateError: paid(
    { contractId: CONTRACT, maxTokenPosition: 5, invalidTokenPosition: 6 },
    ({
      contractId,
      maxTokenPosition: max,
      invalidTokenPosition: position,
    }: With<'InvalidTokenPositionStateError', { contractId: Uint8Array }>) =>
      max === undefined
        ? {
            problem: `tokenCost names token ${position} of contract ${identifierText(contractId)}, which has no tokens`,
            expected: 'a contract with tokens in tokenCost',
            found: identifierText(contractId),
            fix: 'check the token that the document type names',
          }
        : {
            problem: `tokenCost names token ${position} of contract ${identifierText(contractId)}, whose last token is ${max}`,
            expected: `a position up to ${max}`,
            found: `${position}`,
            fix: 'check the token that the document type names',
          },
  ),
} satisfies OfficialErrors;

/** Lists the errors of contracts: the network has no transition that deletes one, so that this error is the package's own. */
export const CONTRACT_ERRORS = {
  ...OFFICIAL,
  ContractDeletionNotAllowedError: withOwnCode(
    49_001,
    unpaid(
      { contractId: CONTRACT, reason: 'canBeDeleted is false' },
      ({ contractId, reason }: { readonly contractId: Uint8Array; readonly reason: string }) => ({
        problem: `contract ${identifierText(contractId)} cannot be deleted: ${reason}`,
        expected: 'a contract that its owner may delete',
        found: `${identifierText(contractId)}: ${reason}`,
        fix: 'delete a contract as its owner, with canBeDeleted in its config, and without a running contest',
      }),
    ),
  ),
};
