import { identifierText } from '../bytes/identifier.js';
import { paid, withOwnCode } from './rejection-definition.js';
import { DOCUMENT } from './example-values.js';

/** Describes a rule of its type that a write of a document breaks: the fields of the network, and the words of the validator. */
export interface BrokenRule {
  /** By their names in the network's error; identifiers in base58. */
  readonly fields: Readonly<Record<string, unknown>>;
  readonly summary: string;
  readonly fix: string;
}

/** Returns a sentence of the validator as a part of a message. */
const withoutStop = (sentence: string): string => sentence.replace(/\.$/, '');

/** Defines an error about a write; no bytes of a preview are published. */
const broken = (code: number, fields: BrokenRule['fields'], summary: string, fix: string) =>
  withOwnCode<BrokenRule>(
    code,
    paid<BrokenRule>({ fields, summary, fix }, (rule) => ({
      problem: withoutStop(rule.summary),
      expected: 'a write that the document type allows',
      found: withoutStop(rule.summary),
      fix: withoutStop(rule.fix).replace(/^[A-Z](?=[a-z])/, (letter) => letter.toLowerCase()),
    })),
  );

const note = { documentTypeName: 'note' };
const documentId = identifierText(DOCUMENT);

/**
 * Lists the errors about writes of documents, and about tokens, that came with protocol 14.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` of dashpay/platform.
 */
