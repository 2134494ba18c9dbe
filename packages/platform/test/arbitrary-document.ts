import type { DocumentTypeDescription, PropertyDescription } from '@dapikit/contract';
import * as fc from 'fast-check';
import {
  TIME_NAMES,
  timeStorage,
  type Document,
  type DocumentData,
  type DocumentValue,
} from '../src/state/document/document.js';
import { big, SAFE, VALUES } from '../../proof/test/stored-values.js';

const ID = VALUES.identifier;

/** Any document of a type. */
export function documentsOf(type: DocumentTypeDescription): fc.Arbitrary<Document> {
  const changesHands = type.transferable !== 0 || type.tradeMode !== 0;
  const recorded = TIME_NAMES.filter((name) => type.recordedTimes.includes(name));
  const times: Record<string, fc.Arbitrary<bigint | number>> = Object.fromEntries(
    recorded.map((name) => [name, VALUES[timeStorage(name)]]),
  );
  return fc
    .record({
      id: ID,
      ownerId: ID,
      revision: fc.option(big(1n, SAFE), { nil: undefined }),
      creatorId: fc.option(ID, { nil: undefined }),
      price: fc.option(big(0n, SAFE), { nil: undefined }),
      times: fc.record(times),
      data: dataOf(type.properties),
    })
    .map(({ id, ownerId, revision, creatorId, price, times, data }) => ({
      id,
      ownerId,
      ...(type.requiresRevision ? { revision: revision ?? 1n } : {}),
      ...(changesHands && creatorId !== undefined ? { creatorId } : {}),
      ...(type.tradeMode !== 0 && price !== undefined ? { price } : {}),
      times,
      data,
    }));
}

/** Any data; an optional object has at least one property, as an empty one is not stored. */
function dataOf(properties: readonly PropertyDescription[]): fc.Arbitrary<DocumentData> {
  return fc.tuple(...properties.map(memberOf)).map((members) => Object.fromEntries(members.flat()));
}

function memberOf(property: PropertyDescription): fc.Arbitrary<[string, DocumentValue][]> {
  const value = valueOf(property).filter(
    (value) =>
      typeof value !== 'object' ||
      property.required ||
      Array.isArray(value) ||
      Object.keys(value).length > 0 ||
      value instanceof Uint8Array,
  );
  const there = value.map((value): [string, DocumentValue][] => [[property.name, value]]);
  return property.required && !property.transient
    ? there
    : fc.oneof(there, fc.constant<[string, DocumentValue][]>([]));
}

function valueOf({
  type,
  byteLength,
  properties,
  ...property
}: PropertyDescription): fc.Arbitrary<DocumentValue> {
  if (type === 'object') return dataOf(properties);
  if (type === 'list') {
    const { type: of = 'unknown', byteLength: length } = property.items ?? {};
    const bytes = length === undefined ? {} : { byteLength: length };
    return fc.array(valueOf({ ...property, type: of, properties: [], ...bytes }), { maxLength: 5 });
  }
  if (type === 'unknown') throw new Error('expected a property that can be stored');
  if (byteLength !== undefined) return fc.uint8Array({ minLength: byteLength, maxLength: byteLength });
  return VALUES[type];
}
