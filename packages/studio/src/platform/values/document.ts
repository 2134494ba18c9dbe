import type { DocumentTypeDescription, PropertyDescription } from '@dapikit/contract';
import { flattenProperties } from '../../contract/property-limits.js';
import { getMembers, getText } from '../../json/json-values.js';
import { getName, shortenId, type NamedId } from '../state/identity.js';
import { formatTyped } from './property-value.js';

/** Describes a document, as the server returns it. */
export interface StoredDocument {
  readonly id: string;
  readonly ownerId: string;
  /** All members. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Reads a document from JSON. */
export const readDocument = (value: unknown): StoredDocument => ({
  id: getText(value, '$id'),
  ownerId: getText(value, '$ownerId'),
  json: getMembers(value),
});

/** Lists the properties of a type that hold values, with those inside objects. */
export const listValueProperties = (type: DocumentTypeDescription): readonly PropertyDescription[] =>
  flattenProperties(type).filter(({ type }) => type !== 'object');

/** Returns the value at a dotted path of a document. */
export const getValue = (json: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => getMembers(at)[name], json);

/** Lists the identifiers of a document: its owner, and those among its values. */
export const listIdentifiers = (
  type: DocumentTypeDescription,
  { ownerId, json }: StoredDocument,
): readonly string[] => [
  ownerId,
  ...listValueProperties(type)
    .filter((property) => property.type === 'identifier')
    .map(({ path }) => getValue(json, path))
    .filter((value) => typeof value === 'string'),
];

const MAX_LENGTH = 60;

/** Formats a value for a table: ids by their names, long values truncated. */
export function formatValue(
  property: Pick<PropertyDescription, 'path' | 'type'>,
  json: unknown,
  named: readonly NamedId[],
): string {
  const value = getValue(json, property.path);
  if (value === undefined || value === null) return '–';
  const text =
    property.type === 'identifier'
      ? getName(named, formatTyped('identifier', value))
      : formatTyped(property.type, value);
  return text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH)}…` : text;
}

/** Returns the title of a document: its first value where that is text, or the start of its id. */
export function getTitle(type: DocumentTypeDescription, { id, json }: StoredDocument): string {
  const [first] = listValueProperties(type);
  const value = first === undefined ? undefined : getValue(json, first.path);
  return typeof value === 'string' && first?.type === 'string' && value !== ''
    ? `“${value.slice(0, MAX_LENGTH)}”`
    : shortenId(id);
}
