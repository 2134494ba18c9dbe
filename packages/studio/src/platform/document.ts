import type { DocumentTypeDescription, PropertyDescription } from '@dapikit/contract';
import { flatProperties } from '../contract/property-limits.js';
import { membersOf, textAt } from './answer.js';
import { nameOf, shortId, type NamedIdentity } from './identity.js';
import { textOf } from './property-value.js';

/** A document as the server answers it. */
export interface StoredDocument {
  readonly id: string;
  readonly ownerId: string;
  /** All of it, by names. */
  readonly json: Readonly<Record<string, unknown>>;
}

/** Reads a document. */
export const documentOf = (value: unknown): StoredDocument => ({
  id: textAt(value, '$id'),
  ownerId: textAt(value, '$ownerId'),
  json: membersOf(value),
});

/** The properties of a type that hold values, those inside objects too. */
export const valueProperties = (type: DocumentTypeDescription): readonly PropertyDescription[] =>
  flatProperties(type).filter(({ type }) => type !== 'object');

/** The value at a dotted path of a document. */
export const valueAt = (json: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((at, name) => membersOf(at)[name], json);

const LONGEST = 60;

/** A value of a document for a table: identities by their names, long values cut. */
export function shownValue(
  property: Pick<PropertyDescription, 'path' | 'type'>,
  json: unknown,
  identities: readonly NamedIdentity[],
): string {
  const value = valueAt(json, property.path);
  if (value === undefined || value === null) return '–';
  const text =
    property.type === 'identifier'
      ? nameOf(identities, textOf('identifier', value))
      : textOf(property.type, value);
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/** How a document is called in a sentence: by its first value. */
export function documentTitle(type: DocumentTypeDescription, { id, json }: StoredDocument): string {
  const [first] = valueProperties(type);
  const value = first === undefined ? undefined : valueAt(json, first.path);
  return typeof value === 'string' && first?.type === 'string' && value !== ''
    ? `“${value.slice(0, LONGEST)}”`
    : shortId(id);
}
