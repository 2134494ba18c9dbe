import { LIMITS } from '@dapikit/contract';
import { type ContractFacts, entriesOf, memberOf, textOf } from './contract-facts.js';

/** Names the constraint and the limit in official errors about indices, by rule. */
export const INDEX_LIMITS: Readonly<Record<string, readonly [constraint: string, max: number]>> = {
  'index-text-length': ['maxLength', LIMITS.indexedTextLength],
  'index-bytes-length': ['maxItems', LIMITS.indexedBytesLength],
};

const indexAt = (facts: ContractFacts, at: string): unknown => memberOf(indicesOf(facts), at);

/** The indices of the type that the pointer leads into: it begins with `/documentSchemas/<type>/indices/<index>`. */
const indicesOf = (facts: ContractFacts): unknown => facts.upTo(3);

/** Reads the name of an index; empty without one. */
export const indexName = (index: unknown): string => textOf(memberOf(index, 'name'));

/** Reads the index that a finding is in. */
export const ownIndex = (facts: ContractFacts): unknown => indexAt(facts, facts.segment(3));

/** Returns the fields of an error about a property of an index. */
export const indexFields = (facts: ContractFacts) => ({
  documentType: facts.documentType,
  indexName: indexName(ownIndex(facts)),
  propertyName: facts.name,
});

const propertiesOf = (index: unknown): string => JSON.stringify(memberOf(index, 'properties'));

/** Returns the name of the index with the properties of that at the pointer that sorts last: the network finds it. */
export function repeatedIndexName(facts: ContractFacts): string {
  const indices = indicesOf(facts);
  const own = propertiesOf(ownIndex(facts));
  const same = Array.isArray(indices) ? indices.filter((index) => propertiesOf(index) === own) : [];
  return same.map(indexName).toSorted().at(-1) ?? '';
}

const isContested = (index: unknown): boolean => memberOf(index, 'contested') !== undefined;

const isUnique = (index: unknown): boolean => memberOf(index, 'unique') === true;

/** Returns the contested index and the unique one that exclude each other where the network reads that at the pointer. */
export function exclusiveIndices(facts: ContractFacts) {
  const indices = indicesOf(facts);
  const before = Array.isArray(indices) ? indices.slice(0, Number(facts.segment(3))) : [];
  const contested = before.findLast(isContested);
  const own = ownIndex(facts);
  return contested === undefined
    ? { contestedUniqueIndexName: indexName(own), uniqueIndexName: indexName(before.findLast(isUnique)) }
    : { contestedUniqueIndexName: indexName(contested), uniqueIndexName: indexName(own) };
}

/** Returns the lowest position that no property of the type has. */
export function missingPosition(facts: ContractFacts): number {
  const properties = entriesOf(memberOf(facts.upTo(2), 'properties'));
  const positions = new Set(properties.map(([, property]) => Number(memberOf(property, 'position'))));
  let position = 0;
  while (positions.has(position)) position += 1;
  return position;
}
