import type { ConsensusError as OfficialError } from '@dapikit/protocol';
import {
  ContractFacts,
  identifierFrom,
  longOf,
  memberOf,
  numberOf,
  type ContractRow,
  type RejectedContract,
} from './contract-facts.js';
import { GROUP_ERROR_FORMS, WORD_ERROR_FORMS } from './contract-group-error-forms.js';
import { TOKEN_CONTRACT_ERROR_FORMS } from './contract-token-error-forms.js';
import {
  repeatedIndexName,
  INDEX_LIMITS,
  indexFields,
  indexName,
  ownIndex,
  exclusiveIndices,
  missingPosition,
} from './index-fields.js';

type ContractForm = ContractRow[1];

/** The inner errors of DataContractError that have a message only, by their codes. */
const MESSAGES = {
  10222: 'DecodingContractError',
  10225: 'MissingRequiredKey',
  10226: 'FieldRequirementUnmet',
  10227: 'KeyWrongType',
  10228: 'ValueWrongType',
  10229: 'ValueDecodingError',
  10230: 'EncodingDataStructureNotSupported',
  10231: 'InvalidContractStructure',
  10237: 'Unsupported',
  10240: 'InvalidURI',
  10241: 'KeyWrongBounds',
  10242: 'KeyValueMustExist',
  10247: 'RegexError',
} as const;

