import {
  excerpt,
  fieldOf,
  fieldType,
  indexKey,
  MAX_VALUE_KEY_BYTES,
  QueryError,
  readValue,
} from '@dapikit/proof/document-query';
import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import type { Document } from '../document/document.js';
import type { Poll } from './poll-id.js';
import type { PollValue } from './wire-value.js';

/** Describes a contested index of a document type. */
export interface ContestedIndex {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
  readonly indexName: string;
  readonly properties: readonly { readonly name: string; readonly type: StorageType }[];
  /** 0 masternodes may lock the values, 1 they may not. */
  readonly resolution: number;
}

/**
 * Returns the contested index of a document type.
 *
 * @throws {QueryError} InvalidArgument when it has none, or another one.
 */
export function contestedIndex(
  contractId: Uint8Array,
  type: DocumentTypeDescription,
  indexName: string,
): ContestedIndex {
  const contested = type.indices.find(({ contested }) => contested !== undefined);
  if (contested?.contested === undefined || contested.name !== indexName)
    throw new QueryError('InvalidArgument', {
      expected:
        contested === undefined
          ? `a document type with a contested index`
          : `the contested index ${contested.name}`,
      found: excerpt(contested === undefined ? type.name : indexName),
      fix: 'contests are only about values of a contested index',
      member: contested === undefined ? 'documentTypeName' : 'indexName',
    });
  return {
    contractId,
    documentType: type.name,
    indexName,
    properties: contested.properties.map((name) => ({ name, type: fieldType(type, name) ?? 'unknown' })),
    resolution: contested.contested.resolution,
  };
}

/**
 * Returns the poll that a document takes part in. As on the network, values of nested properties count as missing.
 *
 * Source: `contested_vote_poll_for_document` in `packages/rs-dpp` of dashpay/platform.
 */
export function pollFor(index: ContestedIndex, document: Document): Poll {
  const { contractId, documentType, indexName, properties } = index;
  const indexValues = properties.map(({ name, type }): PollValue => {
    const value = name.includes('.') ? undefined : fieldOf(document, name);
    return value === undefined ? { type: 'null' } : { type, value };
  });
  return { contractId, documentType, indexName, indexValues };
}

/** Returns the poll about given values. @throws {QueryError} InvalidArgument when they are too few, too many or of another type. */
export function pollAbout(index: ContestedIndex, values: unknown): Poll {
  const { contractId, documentType, indexName, properties } = index;
  const given: readonly unknown[] = Array.isArray(values) ? values : [];
  if (!Array.isArray(values) || given.length !== properties.length)
    throw new QueryError('InvalidArgument', {
      expected: `${properties.length} values, one for each property of the index`,
      found: Array.isArray(values) ? `${given.length}` : excerpt(values),
      fix: `give ${properties.map(({ name }) => name).join(', ')}`,
      member: 'indexValues',
    });
  const indexValues = properties.map((property, at) =>
    readPollValue(property, given[at], `indexValues[${at}]`),
  );
  return { contractId, documentType, indexName, indexValues };
}

/** Returns a value of a property of a contested index. @throws {QueryError} InvalidArgument when it is of another type. */
export function readPollValue(
  { name, type }: ContestedIndex['properties'][number],
  input: unknown,
  member: string,
): PollValue {
  if (input === null) return { type: 'null' };
  const value = readValue(type, input);
  if (value === undefined)
    throw new QueryError('InvalidArgument', {
      expected: `a value of ${name}, which is stored as ${type}`,
      found: excerpt(input),
      fix: 'see the document type',
      member,
    });
  const { length } = indexKey(type, value);
  if (length > MAX_VALUE_KEY_BYTES)
    throw new QueryError('InvalidArgument', {
      expected: `a value of ${name} of at most ${MAX_VALUE_KEY_BYTES} bytes`,
      found: `${length} bytes`,
      fix: 'no document has a longer one in an index',
      member,
    });
  return { type, value };
}
