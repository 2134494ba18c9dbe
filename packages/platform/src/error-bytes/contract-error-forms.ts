import type { ConsensusError as OfficialError } from '@dapikit/protocol';
import { bytesOf } from '../bytes/identifier-order.js';
import type { ContractRejectedError } from '../contract/contract-error.js';

/** Describes what a diagnostic says about a contract. */
interface ContractFacts {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly message: string;
  /** The JSON pointer of the value. */
  readonly at: string;
  /** The document type that the pointer leads into; empty outside of types. */
  readonly documentType: string;
}

type ContractForm = (facts: ContractFacts) => OfficialError;

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

/**
 * The official forms of rejected contracts by their codes. Codes without a row have fields that a diagnostic does not have, such as
 * numbers: they go without bytes.
 */
const FORMS: ReadonlyMap<number, ContractForm> = new Map<number, ContractForm>([
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
    10257,
    ({ message }) => ({
      group: 'basic',
      name: 'InvalidTokenDistributionFunctionIncoherenceError',
      fields: { message },
    }),
  ],
  [10258, () => ({ group: 'basic', name: 'MissingDefaultLocalizationError', fields: {} })],
  [10357, () => ({ group: 'basic', name: 'MainGroupIsNotDefinedError', fields: {} })],
  [
    10415,
    ({ documentType }) => ({
      group: 'basic',
      name: 'InvalidDocumentTypeNameError',
      fields: { name: documentType },
    }),
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

/** Returns the official form of a rejected contract; nothing where there is none, or the diagnostic does not have its fields. */
export function rejectedContractForm({
  code,
  contractId,
  first,
}: ContractRejectedError): OfficialError | undefined {
  if (code === undefined || contractId === undefined || first === undefined) return undefined;
  const { message, at } = first;
  return FORMS.get(code)?.({
    contractId: bytesOf(contractId),
    message,
    at,
    documentType: /^\/(?:documentSchemas|documents)\/([^/]*)/.exec(at)?.[1] ?? '',
  });
}
