import { consensusErrorCode, decodeConsensusError } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { errorBytes } from '../src/error-bytes/official-error.js';
import { ConsensusError, listErrors, type ConsensusErrorName } from '../src/errors/consensus-error.js';

const ID = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const ADDRESS = 'ab'.repeat(20);

/** A value for each member that payloads have; `expected`, `current` and `given` differ by error. */
const MEMBERS: Readonly<Record<string, unknown>> = {
  contractId: ID,
  documentId: ID,
  identityId: ID,
  recipientId: ID,
  signerId: ID,
  ownerId: ID,
  tokenId: ID,
  proTxHash: ID,
  balanceId: ID,
  expectedContractId: undefined,
  poll: {
    $type: 'contestedDocumentResourceVotePoll',
    contractId: ID,
    documentTypeName: 'domain',
    indexName: 'parentNameAndLabel',
    indexValues: ['dash', 'a11ce', 5, -5, true, null],
  },
  documentType: 'note',
  purpose: 'AUTHENTICATION',
  level: 'HIGH',
  keyType: 'BLS12_381',
  keyIds: [1, 2],
  properties: ['name'],
  params: { additionalProperties: ['a'], least: 5, pattern: 1.5, list: [null, -1n] },
  reason: 'nonce too far in future',
  role: 'freezeRules',
  status: `Awarded(${ID})`,
  previous: undefined,
  txid: 'cd'.repeat(32),
  locked: 'cd'.repeat(32),
  transitionId: 'cd'.repeat(32),
  address: 'tdash1kz46h2at4w46h2at4w46h2at4w46h2at4vsxaemk',
  addresses: [],
  script: '76a9',
  pooling: 'standard',
  step: 'input',
  inputs: 9n,
  outputs: 8n,
  actionId: ID,
  takers: { $type: 'group', position: 1 },
  fields: ['mint_amount'],
  length: 2049,
  max: 5,
  min: 5n,
};

/** Members whose type depends on the error. */
const OF_ERROR: Partial<Record<ConsensusErrorName, object>> = {
  InvalidDocumentTransitionIdError: { expected: ID, given: ID },
  DocumentOwnerIdMismatchError: { given: ID, actual: ID },
  MasternodeIncorrectVotingAddressError: { current: ADDRESS, given: ADDRESS },
  MasternodeIncorrectVoterIdentityIdError: { expected: ID, given: ID },
  InvalidSignaturePublicKeySecurityLevelError: { allowed: ['CRITICAL'] },
  InvalidSignaturePublicKeyPurposeError: { allowed: ['TRANSFER', 'OWNER'] },
  InvalidIdentityPublicKeySecurityLevelError: { allowed: ['MEDIUM'] },
  InvalidKeyPurposeForContractBoundsError: { allowed: ['ENCRYPTION'] },
  DocumentFieldMaxSizeExceededError: { actual: 6 },
  StateTransitionMaxSizeExceededError: { actual: 20_481 },
  InvalidIdentityPublicKeyDataError: { actual: 6, expected: 5 },
  ContestedDocumentsTemporarilyNotAllowedError: { current: 1, target: 4 },
  StateTransitionNotActiveError: { current: 9, required: 11, type: 'shield' },
  InvalidTokenAmountError: { max: 5n },
  UnsupportedFeatureError: { current: 13 },
  InvalidTokenIdError: { expected: ID },
  InvalidActionIdError: { expected: ID, given: ID },
  TokenSettingMaxSupplyToLessThanCurrentSupplyError: { max: 5n },
  TokenMintPastMaxSupplyError: { max: 5n },
  InvalidTokenClaimNoCurrentRewards: {
    current: { unit: 'epoch', value: 5n },
    lastClaim: { unit: 'height', value: 4n },
  },
  InvalidTokenClaimWrongClaimant: { expected: ID },
  TokenDirectPurchaseUserPriceTooLow: { given: 6n },
  IdentityHasNotAgreedToPayRequiredTokenAmountError: { max: 5n },
  PreProgrammedDistributionTimestampInPastError: { time: 5, now: 6 },
  InvalidIdentifierError: { expected: ID, given: ID },
  InvalidAssetLockProofCoreChainHeightError: { current: 5 },
  IdentityAssetLockTransactionTooManyInputsError: { actual: 101, max: 100 },
  IdentityAssetLockTransactionOutPointNotEnoughBalanceError: { initial: 9n, left: 5n },
  TransitionOverMaxInputsError: { actual: 17, max: 16 },
  TransitionOverMaxOutputsError: { actual: 129, max: 128 },
  InputWitnessCountMismatchError: { inputs: 2, witnesses: 1 },
  FeeStrategyTooManyStepsError: { actual: 5, max: 4 },
  InvalidRemainderOutputCountError: { actual: 2 },
  AddressInvalidNonceError: { provided: 2, expected: 3 },
  InvalidIdentityCreditWithdrawalTransitionAmountError: { max: 9n },
  WithdrawalBelowMinAmountError: { max: 9n },
  InvalidIdentityRevisionError: { current: 5n, wanted: 7n },
};