export const WRITE_ERRORS = {
  DocumentPropertyNotDistinctError: broken(
    10_419,
    { ...note, property: 'friendId', distinctFrom: '$ownerId' },
    '"friendId" is the same identifier as the owner',
    'write another identifier, or omit the property',
  ),
  InvalidEncryptedPropertyShapeError: broken(
    10_420,
    {
      property: 'message',
      scheme: 'ecdh-secp256k1-aes256-cbc',
      actualLength: 33,
      minimumLength: 32,
      blockLength: 16,
    },
    '33 bytes are no encrypted value',
    'encrypt the value with the scheme',
  ),
  DocumentPropertyMaxBytesExceededError: broken(
    10_421,
    { property: 'text', byteLength: 6, maxBytes: 4 },
    'the text has 6 bytes: the maximum is 4',
    'shorten the text',
  ),
  DocumentPropertyConstraintViolatedError: broken(
    10_422,
    { ...note, constraint: 'explained', violation: 'NotMet' },
    'the rule "explained" is broken: it does not hold',
    'change the values so that the rule holds',
  ),
  DocumentReferencePreimageInvalidError: broken(
    10_423,
    { ...note, path: 'commitmentId', property: 'salt', reason: 'it is absent' },
    '"salt" cannot be revealed: it is absent',
    'write the value that was committed to',
  ),
  DocumentPropertyNotGeneratedError: broken(
    10_424,
    {
      ...note,
      property: 'slug',
      function: 'sys.stringTransformations.lowercase',
      params: ['label'],
    },
    '"slug" differs from "bob", which is generated from "label"',
    'omit the property: the platform fills it in',
  ),
  DocumentImmutablePropertyChangedError: broken(
    40_128,
    { documentId, ...note, property: 'stars' },
    '"stars" is immutable',
    'send the stored value',
  ),
  GasFeesPaidByNotAllowedError: broken(
    40_129,
    { asked: 1, offered: 0 },
    'the owner of the contract does not offer to pay the fees of the action',
    'pay them yourself: leave "gasFeesPaidBy" out',
  ),
  GasSponsorInsufficientBalanceError: broken(
    40_222,
    { sponsorId: documentId, requiredBalance: 500_000n, balance: 1n },
    'the owner of the contract has too few credits to pay the fees',
    'pay them yourself: leave "gasFeesPaidBy" out',
  ),
  TokenOncePerIdentityDistributionAlreadyClaimedError: broken(
    40_722,
    { tokenId: documentId, identityId: documentId, claimedAtMs: 1_700_000_000_000n },
    `identity ${documentId} claimed its part of token ${documentId} already, at 1700000000000`,
    'claim for another identity: each gets its part once',
  ),
  TokenNotTransferableError: broken(
    40_726,
    { contractId: documentId, tokenContractPosition: 0 },
    'the token 0 cannot be transferred',
    'use a token that can',
  ),
  DocumentActionFeeAgreementNotSetError: broken(
    40_132,
    { ...note, action: 'create', owner: 100n, moderators: 0n },
    'a create of a "note" costs 100 credits for the owner of the contract and 0 for its moderators',
    'agree to the fee with "actionFeeAgreement"',
  ),
  DocumentActionFeeAgreementMismatchError: broken(
    40_133,
    { ...note, action: 'create', owner: 100n, moderators: 0n },
    'the agreed fee differs from that of the contract',
    'read the contract again',
  ),
  DocumentActionFeeMultiplierNotToleratedError: broken(
    40_134,
    { ...note, action: 'create', knownPermille: 500, increaseTolerancePercent: 20, currentPermille: 1000 },
    'the fee multiplier is 1000 permille, and at most 600 are agreed',
    'agree to a higher multiplier',
  ),
  DocumentActionFeeModeratorsShareMismatchError: broken(
    40_139,
    { ...note, action: 'create', moderators: 50n },
    'no team of moderators takes less than 100 credits',
    'agree to the amount of the contract',
  ),
  DocumentExpiredError: broken(
    40_140,
    {
      contractId: documentId,
      ...note,
      documentId,
      expiredAt: 1_700_003_600_000n,
      blockTime: 1_700_003_600_001n,
    },
    'the document of type "note" expired at 1700003600000',
    'create another document',
  ),
  DocumentDeleteConstraintViolatedError: broken(
    40_147,
    { documentId, ...note, constraint: 'unrated', violation: 'NotMet' },
    'the rule "unrated" is broken: it does not hold',
    'delete the document when the rule holds',
  ),
  ReferencedEntityNotFoundError: broken(
    40_120,
    { entityId: documentId, entityType: 'permanentDocument', path: 'listingId' },
    '"listingId" refers to a document that does not exist',
    'write the id of something that exists',
  ),
  ReferencedIdentityKeyNotFoundError: broken(
    40_123,
    { ...note, path: 'keyId', identityId: documentId, keyId: 7 },
    '"keyId" refers to a key that does not exist',
    'write the number of a key of that identity',
  ),
  ReferencedIdentityKeyDisabledError: broken(
    40_124,
    { ...note, path: 'keyId', identityId: documentId, keyId: 1 },
    '"keyId" refers to a disabled key',
    'write the number of an enabled key',
  ),
  ReferencedDocumentPropertyMismatchError: broken(
    40_127,
    { path: 'listingId', referringProperty: 'sellerId', referencedProperty: '$ownerId' },
    '"sellerId" differs from "$ownerId" of the document that "listingId" refers to',
    'write the value of that document',
  ),
  ReferencedIdentityKeyRequirementNotMetError: broken(
    40_136,
    {
      ...note,
      path: 'keyId',
      identityId: documentId,
      keyId: 1,
      field: 'purpose',
      required: 'encryption',
      actual: 'authentication',
    },
    '"keyId" refers to a key whose purpose is authentication: it must be encryption',
    'write the number of such a key',
  ),
  ReferencedDocumentRequirementNotMetError: broken(
    40_142,
    { documentId, field: 'minimumAgeBlocks', required: '1', path: 'salt' },
    '"salt" refers to a document of this block: it must be 1 blocks old',
    'wait until the document is old enough',
  ),
  ReferencedContractRequirementNotMetError: broken(
    40_135,
    { contractId: documentId, field: 'owner', required: 'self', path: 'targetId' },
    '"targetId" refers to a contract that does not meet owner: self',
    'refer to a contract that meets the requirements',
  ),
  ReferencedDocumentRemovedError: broken(
    40_145,
    { documentId, path: 'postId', referencedProperty: 'text' },
    '"postId" refers to a removed document, whose record does not have "text"',
    'refer to another document',
  ),
  DocumentModeratorFieldNotWritableError: broken(
    41_124,
    { ...note, property: 'label' },
    'only moderators write "label"',
    'omit the property; in a replace, send the stored value',
  ),
};
