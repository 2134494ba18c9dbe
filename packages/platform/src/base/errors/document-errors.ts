import { identifierText } from '../bytes/identifier.js';
import { paid, unpaid, type OfficialErrors, type With } from './rejection-definition.js';
import { CONTRACT, DOCUMENT, IDENTITY, OTHER_DOCUMENT, OTHER_IDENTITY, TOKEN } from './example-values.js';
import { jsonValue } from './json-value.js';
import { shortText } from './shortened.js';

/** Describes a value that the schema of its type rejects. */
interface SchemaError {
  readonly keyword: string;
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly propertyName: string;
  /** JSON. */
  readonly params: unknown;
  readonly summary: string;
  readonly fix?: string;
}

/** Returns the payload of a value that the schema rejects. Its text has the fix: an SDK shows this text and no other. */
export const schemaError = ({ params, ...error }: SchemaError) => ({
  ...error,
  errorSummary: [error.summary, ...(error.fix === undefined ? [] : [error.fix])].map(shortText).join(': '),
  params: jsonValue(params),
});

/** Returns the payload of a value that JSON lacks. @param place such as `data.picture` */
export const withoutJson = (place: string, problem: string) => ({
  valueError: `${place}: ${problem}`,
  problem,
});

/** Returns the payload of a sum that exceeds 64 bits. @param sum a description, such as `the sum of the outputs` */
export const overflow = (sum: string) => ({ message: `${sum} exceeds 64 bits` });

/** Lists who may create documents by the numbers of `creationRestrictionMode`. */
export const CREATION_MODES = ['noRestrictions', 'ownerOnly', 'noCreationAllowed'] as const;

const contractName = (id: Uint8Array | undefined): string =>
  id === undefined ? 'this contract' : identifierText(id);

/** Splits what the document validator reports about a value of the wrong type. */
const TYPE_SUMMARY = /^expected (.+?), found (.+)$/s;