const TEXTS = [
  'problem',
  'action',
  'field',
  'keyword',
  'instancePath',
  'schemaPath',
  'propertyName',
  'summary',
  'feature',
  'transitionType',
  'noteType',
  'property',
  'original',
  'modified',
];
const NUMBERS = [
  'position',
  'expectedPosition',
  'keyId',
  'otherKeyId',
  'mode',
  'already',
  'lockedCount',
  'index',
  'proven',
  'height',
];
const COUNTS = ['coreFeePerByte', 'count', 'added', 'disabled', 'startedAt', 'now', 'joinWindow', 'keys'];

const AMOUNTS = [
  'amount',
  'attempted',
  'balance',
  'credits',
  'current',
  'desired',
  'expected',
  'actual',
  'nonce',
  'offered',
  'paid',
  'price',
  'required',
  'unlockCredits',
  'wanted',
];

const every = (names: readonly string[], value: unknown): Readonly<Record<string, unknown>> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** A payload with every member that any error asks for. */
function payloadOf(name: ConsensusErrorName): never {
  const members: object = {
    ...every(AMOUNTS, 7n),
    ...every([...TEXTS, 'signer', 'condition', 'choice', 'found'], 'text'),
    ...every([...NUMBERS, ...COUNTS], 1),
    ...MEMBERS,
    ...OF_ERROR[name],
  };
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- it has every member of every payload
  return members as never;
}

/** The errors without a serialised form, and why. */
const WITHOUT_FORM: Readonly<Partial<Record<ConsensusErrorName, string>>> = {
  ContractDeletionNotAllowedError: 'the network has no transition that deletes a contract',
  DocumentContestNotJoinableError: 'it contains the block that started the contest',
  DocumentContestIndexMismatchError: 'the network has it from protocol 14 on',
  DocumentContestNotRequiredError: 'the network has it from protocol 14 on',
  DocumentContestContendersLimitReachedError: 'the network has it from protocol 14 on',
  VoteChoiceNotAllowedForVotePollError: 'the network has it from protocol 14 on',
};

const nameOf = (text: string): ConsensusErrorName => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- no other names are listed
  return text as ConsensusErrorName;
};

const listed = listErrors().map(({ name, code }) => ({ name: nameOf(name), code }));

it.each(listed.filter(({ name }) => !(name in WITHOUT_FORM)))(
  'errorBytes encodes $name with code $code',
  ({ name, code }) => {
    const bytes = errorBytes(new ConsensusError(name, payloadOf(name)))!;
    const { value, length } = decodeConsensusError(bytes);
    expect(consensusErrorCode(value)).toBe(code);
    expect(length).toBe(bytes.length);
  },
);

it.each(listed.filter(({ name }) => name in WITHOUT_FORM))(
  'errorBytes returns nothing for $name',
  ({ name }) => {
    expect(errorBytes(new ConsensusError(name, payloadOf(name)))).toBeUndefined();
  },
);
