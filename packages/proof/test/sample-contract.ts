import { describeContract, type ContractDescription, type DocumentTypeDescription } from '@dapikit/contract';

export const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
export const CONTRACT = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';

/** A contract in the official JSON. */
export const contractOf = (documentSchemas: object): object => ({
  $formatVersion: '1',
  id: CONTRACT,
  ownerId: OWNER,
  version: 1,
  config: {
    $formatVersion: '1',
    canBeDeleted: false,
    readonly: false,
    keepsHistory: false,
    documentsKeepHistoryContractDefault: false,
    documentsMutableContractDefault: true,
    documentsCanBeDeletedContractDefault: true,
    requiresIdentityDecryptionBoundedKey: null,
    requiresIdentityEncryptionBoundedKey: null,
    sizedIntegerTypes: true,
  },
  documentSchemas,
  groups: {},
  tokens: {},
  keywords: [],
  description: null,
});

/** The description of a contract. */
export function described(contract: object): ContractDescription {
  const result = describeContract(contract, { protocolVersion: 13 });
  if (!result.ok) throw new Error(result.diagnostics.map(({ message }) => message).join('; '));
  return result.description;
}

/** A document type with these properties, which get their positions here, and members of the type. */
export const schemaOf = (properties: Readonly<Record<string, object>>, members: object = {}): object => ({
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(properties).map(([name, schema], position) => [name, { ...schema, position }]),
  ),
  additionalProperties: false,
  ...members,
});

/** The description of one document type. */
export const typeOf = (
  properties: Readonly<Record<string, object>>,
  members: object = {},
): DocumentTypeDescription =>
  described(contractOf({ note: schemaOf(properties, members) })).documentTypes[0]!;

/** Schemas of one property each, by how it is stored. */
export const SCHEMAS = {
  u8: { type: 'integer', minimum: 0, maximum: 255 },
  u16: { type: 'integer', minimum: 0, maximum: 65_535 },
  u32: { type: 'integer', minimum: 0, maximum: 4_294_967_295 },
  u64: { type: 'integer', minimum: 0 },
  i8: { type: 'integer', minimum: -128, maximum: 127 },
  i16: { type: 'integer', minimum: -32_768, maximum: 32_767 },
  i32: { type: 'integer', minimum: -2_147_483_648, maximum: 2_147_483_647 },
  i64: { type: 'integer' },
  f64: { type: 'number' },
  string: { type: 'string', maxLength: 63 },
  boolean: { type: 'boolean' },
  bytes: { type: 'array', byteArray: true, maxItems: 40 },
  seal: { type: 'array', byteArray: true, minItems: 5, maxItems: 5 },
  identifier: {
    type: 'array',
    byteArray: true,
    minItems: 32,
    maxItems: 32,
    contentMediaType: 'application/x.dash.dpp.identifier',
  },
} as const;
