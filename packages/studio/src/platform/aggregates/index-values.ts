import { platform } from '../../rpc/platform.js';
import { getList } from '../../json/json-values.js';
import { readDocument, getValue } from '../values/document.js';
import type { SelectedType } from '../state/registered-contract.js';

/**
 * Describes the values of the properties of an index that documents have, each combination once, in the order of the
 * index.
 */
export interface IndexValues {
  readonly combinations: readonly (readonly unknown[])[];
  /** True if these are all. */
  readonly isComplete: boolean;
}

/** The most documents that a query returns, on the network too. */
const MAX_DOCUMENTS = 100;

/**
 * Reads which values the documents of a type have in an index. Nothing lists them, so documents are read in the order
 * of the index; from the last combination of a page the next query continues after it, however many more documents have
 * the same values.
 *
 * @param max the most combinations to read.
 * @throws {RpcError} (rejects) with the server's error.
 */
export async function readIndexValues(
  { contract, type }: SelectedType,
  properties: readonly string[],
  max: number,
): Promise<IndexValues> {
  const found = new Map<string, readonly unknown[]>();
  let last: readonly unknown[] | undefined;
  // The property after whose last value the next query continues; those before it have their last values.
  let depth = 0;
  for (;;) {
    const documents = getList(
      await platform.call('getDocuments', {
        contractId: contract.id,
        documentType: type.name,
        ...(last !== undefined && { where: createClauses(properties, last, depth) }),
        orderBy: properties.slice(depth).map((path) => [path, 'asc']),
        limit: MAX_DOCUMENTS,
      }),
    );
    for (const { json } of documents.map(readDocument)) {
      last = properties.map((path) => getValue(json, path) ?? null);
      found.set(JSON.stringify(last), last);
    }
    const isEnd = documents.length < MAX_DOCUMENTS && depth === 0;
    if (isEnd || found.size > max)
      return { combinations: [...found.values()].slice(0, max), isComplete: found.size <= max };
    depth = documents.length < MAX_DOCUMENTS ? depth - 1 : properties.length - 1;
  }
}

const createClauses = (properties: readonly string[], values: readonly unknown[], depth: number): unknown[] =>
  properties.slice(0, depth + 1).map((path, at) => [path, at < depth ? '==' : '>', values[at]]);
