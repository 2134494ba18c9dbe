import { getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { listMembers, type DocumentReference } from './document-reference.js';
import type { Property } from './contract-model.js';
import { getSize, getValueKind, hasFixedWidth } from './type-traits.js';

/** Holds an entry of `findBy`: a property of the target and the value that it has. */
export interface KeySource {
  readonly key: string;
  readonly node: JsonNode;
  /** "." for the value that refers, "$ownerId", or a path; undefined for a function. */
  readonly path: string | undefined;
  /** Parameters of a function. */
  readonly params: readonly RevealedValue[] | undefined;
}

/** Holds a parameter of a function: a value that the document reveals, or constant text. */
export interface RevealedValue {
  readonly node: JsonNode;
  readonly path: string | undefined;
  readonly constant: string | undefined;
}

/** Lists the entries of `findBy`. */
export const listKeySources = ({ node }: DocumentReference): KeySource[] =>
  listMembers(getMember(node, 'findBy')).map(([key, source]) => ({
    key,
    node: source,
    path: getText(source),
    params:
      source.kind === 'object'
        ? getItems(getMember(source, 'params')).map((item) => ({
            node: item,
            path: getText(item),
            constant: getText(getMember(item, 'const')),
          }))
        : undefined,
  }));

/** Returns whether a path stands for the value that refers. */
export const isCarrier = (path: string | undefined, { carrier, place }: DocumentReference): boolean =>
  path === '.' || (path !== undefined && place === 'property' && path === carrier?.path);

/** Counts how often the value that refers is read. */
export const countCarrierReads = (sources: readonly KeySource[], reference: DocumentReference): number =>
  sources.reduce((count, { path, params = [] }) => {
    const inFunction = params.filter((param) => isCarrier(param.path, reference)).length;
    return count + inFunction + (path === '.' ? 1 : 0);
  }, 0);

/** Finds the schema of a parameter: undefined for constant text, and for what the type does not have. */
export const findRevealedSchema = (
  { path }: RevealedValue,
  { carrierSchema, carrier, holder, place }: DocumentReference,
): JsonNode | undefined => {
  const isOwn = path === '.' || (place === 'property' && path === carrier?.path);
  return isOwn ? carrierSchema : holder.fields.get(path ?? '')?.schema;
};

/** Says why two integers are not of one stored type; undefined if they are, or if one of them is a value of the system. */
export const findWidthConflict = (a: Property | undefined, b: Property | undefined): string | undefined =>
  a?.storage === undefined || b?.storage === undefined || a.storage === b.storage
    ? undefined
    : `"${a.path}" is stored as ${a.storage}, "${b.path}" as ${b.storage}`;

/** Finds two parameters of variable length between which no constant of one byte stands; undefined if all are told apart. */
export function findUnseparated(
  params: readonly RevealedValue[],
  reference: DocumentReference,
): RevealedValue | undefined {
  let isSeparated = true;
  for (const param of params) {
    if (param.constant !== undefined) {
      isSeparated ||= new TextEncoder().encode(param.constant).length === 1;
      continue;
    }
    const schema = findRevealedSchema(param, reference);
    if (schema === undefined || hasFixedWidth(schema)) continue;
    if (!isSeparated) return param;
    isSeparated = false;
  }
  return undefined;
}

const HASH_BYTES = 32n;

/** Returns whether a property holds the result of a hash function: 32 bytes that are no identifier. */
export function holdsHash(schema: JsonNode | undefined): boolean {
  const { min, max } = getSize(schema);
  return getValueKind(schema) === 'bytes' && min === HASH_BYTES && max === HASH_BYTES;
}
