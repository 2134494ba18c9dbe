import { paid, unpaid } from './refusal.js';

type Of = {
  readonly contractId: string;
};

/**
 * Why contracts are refused for what the state is, and not for what they are; ids are base58, times milliseconds.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures beside it in dashpay/platform. The network has
 * no operation that deletes a contract: ContractDeletionNotAllowedError and its number are this package's.
 */
export const CONTRACT_ERRORS = {
  DataContractAlreadyPresentError: paid(40000, ({ contractId }: Of) => ({
    expected: 'an id that no contract has',
    found: contractId,
    advice: 'register it with another nonce, or update the contract',
  })),
  DataContractUpdatePermissionError: paid(
    40003,
    (error: Of & { readonly ownerId: string; readonly signerId: string }) => ({
      expected: `the owner of contract ${error.contractId}, ${error.ownerId}`,
      found: error.signerId,
      advice: 'sign as the owner',
    }),
  ),
  PreProgrammedDistributionTimestampInPastError: paid(
    40005,
    (error: Of & { readonly position: number; readonly time: number; readonly now: number }) => ({
      expected: `a first distribution of token ${error.position} from ${error.now} on, the time of the block`,
      found: `${error.time}`,
      advice: 'choose later times',
    }),
  ),
  IdentityInTokenConfigurationNotFoundError: paid(
    40006,
    (error: Of & { readonly position: number; readonly role: string; readonly identityId: string }) => ({
      expected: `an identity as ${error.role} of token ${error.position}`,
      found: error.identityId,
      advice: 'create the identity first, or check its id',
    }),
  ),
  IdentityMemberOfGroupNotFoundError: paid(
    40007,
    (error: Of & { readonly position: number; readonly identityId: string }) => ({
      expected: `an identity as member of group ${error.position}`,
      found: error.identityId,
      advice: 'create the identity first, or check its id',
    }),
  ),
  DataContractNotFoundError: paid(40008, ({ contractId }: Of) => ({
    expected: 'the id of a registered contract in tokenCost',
    found: contractId,
    advice: 'register that contract first, or check its id',
  })),
  InvalidTokenPositionStateError: paid(
    40009,
    (error: Of & { readonly most: number | undefined; readonly position: number }) => ({
      expected:
        error.most === undefined
          ? `a contract with tokens in tokenCost`
          : `a position up to ${error.most}, the last of contract ${error.contractId}`,
      found: error.most === undefined ? error.contractId : `${error.position}`,
      advice: 'check the token that the document type names',
    }),
  ),
  ContractDeletionNotAllowedError: unpaid(
    49_001,
    ({ contractId, reason }: Of & { readonly reason: string }) => ({
      expected: 'a contract that may be deleted by its owner',
      found: `${contractId}: ${reason}`,
      advice:
        'only the owner deletes a contract, one whose config has canBeDeleted, without a running contest',
    }),
  ),
};
