import {
  toPascalCase,
  type AggregatesDescription,
  type DocumentTypeDescription,
  type IndexDescription,
} from '@dapikit/contract';
import type { IndexField, ValueKind } from '@dapikit/client';
import { indexFields } from './index-field.js';

/** A method that reads by an index. */
export interface IndexMethod {
  readonly name: string;
  readonly index: IndexDescription;
  readonly fields: readonly IndexField[];
  readonly overloads: readonly Overload[];
}

/** Parameters and result of the method for a number of values. */
interface Overload {
  readonly where: readonly { readonly path: string; readonly type: string }[];
  /** Writes the type of the query. */
  readonly result: (document: string) => string;
}

/** The types of values by their kind. */
const TYPES: Readonly<Record<ValueKind, string>> = {
  text: 'string',
  boolean: 'boolean',
  integer: 'number',
  bigint: 'bigint',
  float: 'number',
  bytes: 'Uint8Array',
  identifier: 'Identifier',
  time: 'Date',
  object: 'never',
  any: 'unknown',
};
/** Kinds whose values have a smallest one, from which a query in descending order begins. */
const ORDERED_KINDS: ReadonlySet<ValueKind> = new Set(['text', 'integer', 'bigint', 'time']);
const RANGED_KINDS: ReadonlySet<ValueKind> = new Set([...ORDERED_KINDS, 'float', 'bytes', 'identifier']);

/** Lists the methods of the indices of a document type, with what the network serves and proves. */
export function indexMethods(type: DocumentTypeDescription): readonly IndexMethod[] {
  const taken = new Set<string>();
  return type.indices.filter(isProvable).map((index) => {
    const fields = indexFields(type, index);
    return { name: methodName(index.name, taken), index, fields, overloads: overloadsOf(index, fields) };
  });
}

/** Returns whether queries by an index have proofs that evo-sdk verifies: not where it names a property twice. */
export const isProvable = ({ properties }: IndexDescription): boolean =>
  new Set(properties).size === properties.length;

/** Returns a name that begins with `by`, so that it is none of another method. */
function methodName(index: string, taken: Set<string>): string {
  const words = toPascalCase(index.replace(/^by(?=[^a-z]|$)/, ''));
  let name = `by${words}`;
  for (let count = 2; taken.has(name); count += 1) name = `by${words}${count}`;
  taken.add(name);
  return name;
}

function overloadsOf(index: IndexDescription, fields: readonly IndexField[]): readonly Overload[] {
  const overloads: Overload[] = [];
  for (let length = 0; length <= fields.length; length += 1) {
    const [next, ...others] = fields.slice(length);
    // One range leaves out documents without the next property only.
    if (others.some(({ mustBePresent }) => mustBePresent)) continue;
    if (next?.mustBePresent === true && !RANGED_KINDS.has(next.kind)) continue;
    overloads.push({
      where: fields.slice(0, length).map(({ path, kind }) => ({ path, type: TYPES[kind] })),
      result: (document) => resultOf(index, fields, length, document),
    });
  }
  return overloads;
}

function resultOf(
  { aggregates, properties }: IndexDescription,
  fields: readonly IndexField[],
  length: number,
  document: string,
): string {
  const next = fields[length];
  const isLast = length === properties.length - 1;
  const { summable, rangeCountable, rangeSummable } = aggregates;
  const isSummable = summable !== undefined;
  if (next === undefined)
    return [
      `Documents<${document}>`,
      // An aggregate takes a condition for each property.
      ...aggregatesOf(aggregates),
    ].join(' & ');
  if (!RANGED_KINDS.has(next.kind)) return `Documents<${document}>`;
  const limited = [
    `Ordered<${document}>`,
    ...aggregateTypes(isLast && rangeCountable, isLast && rangeSummable && isSummable),
  ].join(' & ');
  const isDescendible = next.isRequired && ORDERED_KINDS.has(next.kind);
  return [
    `${isDescendible ? 'Ordered' : 'Documents'}<${document}>`,
    `Ranged<${TYPES[next.kind]}, ${limited}>`,
    ...(next.kind === 'text' ? [`Prefixed<${limited}>`] : []),
  ].join(' & ');
}

/** Names the types of what an index counts and adds up, or a document type in whole. */
export const aggregatesOf = ({ countable, summable }: AggregatesDescription): string[] =>
  aggregateTypes(countable !== 'notCountable', summable !== undefined);

const aggregateTypes = (isCounted: boolean, isSummed: boolean): string[] => [
  ...(isCounted ? ['Counted'] : []),
  ...(isSummed ? ['Summed'] : []),
  ...(isCounted && isSummed ? ['Averaged'] : []),
];