/**
 * Lists the errors of document transitions. Prices are credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const DOCUMENT_ERRORS = {
  JsonSchemaError: paid(
    schemaError({
      instancePath: '/message',
      summary: '"hello hello …" has 70 characters: the maximum is 63',
      schemaPath: '/properties/message/maxLength',
      keyword: 'maxLength',
      propertyName: '',
      params: {},
    }),
    (error: With<'JsonSchemaError', { summary: string; fix?: string }>) => {
      const place = error.instancePath === '' ? 'the document' : error.instancePath;
      const [, expected, found] = TYPE_SUMMARY.exec(error.summary) ?? [];
      return {
        problem: `${place}: ${error.summary}`,
        expected: expected ?? `what ${error.schemaPath} requires of ${place}`,
        found: found ?? error.summary,
        ...(error.fix === undefined ? {} : { fix: error.fix }),
      };
    },
  ),
  ValueError: paid(
    withoutJson('data.picture', 'a value of type enumU8 has no form in JSON'),
    ({ valueError, problem }: With<'ValueError', { problem: string }>) => ({
      problem: valueError,
      expected: 'a value that JSON has',
      found: problem,
      fix: 'send text, numbers, booleans, bytes, identifiers, and maps of them with names as keys',
    }),
  ),
  DataContractNotPresentError: paid({ dataContractId: CONTRACT }, ({ dataContractId }) => ({
    problem: `contract ${identifierText(dataContractId)} is not registered`,
    expected: 'the id of a registered contract',
    found: identifierText(dataContractId),
    fix: 'register the contract first, or check its id',
  })),
  InvalidDocumentTransitionActionError: paid(
    { action: 'documents of type "note" cannot be transferred' },
    ({ action, option }: With<'InvalidDocumentTransitionActionError', { option?: string }>) => ({
      problem: action,
      expected: 'a transition that the document type allows',
      found: action,
      fix:
        option === undefined
          ? 'leave the transition out, or register the type with the option that allows it'
          : `register the document type with ${option}, or leave the transition out`,
    }),
  ),
  InvalidDocumentTransitionIdError: paid(
    { expectedId: DOCUMENT, invalidId: OTHER_DOCUMENT },
    ({ expectedId, invalidId }) => ({
      problem: `the document id must be ${identifierText(expectedId)}, which follows from contract, owner, type and entropy, not ${identifierText(invalidId)}`,
      expected: `the id ${identifierText(expectedId)}`,
      found: identifierText(invalidId),
      fix: 'derive the id from contract, owner, type and entropy',
    }),
  ),
  InvalidDocumentTypeError: paid(
    { documentType: 'note', dataContractId: CONTRACT },
    ({ documentType, dataContractId }) => ({
      problem: `contract ${identifierText(dataContractId)} has no document type "${documentType}"`,
      expected: `a document type of contract ${identifierText(dataContractId)}`,
      found: documentType,
      fix: 'check the name; it is case-sensitive',
    }),
  ),
  MaxDocumentsTransitionsExceededError: unpaid({ maxTransitions: 1 }, ({ maxTransitions: max }) => ({
    problem: `the batch has more than ${max} transition`,
    expected: `at most ${max} transition`,
    found: 'more',
    fix: 'send one transition at a time',
  })),
  DocumentTransitionsAreAbsentError: unpaid({}, () => ({
    problem: 'the batch has no transition',
    expected: 'one transition',
    found: 'none',
    fix: 'add a transition',
  })),
  DocumentCreationNotAllowedError: paid(
    { dataContractId: CONTRACT, documentTypeName: 'note', creationRestrictionMode: 'ownerOnly' },
    ({ dataContractId, documentTypeName, creationRestrictionMode: mode }) => ({
      problem:
        mode === 'ownerOnly'
          ? `only the owner of contract ${identifierText(dataContractId)} creates documents of type ${documentTypeName}`
          : `users cannot create documents of type ${documentTypeName}`,
      expected:
        mode === 'ownerOnly'
          ? `the owner of contract ${identifierText(dataContractId)}`
          : 'a document type that users may create',
      found: mode === 'ownerOnly' ? 'another identity' : `the type ${documentTypeName}`,
      fix: 'register the type with creationRestrictionMode 0 to let everybody create them',
    }),
  ),
  DocumentFieldMaxSizeExceededError: paid(
    { field: 'message', actualSizeBytes: 6000n, maxSizeBytes: 5120n },
    (error) => ({
      problem: `${error.field} has ${error.actualSizeBytes} bytes, and the maximum is ${error.maxSizeBytes}`,
      expected: `at most ${error.maxSizeBytes} bytes in ${error.field}`,
      found: `${error.actualSizeBytes}`,
      fix: 'shorten the value',
    }),
  ),
  OverflowError: unpaid(overflow('the sum of the outputs'), ({ message }) => ({
    problem: message,
    expected: 'sums below 2^64',
    found: 'more',
    fix: 'use smaller amounts',
  })),
  SerializedObjectParsingError: unpaid(
    { parsingError: 'the first byte is 99' },
    ({ parsingError: problem, fix }: With<'SerializedObjectParsingError', { fix?: string }>) => ({
      problem: `the bytes are not a state transition: ${problem}`,
      expected: 'the bytes of a state transition',
      found: problem,
      fix: fix ?? 'send the bytes as an official SDK makes them',
    }),
  ),
  StateTransitionNotActiveError: unpaid(
    { stateTransitionType: 'addressFundsTransfer', requiredProtocolVersion: 11, currentProtocolVersion: 9 },
    (error) => ({
      problem: `transitions of type ${error.stateTransitionType} exist from protocol ${error.requiredProtocolVersion} on, and this platform runs protocol ${error.currentProtocolVersion}`,
      expected: `protocol ${error.requiredProtocolVersion} or later`,
      found: `${error.currentProtocolVersion}`,
      fix: 'run the platform with a newer protocol',
    }),
  ),
  StateTransitionMaxSizeExceededError: unpaid(
    { actualSizeBytes: 20_481n, maxSizeBytes: 20_480n },
    ({ actualSizeBytes: actual, maxSizeBytes: max }) => ({
      problem: `the transition has ${actual} bytes, and the maximum is ${max}`,
      expected: `a transition of at most ${max} bytes`,
      found: `${actual}`,
      fix: 'shorten the data',
    }),
  ),
  DocumentAlreadyPresentError: paid({ documentId: DOCUMENT }, ({ documentId }) => ({
    problem: `document ${identifierText(documentId)} exists already`,
    expected: 'an id that no document has',
    found: identifierText(documentId),
    fix: 'use other entropy',
  })),
  DocumentNotFoundError: paid({ documentId: DOCUMENT }, ({ documentId }) => ({
    problem: `there is no document ${identifierText(documentId)}`,
    expected: 'the id of a stored document',
    found: identifierText(documentId),
    fix: 'check the id and the document type; a contender has no document before it wins',
  })),
  DocumentOwnerIdMismatchError: paid(
    { documentId: DOCUMENT, documentOwnerId: OTHER_IDENTITY, existingDocumentOwnerId: IDENTITY },
    (error) => ({
      problem: `document ${identifierText(error.documentId)} belongs to ${identifierText(error.existingDocumentOwnerId)}, not to ${identifierText(error.documentOwnerId)}`,
      expected: `the owner of ${identifierText(error.documentId)}, ${identifierText(error.existingDocumentOwnerId)}`,
      found: identifierText(error.documentOwnerId),
      fix: 'sign as the owner',
    }),
  ),
  DuplicateUniqueIndexError: paid(
    { documentId: DOCUMENT, duplicatingProperties: ['name'], existingDocumentId: OTHER_DOCUMENT },
    (error: With<'DuplicateUniqueIndexError', { existingDocumentId: Uint8Array | undefined }>) => {
      const { existingDocumentId: id, duplicatingProperties } = error;
      const names = duplicatingProperties.join(', ');
      // Entries of indices have no ids.
      const other = id === undefined ? 'another document' : `document ${identifierText(id)}`;
      return {
        problem: `${other} has the same values of ${names}, which are unique`,
        expected: `values of ${names} that no document has`,
        found: `those of ${other}`,
        fix: 'choose other values',
      };
    },
  ),
  InvalidDocumentRevisionError: paid(
    { documentId: DOCUMENT, previousRevision: 1n, desiredRevision: 9n },
    ({ documentId, previousRevision: previous, desiredRevision: desired }) =>
      previous === undefined
        ? {
            problem: `document ${identifierText(documentId)} has no revision, as documents of its type never change`,
            expected: 'no revision',
            found: `${desired}`,
            fix: 'register the type with documentsMutable: true, transferable: 1 or tradeMode: 1',
          }
        : {
            problem: `document ${identifierText(documentId)} has revision ${previous}, so the next one is ${previous + 1n}, not ${desired}`,
            expected: `revision ${previous + 1n}`,
            found: `${desired}`,
            fix: 'fetch the document and add one to its revision',
          },
  ),
  DocumentNotForSaleError: paid({ documentId: DOCUMENT }, ({ documentId }) => ({
    problem: `document ${identifierText(documentId)} is not for sale`,
    expected: 'a document with a price',
    found: `${identifierText(documentId)} without a price`,
    fix: 'its owner sets a price first',
  })),
  DocumentIncorrectPurchasePriceError: paid(
    { documentId: DOCUMENT, tryingToPurchaseAtPrice: 9n, actualPrice: 10n },
    (error) => ({
      problem: `document ${identifierText(error.documentId)} costs ${error.actualPrice} credits, not ${error.tryingToPurchaseAtPrice}`,
      expected: `the price of ${error.actualPrice} credits`,
      found: `${error.tryingToPurchaseAtPrice}`,
      fix: 'offer exactly the price',
    }),
  ),
  DataTriggerConditionError: paid(
    { dataContractId: CONTRACT, documentId: DOCUMENT, message: 'a parent domain' },
    (error) => ({
      problem: `document ${identifierText(error.documentId)} must have ${error.message}`,
      expected: error.message,
      found: `document ${identifierText(error.documentId)}, which does not meet it`,
      fix: 'change the document; this system contract demands it in addition to its schema',
    }),
  ),
  RequiredTokenPaymentInfoNotSetError: paid({ tokenId: TOKEN, action: 'mint' }, ({ tokenId, action }) => ({
    problem: `${action} costs tokens ${identifierText(tokenId)}, and the transition has no tokenPaymentInfo`,
    expected: `tokenPaymentInfo for token ${identifierText(tokenId)}`,
    found: 'none',
    fix: 'send tokenPaymentInfo with the transition',
  })),
  IdentityHasNotAgreedToPayRequiredTokenAmountError: paid(
    { action: 'mint', requiredAmount: 10n, tokenId: TOKEN, identityMinOffer: 1n, identityMaxOffer: 5n },
    (error) => ({
      problem: `${error.action} costs ${error.requiredAmount} of token ${identifierText(error.tokenId)}, which is not between minimumTokenCost (${error.identityMinOffer ?? 'none'}) and maximumTokenCost (${error.identityMaxOffer ?? 'none'})`,
      expected: `${error.requiredAmount} between minimumTokenCost and maximumTokenCost`,
      found: `${error.identityMinOffer ?? 'none'} and ${error.identityMaxOffer ?? 'none'}`,
      fix: 'agree to the cost',
    }),
  ),
  IdentityTryingToPayWithWrongTokenError: paid(
    {
      expectedContractId: undefined,
      expectedTokenContractPosition: 0,
      expectedTokenId: TOKEN,
      actualContractId: CONTRACT,
      actualTokenContractPosition: 1,
      actualTokenId: TOKEN,
    },
    (error) => {
      const expected = `token ${error.expectedTokenContractPosition} of ${contractName(error.expectedContractId)} (${identifierText(error.expectedTokenId)})`;
      const found = `token ${error.actualTokenContractPosition} of ${contractName(error.actualContractId)}`;
      return {
        problem: `the document type costs ${expected}, not ${found}`,
        expected,
        found,
        fix: 'name the token that the document type names',
      };
    },
  ),
} satisfies OfficialErrors;
