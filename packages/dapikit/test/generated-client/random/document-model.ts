import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { identifierText } from '@dapikit/client';
import type { Row } from './loaded-client.js';

/** What a query asks for. */
export interface Question {
  /** Values of the first properties of the index. */
  readonly values: readonly unknown[];
  /** Limits the next property. */
  readonly isWithin: (value: unknown) => boolean;
}

/** Holds the documents of a type, as the program wrote them. */
export class DocumentModel {
  readonly #documents = new Map<string, Row>();

  constructor(readonly type: DocumentTypeDescription) {}

  get documents(): readonly Row[] {
    return [...this.#documents.values()];
  }

  set(document: Row): void {
    this.#documents.set(identifierText(document.$id), document);
  }

  remove({ $id }: Row): void {
    this.#documents.delete(identifierText($id));
  }

  /** Returns the unique index whose values another document has already. */
  conflictOf(written: Readonly<Record<string, unknown>>, own?: Uint8Array): IndexDescription | undefined {
    const others = this.documents.filter(({ $id }) => own === undefined || compareValues($id, own) !== 0);
    return this.type.indices.find(
      ({ unique, properties }) =>
        unique &&
        others.some((other) =>
          properties.every((path) => {
            const value = valueOf(written, path);
            return value !== undefined && compareValues(value, valueOf(other, path)) === 0;
          }),
        ),
    );
  }

  /**
   * Returns whether the network may not find a document in an index when it changes, so that the change never gets into a block: it was
   * created without values of indices, and one of these is unique, or has no documents without values.
   */
  isFixed(document: Row): boolean {
    const { indices } = this.type;
    const lacks = indices.some(({ properties }) =>
      properties.some((path) => valueOf(document, path) === undefined),
    );
    const misses = indices.some(({ unique, nullSearchable }) => unique || !nullSearchable);
    return document.$revision === 1n && lacks && misses;
  }

  /** Returns the documents that a query reads, in the order of the index. */
  ask(
    { properties, nullSearchable }: Pick<IndexDescription, 'properties' | 'nullSearchable'>,
    { values, isWithin }: Question,
  ): readonly Row[] {
    const next = properties[values.length];
    return this.documents
      .filter(
        (each) =>
          (nullSearchable || properties.some((path) => valueOf(each, path) !== undefined)) &&
          values.every((value, at) => compareValues(value, valueOf(each, properties[at] ?? '')) === 0) &&
          (next === undefined || isWithin(valueOf(each, next))),
      )
      .toSorted((a, b) => compareIn(properties, a, b) || compareValues(a.$id, b.$id));
  }
}

/** Compares the values of properties, one after another. */
export function compareIn(paths: readonly string[], a: Row, b: Row): number {
  for (const path of paths) {
    const order = compareValues(valueOf(a, path), valueOf(b, path));
    if (order !== 0) return order;
  }
  return 0;
}

/** Returns the value at a path. */
export function valueOf(data: unknown, path: string): unknown {
  let value = data;
  for (const name of path.split('.'))
    value = typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
  return value;
}

/** Orders values: a missing one first, text by its bytes. */
export function compareValues(a: unknown, b: unknown): number {
  if (a === undefined || b === undefined) return Number(a !== undefined) - Number(b !== undefined);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return Buffer.compare(a, b);
  if (typeof a === 'string' && typeof b === 'string') return Buffer.compare(Buffer.from(a), Buffer.from(b));
  const [first, second] = [numberOf(a), numberOf(b)];
  return first < second ? -1 : Number(first > second);
}

const numberOf = (value: unknown): bigint | number =>
  typeof value === 'bigint' ? value : Number(value instanceof Date ? value.getTime() : value);
