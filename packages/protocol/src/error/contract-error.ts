import { identifier } from '../codec/bytes.js';
import { enumOf } from '../codec/enum-of.js';
import { text } from '../codec/primitives.js';
import { struct } from '../codec/struct.js';
import { dataContract } from '../contract/data-contract.js';
import { value } from '../value/value.js';
import { nestedError } from './error-definition.js';

const form = {
  name: 'DataContractError',
  summary: 'Explains an error in a contract.',
  source: 'packages/rs-dpp/src/data_contract/errors/contract.rs',
};

const message = struct(form, { message: text });

/** The variants in order, and their codes. */
const VARIANTS = {
  DecodingContractError: message,
  DecodingDocumentError: message,
  InvalidDocumentTypeError: struct(form, { documentType: text, dataContract }),
  DocumentTypesAreMissingError: struct(form, { dataContractId: identifier }),
  MissingRequiredKey: message,
  FieldRequirementUnmet: message,
  RegexError: message,
  KeyWrongType: message,
  ValueWrongType: message,
  InvalidURI: message,
  KeyWrongBounds: message,
  KeyValueMustExist: message,
  ValueDecodingError: message,
  EncodingDataStructureNotSupported: message,
  InvalidContractStructure: message,
  DocumentTypeNotFound: message,
  DocumentTypeFieldNotFound: message,
  ReferenceDefinitionNotFound: message,
  DocumentOwnerIdMissing: message,
  DocumentIdMissing: message,
  Unsupported: message,
  CorruptedSerialization: message,
  JsonSchema: struct(form, {
    errorSummary: text,
    keyword: text,
    instancePath: text,
    schemaPath: text,
    params: value,
    propertyName: text,
  }),
} as const;

const CODES: Readonly<Record<keyof typeof VARIANTS, number>> = {
  DecodingContractError: 10222,
  DecodingDocumentError: 10223,
  InvalidDocumentTypeError: 10224,
  DocumentTypesAreMissingError: 10214,
  MissingRequiredKey: 10225,
  FieldRequirementUnmet: 10226,
  RegexError: 10247,
  KeyWrongType: 10227,
  ValueWrongType: 10228,
  InvalidURI: 10240,
  KeyWrongBounds: 10241,
  KeyValueMustExist: 10242,
  ValueDecodingError: 10229,
  EncodingDataStructureNotSupported: 10230,
  InvalidContractStructure: 10231,
  DocumentTypeNotFound: 10232,
  DocumentTypeFieldNotFound: 10233,
  ReferenceDefinitionNotFound: 10234,
  DocumentOwnerIdMissing: 10235,
  DocumentIdMissing: 10236,
  Unsupported: 10237,
  CorruptedSerialization: 10238,
  JsonSchema: 10239,
};

/** Describes an error in a contract. */
export const contractError = nestedError(
  enumOf({ name: 'DataContractError', tag: 'error', jsonTag: 'error' }, VARIANTS),
  CODES,
);
