/** Describes text that an editor inserts: `$1`, `$2` are the places to fill in. */
interface Snippet {
  readonly label: string;
  readonly description: string;
  readonly body: unknown;
}

const TEXT = { type: 'string', maxLength: 63, position: 0 };

/**
 * Builds a document type whose property is the place of this number; all places of one number are filled in together.
 */
const typeWith = (place: number): unknown => ({
  type: 'object',
  properties: { [`\${${place}:text}`]: TEXT },
  required: [`\${${place}:text}`],
  additionalProperties: false,
});

/** Lists the snippets for a document type. */
export const TYPE_SNIPPETS: readonly Snippet[] = [
  { label: 'New document type', description: 'A document type with one property', body: typeWith(1) },
];

/** Lists the snippets for a property. */
export const PROPERTY_SNIPPETS: readonly Snippet[] = [
  { label: 'Text', description: 'Text of a limited length', body: { ...TEXT, position: '^${1:0}' } },
  {
    label: 'Integer',
    description: 'An integer that is stored in as few bytes as its bounds allow',
    body: { type: 'integer', minimum: 0, maximum: '^${1:255}', position: '^${2:0}' },
  },
  {
    label: 'Identifier',
    description: 'The identifier of an identity, a contract or a document',
    body: {
      type: 'array',
      byteArray: true,
      minItems: 32,
      maxItems: 32,
      contentMediaType: 'application/x.dash.dpp.identifier',
      position: '^${1:0}',
    },
  },
  {
    label: 'Bytes',
    description: 'A byte array',
    body: { type: 'array', byteArray: true, maxItems: '^${1:255}', position: '^${2:0}' },
  },
  {
    label: 'Object',
    description: 'An object with one property',
    body: {
      type: 'object',
      properties: { '${1:text}': TEXT },
      additionalProperties: false,
      position: '^${2:0}',
    },
  },
];

/** Lists the snippets for an index. */
export const INDEX_SNIPPETS: readonly Snippet[] = [
  {
    label: 'New index',
    description: 'An index on one property',
    body: { name: '${1:byText}', properties: [{ '${2:text}': 'asc' }] },
  },
  {
    label: 'New unique index',
    description: 'Documents of an owner have different values',
    body: {
      name: '${1:byOwnerAndText}',
      properties: [{ $ownerId: 'asc' }, { '${2:text}': 'asc' }],
      unique: true,
    },
  },
];

/** Lists the snippets for an empty file. */
export const CONTRACT_SNIPPETS: readonly Snippet[] = [
  {
    label: 'New contract',
    description: 'A contract with one document type, in the official JSON',
    body: {
      $formatVersion: '1',
      id: '${1:11111111111111111111111111111111}',
      ownerId: '${2:11111111111111111111111111111111}',
      version: 1,
      documentSchemas: { '${3:note}': typeWith(4) },
    },
  },
  {
    label: 'New map of document types',
    description: 'Only document types, by name',
    body: { '${1:note}': typeWith(2) },
  },
];
