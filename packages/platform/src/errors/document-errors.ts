import { paid, unpaid, type Nothing } from './refusal.js';

type Id = {
  readonly documentId: string;
};

const some = (value: { toString(): string } | undefined): string =>
  value === undefined ? 'nothing' : value.toString();

/** What the validator of documents says of a mistake. */
const SUMMARY = /^expected (.+?), found (.+)$/s;

/**
 * Why writes of documents are refused; ids are base58, prices credits.
 *
 * Source: `packages/rs-dpp/src/errors/consensus/codes.rs` and the structures beside it in dashpay/platform.
 */
export const DOCUMENT_ERRORS = {
  JsonSchemaError: paid(
    10101,
    (error: {
      readonly keyword: string;
      readonly instancePath: string;
      readonly schemaPath: string;
      readonly propertyName: string;
      readonly params: unknown;
      readonly summary: string;
    }) => {
      const place = error.instancePath === '' ? 'the document' : error.instancePath;
      const [, expected, found] = SUMMARY.exec(error.summary) ?? [];
      return {
        expected: expected ?? `what ${error.schemaPath} says of ${place}`,
        found: found ?? error.summary,
        advice: `mend ${place}`,
        message: `${place}: ${error.summary}`,
      };
    },
  ),
  DataContractNotPresentError: paid(10400, ({ contractId }: { readonly contractId: string }) => ({
    expected: 'the id of a registered contract',
    found: contractId,
    advice: 'register the contract first, or check its id',
  })),
  DuplicateDocumentTransitionsWithIdsError: unpaid(10401, ({ documentId }: Id) => ({
    expected: 'each document once',
    found: `${documentId} twice`,
    advice: 'send one operation a document',
  })),
  InvalidDocumentTransitionActionError: paid(
    10404,
    (error: { readonly action: string; readonly option?: string }) => ({
      expected: 'an operation that the document type allows',
      found: error.action,
      advice:
        error.option === undefined
          ? 'leave the operation out'
          : `register the document type with ${error.option}, or leave the operation out`,
    }),
  ),
  InvalidDocumentTransitionIdError: paid(
    10405,
    ({ expected, given }: { readonly expected: string; readonly given: string }) => ({
      expected: `the id ${expected}`,
      found: given,
      advice: 'derive the id from contract, owner, type and entropy',
    }),
  ),
  InvalidDocumentTypeError: paid(
    10406,
    ({ documentType, contractId }: { readonly documentType: string; readonly contractId: string }) => ({
      expected: `a document type of contract ${contractId}`,
      found: documentType,
      advice: 'check the name; upper and lower case count',
    }),
  ),
  MaxDocumentsTransitionsExceededError: unpaid(10412, ({ most }: { readonly most: number }) => ({
    expected: `at most ${most} operation`,
    found: 'more',
    advice: 'send one operation at a time',
  })),
  DocumentTransitionsAreAbsentError: unpaid<Nothing>(10413, () => ({
    expected: 'one operation',
    found: 'none',
    advice: 'say what is to be done',
  })),
  DocumentCreationNotAllowedError: paid(
    10416,
    (error: { readonly contractId: string; readonly documentType: string; readonly mode: number }) => ({
      expected:
        error.mode === 1
          ? `the owner of contract ${error.contractId}`
          : 'a document type that users may create',
      found: error.mode === 1 ? 'another identity' : `the type ${error.documentType}`,
      advice: `creationRestrictionMode of the type is ${error.mode}; register it with 0 to let everybody create them`,
    }),
  ),
  DocumentFieldMaxSizeExceededError: paid(
    10417,
    (error: { readonly field: string; readonly actual: number; readonly most: number }) => ({
      expected: `at most ${error.most} bytes in ${error.field}`,
      found: `${error.actual}`,
      advice: 'shorten the value',
    }),
  ),
  OverflowError: unpaid(10700, ({ amount }: { readonly amount: bigint }) => ({
    expected: 'a price that fits 64 bits together with what an operation costs at least',
    found: `${amount}`,
    advice: 'nobody has as many credits',
  })),
  StateTransitionMaxSizeExceededError: unpaid(
    10602,
    ({ actual, most }: { readonly actual: number; readonly most: number }) => ({
      expected: `an operation of at most ${most} bytes`,
      found: `${actual}`,
      advice: 'shorten the data',
    }),
  ),
  DocumentAlreadyPresentError: paid(40100, ({ documentId }: Id) => ({
    expected: 'an id that no document has',
    found: documentId,
    advice: 'take other entropy',
  })),
  DocumentNotFoundError: paid(40101, ({ documentId }: Id) => ({
    expected: 'the id of a stored document',
    found: documentId,
    advice: 'check the id and the document type; a contender is no document before it wins',
  })),
  DocumentOwnerIdMismatchError: paid(
    40102,
    (error: Id & { readonly given: string; readonly actual: string }) => ({
      expected: `the owner of ${error.documentId}, ${error.actual}`,
      found: error.given,
      advice: 'sign as the owner',
    }),
  ),
  DuplicateUniqueIndexError: paid(40105, (error: Id & { readonly properties: readonly string[] }) => ({
    expected: `values of ${error.properties.join(', ')} that no document has`,
    found: `the same in another document than ${error.documentId}`,
    advice: 'choose other values',
  })),
  InvalidDocumentRevisionError: paid(
    40106,
    (error: Id & { readonly previous: bigint | undefined; readonly desired: bigint }) => ({
      expected: error.previous === undefined ? 'no revision' : `revision ${error.previous + 1n}`,
      found: `${error.desired}`,
      advice:
        error.previous === undefined
          ? 'documents of the type never change: register it with documentsMutable: true, transferable: 1 or tradeMode: 1'
          : 'fetch the document and add one to its revision',
    }),
  ),
  DocumentNotForSaleError: paid(40108, ({ documentId }: Id) => ({
    expected: 'a document with a price',
    found: `${documentId} without one`,
    advice: 'its owner sets a price first',
  })),
  DocumentIncorrectPurchasePriceError: paid(
    40109,
    (error: Id & { readonly offered: bigint; readonly actual: bigint }) => ({
      expected: `the price of ${error.actual} credits`,
      found: `${error.offered}`,
      advice: 'offer exactly the price',
    }),
  ),
  DataTriggerConditionError: paid(
    40500,
    (error: { readonly contractId: string; readonly documentId: string; readonly condition: string }) => ({
      expected: error.condition,
      found: `document ${error.documentId}, which does not meet it`,
      advice:
        'change the document so that it does: this contract of the network demands it beside its schema',
    }),
  ),
  RequiredTokenPaymentInfoNotSetError: paid(
    40115,
    ({ tokenId, action }: { readonly tokenId: string; readonly action: string }) => ({
      expected: `tokenPaymentInfo, since ${action} costs tokens ${tokenId}`,
      found: 'none',
      advice: 'send it with the operation',
    }),
  ),
  IdentityHasNotAgreedToPayRequiredTokenAmountError: paid(
    40116,
    (error: {
      readonly tokenId: string;
      readonly required: bigint;
      readonly least: bigint | undefined;
      readonly most: bigint | undefined;
      readonly action: string;
    }) => ({
      expected: `${error.required} of token ${error.tokenId} between minimumTokenCost and maximumTokenCost for ${error.action}`,
      found: `${some(error.least)} and ${some(error.most)}`,
      advice: 'agree to the cost',
    }),
  ),
  IdentityTryingToPayWithWrongTokenError: paid(
    40117,
    (error: {
      readonly expectedContractId: string | undefined;
      readonly expectedPosition: number;
      readonly contractId: string | undefined;
      readonly position: number;
      readonly tokenId: string;
    }) => ({
      expected: `token ${error.expectedPosition} of ${error.expectedContractId ?? 'this contract'} (${error.tokenId})`,
      found: `token ${error.position} of ${error.contractId ?? 'this contract'}`,
      advice: 'name the token that the document type names',
    }),
  ),
};