/** Lists the official forms of rejected contracts by their codes. */
const FORMS: ReadonlyMap<number, ContractForm> = new Map<number, ContractForm>([
  ...GROUP_ERROR_FORMS,
  ...TOKEN_CONTRACT_ERROR_FORMS,
  ...WORD_ERROR_FORMS,
  ...Object.entries(MESSAGES).map(([code, error]): [number, ContractForm] => [
    Number(code),
    ({ message }) => ({ group: 'basic', name: 'ContractError', fields: { error, message } }),
  ]),
  [
    10101,
    ({ message, at }) => ({
      group: 'basic',
      name: 'JsonSchemaError',
      fields: {
        errorSummary: message,
        keyword: at.split('/').at(-1) ?? '',
        instancePath: at,
        schemaPath: '',
        params: { type: 'map', value: [] },
        propertyName: '',
      },
    }),
  ],
  [10103, ({ message }) => ({ group: 'basic', name: 'ValueError', fields: { valueError: message } })],
  [10207, ({ message }) => ({ group: 'basic', name: 'InvalidJsonSchemaRefError', fields: { message } })],
  [
    10201,
    (facts) => ({
      group: 'basic',
      name: 'DuplicateIndexError',
      fields: { documentType: facts.documentType, indexName: repeatedIndexName(facts) },
    }),
  ],
  [
    10204,
    ({ contractId, value }) => ({
      group: 'basic',
      name: 'InvalidDataContractIdError',
      fields: { expectedId: contractId, invalidId: identifierFrom(value) },
    }),
  ],
  [
    10205,
    (facts) => {
      const [constraintName, max] = INDEX_LIMITS[facts.rule] ?? ['', 0];
      return {
        group: 'basic',
        name: 'InvalidIndexedPropertyConstraintError',
        fields: { ...indexFields(facts), constraintName, reason: `at most ${max}` },
      };
    },
  ],
  [
    10208,
    (facts) => ({
      group: 'basic',
      name: 'SystemPropertyIndexAlreadyPresentError',
      fields: indexFields(facts),
    }),
  ],
  [10209, (facts) => ({ group: 'basic', name: 'UndefinedIndexPropertyError', fields: indexFields(facts) })],
  [
    10211,
    (facts) => ({
      group: 'basic',
      name: 'DuplicateIndexNameError',
      fields: { documentType: facts.documentType, duplicateIndexName: indexName(ownIndex(facts)) },
    }),
  ],
  [
    10212,
    ({ contract }, { registeredVersion = 0 }) => ({
      group: 'basic',
      name: 'InvalidDataContractVersionError',
      fields: {
        expectedVersion: registeredVersion + 1,
        version: numberOf(memberOf(contract, 'version'), 0xff_ff_ff_ff),
      },
    }),
  ],
  [
    10214,
    ({ contractId }) => ({
      group: 'basic',
      name: 'ContractError',
      fields: { error: 'DocumentTypesAreMissingError', dataContractId: contractId },
    }),
  ],
  [
    10213,
    ({ contractId, message, at }) => ({
      group: 'basic',
      name: 'IncompatibleDataContractSchemaError',
      fields: { dataContractId: contractId, operation: message, fieldPath: at },
    }),
  ],
  [
    10217,
    ({ documentType, at }) => ({
      group: 'basic',
      name: 'DataContractInvalidIndexDefinitionUpdateError',
      fields: { documentType, indexPath: at },
    }),
  ],
  [
    10246,
    ({ documentType, message, at }) => ({
      group: 'basic',
      name: 'IncompatibleDocumentTypeSchemaError',
      fields: { documentTypeName: documentType, operation: message, propertyPath: at },
    }),
  ],
  [
    10248,
    (facts) => ({
      group: 'basic',
      name: 'ContestedUniqueIndexOnMutableDocumentTypeError',
      fields: { documentType: facts.documentType, contestedUniqueIndexName: indexName(ownIndex(facts)) },
    }),
  ],
  [
    10249,
    (facts) => ({
      group: 'basic',
      name: 'ContestedUniqueIndexWithUniqueIndexError',
      fields: { documentType: facts.documentType, ...exclusiveIndices(facts) },
    }),
  ],
  [
    10400,
    ({ value }) => ({
      group: 'basic',
      name: 'DataContractNotPresentError',
      fields: { dataContractId: identifierFrom(value) },
    }),
  ],
  [
    10411,
    (facts) => ({
      group: 'basic',
      name: 'MissingPositionsInDocumentTypePropertiesError',
      fields: {
        missingPosition: missingPosition(facts),
        contractId: facts.contractId,
        documentTypeName: facts.documentType,
      },
    }),
  ],
  [
    10415,
    ({ documentType }) => ({
      group: 'basic',
      name: 'InvalidDocumentTypeNameError',
      fields: { name: documentType },
    }),
  ],
  [
    10602,
    ({ message }) => {
      const [actual, max] = message.match(/\d+/g) ?? [];
      return {
        group: 'basic',
        name: 'StateTransitionMaxSizeExceededError',
        fields: { actualSizeBytes: longOf(actual), maxSizeBytes: longOf(max) },
      };
    },
  ],
  [
    40001,
    ({ contractId }) => ({
      group: 'state',
      name: 'DataContractIsReadonlyError',
      fields: { dataContractId: contractId },
    }),
  ],
  [
    40002,
    ({ contractId, message }) => ({
      group: 'state',
      name: 'DataContractConfigUpdateError',
      fields: { dataContractId: contractId, additionalMessage: message },
    }),
  ],
  [
    40003,
    ({ contractId, value }) => ({
      group: 'state',
      name: 'DataContractUpdatePermissionError',
      fields: { dataContractId: contractId, identityId: identifierFrom(value) },
    }),
  ],
  [
    40004,
    ({ contractId, message }) => ({
      group: 'state',
      name: 'DataContractUpdateActionNotAllowedError',
      fields: { dataContractId: contractId, action: message },
    }),
  ],
  [
    40212,
    ({ contractId, documentType, message }) => ({
      group: 'state',
      name: 'DocumentTypeUpdateError',
      fields: { dataContractId: contractId, documentTypeName: documentType, additionalMessage: message },
    }),
  ],
]);

/** Returns the official form of a rejected contract; nothing where there is none. */
export function rejectedContractForm(error: RejectedContract): OfficialError | undefined {
  const { code, contractId, first } = error;
  if (code === undefined || contractId === undefined || first === undefined) return undefined;
  return FORMS.get(code)?.(new ContractFacts(first, contractId, error), error);
}
