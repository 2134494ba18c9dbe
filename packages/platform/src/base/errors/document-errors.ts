import { paidText, unpaidText, type NoPayload } from './error-definition.js';

type OfDocument = {
  readonly documentId: string;
};

/** Splits what the document validator reports about a value of the wrong type. */
const TYPE_SUMMARY = /^expected (.+?), found (.+)$/s;

/**
 * Lists the errors of document transitions. Ids are base58, prices credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures in the same folder of dashpay/platform.
 */
export const DOCUMENT_ERRORS = {
  JsonSchemaError: paidText(
    10101,
    (error: {
      readonly keyword: string;
      readonly instancePath: string;
      readonly schemaPath: string;
      readonly propertyName: string;
      readonly params: unknown;
      readonly summary: string;
      readonly fix?: string;
    }) => {
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
  ValueError: paidText(10103, ({ place, problem }: { readonly place: string; readonly problem: string }) => ({
    problem: `${place}: ${problem}`,
    expected: 'a value that JSON has',
    found: problem,
    fix: 'send text, numbers, booleans, bytes, identifiers, and maps of them with names as keys',
  })),
  DataContractNotPresentError: paidText(10400, ({ contractId }: { readonly contractId: string }) => ({
    problem: `contract ${contractId} is not registered`,
    expected: 'the id of a registered contract',
    found: contractId,
    fix: 'register the contract first, or check its id',
  })),
  InvalidDocumentTransitionActionError: paidText(
    10404,
    ({ action, option }: { readonly action: string; readonly option?: string }) => ({
      problem: action,
      expected: 'a transition that the document type allows',
      found: action,
      fix:
        option === undefined
          ? 'leave the transition out'
          : `register the document type with ${option}, or leave the transition out`,
    }),
  ),
  InvalidDocumentTransitionIdError: paidText(
    10405,
    ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
      problem: `the document id must be ${expected}, which follows from contract, owner, type and entropy, not ${given}`,
      expected: `the id ${expected}`,
      found: given,
      fix: 'derive the id from contract, owner, type and entropy',
    }),
  ),
  InvalidDocumentTypeError: paidText(
    10406,
    ({ documentType, contractId }: { readonly documentType: string; readonly contractId: string }) => ({
      problem: `contract ${contractId} has no document type "${documentType}"`,
      expected: `a document type of contract ${contractId}`,
      found: documentType,
      fix: 'check the name; it is case-sensitive',
    }),
  ),
  MaxDocumentsTransitionsExceededError: unpaidText(10412, ({ max }: { readonly max: number }) => ({
    problem: `the batch has more than ${max} transition`,
    expected: `at most ${max} transition`,
    found: 'more',
    fix: 'send one transition at a time',
  })),
  DocumentTransitionsAreAbsentError: unpaidText<NoPayload>(10413, () => ({
    problem: 'the batch has no transition',
    expected: 'one transition',
    found: 'none',
    fix: 'add a transition',
  })),
  DocumentCreationNotAllowedError: paidText(
    10416,
    (error: { readonly contractId: string; readonly documentType: string; readonly mode: number }) => ({
      problem:
        error.mode === 1
          ? `only the owner of contract ${error.contractId} creates documents of type ${error.documentType}`
          : `users cannot create documents of type ${error.documentType}`,
      expected:
        error.mode === 1
          ? `the owner of contract ${error.contractId}`
          : 'a document type that users may create',
      found: error.mode === 1 ? 'another identity' : `the type ${error.documentType}`,
      fix: `creationRestrictionMode of the type is ${error.mode}; register it with 0 to let everybody create them`,
    }),
  ),
  DocumentFieldMaxSizeExceededError: paidText(
    10417,
    (error: { readonly field: string; readonly actual: number; readonly max: number }) => ({
      problem: `${error.field} has ${error.actual} bytes, and the maximum is ${error.max}`,
      expected: `at most ${error.max} bytes in ${error.field}`,
      found: `${error.actual}`,
      fix: 'shorten the value',
    }),
  ),
  OverflowError: unpaidText(10700, ({ sum }: { readonly sum: string }) => ({
    problem: `${sum} exceeds 64 bits`,
    expected: 'sums below 2^64',
    found: 'more',
    fix: 'use smaller amounts',
  })),
  SerializedObjectParsingError: unpaidText(
    10002,
    ({ problem, fix }: { readonly problem: string; readonly fix?: string }) => ({
      problem: `the bytes are not a state transition: ${problem}`,
      expected: 'the bytes of a state transition',
      found: problem,
      fix: fix ?? 'send the bytes as an official SDK makes them',
    }),
  ),
  StateTransitionNotActiveError: unpaidText(
    10603,
    (error: { readonly type: string; readonly current: number; readonly required: number }) => ({
      problem: `transitions of type ${error.type} exist from protocol ${error.required} on, and this platform runs protocol ${error.current}`,
      expected: `protocol ${error.required} or later`,
      found: `${error.current}`,
      fix: 'run the platform with a newer protocol',
    }),
  ),
  StateTransitionMaxSizeExceededError: unpaidText(
    10602,
    ({ actual, max }: { readonly actual: number; readonly max: number }) => ({
      problem: `the transition has ${actual} bytes, and the maximum is ${max}`,
      expected: `a transition of at most ${max} bytes`,
      found: `${actual}`,
      fix: 'shorten the data',
    }),
  ),
  DocumentAlreadyPresentError: paidText(40100, ({ documentId }: OfDocument) => ({
    problem: `document ${documentId} exists already`,
    expected: 'an id that no document has',
    found: documentId,
    fix: 'use other entropy',
  })),
  DocumentNotFoundError: paidText(40101, ({ documentId }: OfDocument) => ({
    problem: `there is no document ${documentId}`,
    expected: 'the id of a stored document',
    found: documentId,
    fix: 'check the id and the document type; a contender has no document before it wins',
  })),
  DocumentOwnerIdMismatchError: paidText(
    40102,
    (error: OfDocument & { readonly given: string; readonly actual: string }) => ({
      problem: `document ${error.documentId} belongs to ${error.actual}, not to ${error.given}`,
      expected: `the owner of ${error.documentId}, ${error.actual}`,
      found: error.given,
      fix: 'sign as the owner',
    }),
  ),
  DuplicateUniqueIndexError: paidText(
    40105,
    (error: OfDocument & { readonly properties: readonly string[] }) => ({
      problem: `another document than ${error.documentId} has the same values of ${error.properties.join(', ')}, which are unique`,
      expected: `values of ${error.properties.join(', ')} that no document has`,
      found: `the same in another document than ${error.documentId}`,
      fix: 'choose other values',
    }),
  ),
  InvalidDocumentRevisionError: paidText(
    40106,
    ({
      documentId,
      previous,
      desired,
    }: OfDocument & {
      readonly previous: bigint | undefined;
      readonly desired: bigint;
    }) =>
      previous === undefined
        ? {
            problem: `document ${documentId} has no revision, as documents of its type never change`,
            expected: 'no revision',
            found: `${desired}`,
            fix: 'register the type with documentsMutable: true, transferable: 1 or tradeMode: 1',
          }
        : {
            problem: `document ${documentId} has revision ${previous}, so the next one is ${previous + 1n}, not ${desired}`,
            expected: `revision ${previous + 1n}`,
            found: `${desired}`,
            fix: 'fetch the document and add one to its revision',
          },
  ),
  DocumentNotForSaleError: paidText(40108, ({ documentId }: OfDocument) => ({
    problem: `document ${documentId} is not for sale`,
    expected: 'a document with a price',
    found: `${documentId} without a price`,
    fix: 'its owner sets a price first',
  })),
  DocumentIncorrectPurchasePriceError: paidText(
    40109,
    (error: OfDocument & { readonly offered: bigint; readonly actual: bigint }) => ({
      problem: `document ${error.documentId} costs ${error.actual} credits, not ${error.offered}`,
      expected: `the price of ${error.actual} credits`,
      found: `${error.offered}`,
      fix: 'offer exactly the price',
    }),
  ),
  DataTriggerConditionError: paidText(
    40500,
    (error: { readonly contractId: string; readonly documentId: string; readonly condition: string }) => ({
      problem: `document ${error.documentId} must have ${error.condition}`,
      expected: error.condition,
      found: `document ${error.documentId}, which does not meet it`,
      fix: 'change the document; this system contract demands it in addition to its schema',
    }),
  ),
  RequiredTokenPaymentInfoNotSetError: paidText(
    40115,
    ({ tokenId, action }: { readonly tokenId: string; readonly action: string }) => ({
      problem: `${action} costs tokens ${tokenId}, and the transition has no tokenPaymentInfo`,
      expected: `tokenPaymentInfo for token ${tokenId}`,
      found: 'none',
      fix: 'send tokenPaymentInfo with the transition',
    }),
  ),
  IdentityHasNotAgreedToPayRequiredTokenAmountError: paidText(
    40116,
    (error: {
      readonly tokenId: string;
      readonly required: bigint;
      readonly min: bigint | undefined;
      readonly max: bigint | undefined;
      readonly action: string;
    }) => ({
      problem: `${error.action} costs ${error.required} of token ${error.tokenId}, which is not between minimumTokenCost (${error.min ?? 'none'}) and maximumTokenCost (${error.max ?? 'none'})`,
      expected: `${error.required} between minimumTokenCost and maximumTokenCost`,
      found: `${error.min ?? 'none'} and ${error.max ?? 'none'}`,
      fix: 'agree to the cost',
    }),
  ),
  IdentityTryingToPayWithWrongTokenError: paidText(
    40117,
    (error: {
      readonly expectedContractId: string | undefined;
      readonly expectedPosition: number;
      readonly contractId: string | undefined;
      readonly position: number;
      readonly tokenId: string;
    }) => {
      const expected = `token ${error.expectedPosition} of ${error.expectedContractId ?? 'this contract'} (${error.tokenId})`;
      const found = `token ${error.position} of ${error.contractId ?? 'this contract'}`;
      return {
        problem: `the document type costs ${expected}, not ${found}`,
        expected,
        found,
        fix: 'name the token that the document type names',
      };
    },
  ),
};
