import { paidText, unpaidText } from './error-definition.js';

type OfContract = {
  readonly contractId: string;
};

/**
 * Lists the errors of contracts that depend on the state. Ids are base58, times milliseconds.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 * The network has no transition that deletes a contract: ContractDeletionNotAllowedError and its number are this
 * package's.
 */
export const CONTRACT_ERRORS = {
  DataContractAlreadyPresentError: paidText(40000, ({ contractId }: OfContract) => ({
    problem: `contract ${contractId} is registered already`,
    expected: 'an id that no contract has',
    found: contractId,
    fix: 'register it with another nonce, or update the contract',
  })),
  DataContractUpdatePermissionError: paidText(
    40003,
    (error: OfContract & { readonly ownerId: string; readonly signerId: string }) => ({
      problem: `contract ${error.contractId} belongs to ${error.ownerId}, not to ${error.signerId}`,
      expected: `the owner of contract ${error.contractId}, ${error.ownerId}`,
      found: error.signerId,
      fix: 'sign as the owner',
    }),
  ),
  PreProgrammedDistributionTimestampInPastError: paidText(
    40005,
    (error: OfContract & { readonly position: number; readonly time: number; readonly now: number }) => ({
      problem: `the first distribution of token ${error.position} is at ${error.time}, before the block at ${error.now}`,
      expected: `a first distribution of token ${error.position} at ${error.now} or later`,
      found: `${error.time}`,
      fix: 'choose later times',
    }),
  ),
  IdentityInTokenConfigurationNotFoundError: paidText(
    40006,
    (
      error: OfContract & { readonly position: number; readonly role: string; readonly identityId: string },
    ) => ({
      problem: `token ${error.position} names ${error.identityId} as ${error.role}, which is not an identity`,
      expected: `an identity as ${error.role} of token ${error.position}`,
      found: error.identityId,
      fix: 'create the identity first, or check its id',
    }),
  ),
  IdentityMemberOfGroupNotFoundError: paidText(
    40007,
    (error: OfContract & { readonly position: number; readonly identityId: string }) => ({
      problem: `group ${error.position} names the member ${error.identityId}, which is not an identity`,
      expected: `an identity as member of group ${error.position}`,
      found: error.identityId,
      fix: 'create the identity first, or check its id',
    }),
  ),
  DataContractNotFoundError: paidText(40008, ({ contractId }: OfContract) => ({
    problem: `tokenCost names contract ${contractId}, which is not registered`,
    expected: 'the id of a registered contract in tokenCost',
    found: contractId,
    fix: 'register that contract first, or check its id',
  })),
  InvalidTokenPositionStateError: paidText(
    40009,
    ({
      contractId,
      max,
      position,
    }: OfContract & { readonly max: number | undefined; readonly position: number }) =>
      max === undefined
        ? {
            problem: `tokenCost names token ${position} of contract ${contractId}, which has no tokens`,
            expected: 'a contract with tokens in tokenCost',
            found: contractId,
            fix: 'check the token that the document type names',
          }
        : {
            problem: `tokenCost names token ${position} of contract ${contractId}, whose last token is ${max}`,
            expected: `a position up to ${max}`,
            found: `${position}`,
            fix: 'check the token that the document type names',
          },
  ),
  ContractDeletionNotAllowedError: unpaidText(
    49_001,
    ({ contractId, reason }: OfContract & { readonly reason: string }) => ({
      problem: `contract ${contractId} cannot be deleted: ${reason}`,
      expected: 'a contract that its owner may delete',
      found: `${contractId}: ${reason}`,
      fix: 'delete a contract as its owner, with canBeDeleted in its config, and without a running contest',
    }),
  ),
};
