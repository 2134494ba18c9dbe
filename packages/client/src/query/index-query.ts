import type { IndexField, IndexShape } from '../document/document-shape.js';
import { writeOperand } from '../document/write-value.js';
import { ClientError } from '../error/client-error.js';
import type { Average, Conditions, DocumentSource, WhereClause } from './document-source.js';
import { rangesInOrder } from './key-order.js';
import { lowestOf, presentClause } from './present-clause.js';
import { asOneClause } from './range-clause.js';
import { conditionsOf, scanIndex, type Scan } from './scan-index.js';
import { sumOf } from './sum-of.js';

/** Reads documents in the order of an index. Each iteration reads from the beginning. */
export interface Documents<Document> extends AsyncIterable<Document> {
  /** Returns the first document. */
  first(): Promise<Document | undefined>;
  /** Returns the first documents. @param max all of them when left out */
  toArray(max?: number): Promise<Document[]>;
}

/** Reads documents in both directions. */
export interface Ordered<Document> extends Documents<Document> {
  /** Reads from the end of the index. */
  descending(): Documents<Document>;
}

/** Limits the next property of an index. One limit is allowed. */
export interface Ranged<Value, Limited> {
  /** Reads what has a larger value. */
  after(value: Value): Limited;
  /** Reads what has this value or a larger one. */
  from(value: Value): Limited;
  /** Reads what has a smaller value. */
  before(value: Value): Limited;
  /** Reads what has this value or a smaller one. */
  until(value: Value): Limited;
  /** Reads what has one of both values or one between them. */
  between(first: Value, last: Value): Limited;
}

/** Limits the next property of an index, which is text. */
export interface Prefixed<Limited> {
  /** Reads what begins with a text. */
  startingWith(text: string): Limited;
}

/** Counts documents without reading them. */
export interface Counted {
  count(): Promise<bigint>;
}

/** Adds up a property without reading documents. */
export interface Summed {
  sum(): Promise<bigint>;
}

/** Returns the sum and number of a property without reading documents. */
export interface Averaged {
  average(): Promise<Average>;
}

/** Reads documents by an index: the generated types say which of its methods a query has. */
export class IndexQuery<Document> implements AsyncIterable<Document> {
  readonly #source: DocumentSource;
  readonly #index: IndexShape;
  readonly #scan: Scan;

  constructor(source: DocumentSource, index: IndexShape, scan: Scan) {
    this.#source = source;
    this.#index = index;
    this.#scan = scan;
  }

  /** Begins a query with values of the first properties of an index. @throws {ClientError} when one in front of another is missing. */
  static of<Document>(
    source: DocumentSource,
    index: IndexShape,
    values: Readonly<Record<string, unknown>>,
  ): IndexQuery<Document> {
    const given = new Set(Object.keys(values).filter((path) => values[path] !== undefined));
    const prefix: unknown[] = [];
    for (const { path } of index.fields) {
      if (!given.delete(path)) break;
      prefix.push(values[path]);
    }
    const [stray] = given;
    if (stray !== undefined) {
      const order = index.fields.map(({ path }) => path).join(', ');
      throw new ClientError(
        `index ${index.name} is not searched by ${stray} alone: give its properties in their order (${order})`,
      );
    }
    return new IndexQuery(source, index, { fields: index.fields, prefix, range: [], isDescending: false });
  }

  after(value: unknown): IndexQuery<Document> {
    return this.#limit(['>', value]);
  }

  from(value: unknown): IndexQuery<Document> {
    return this.#limit(['>=', value]);
  }

  before(value: unknown): IndexQuery<Document> {
    return this.#below('<', value);
  }

  until(value: unknown): IndexQuery<Document> {
    return this.#below('<=', value);
  }

  between(first: unknown, last: unknown): IndexQuery<Document> {
    return this.#limit(['>=', first], ['<=', last]);
  }

  startingWith(text: string): IndexQuery<Document> {
    // The network rejects an empty text, with which all begin.
    return text === '' ? this.from(text) : this.#limit(['startsWith', text]);
  }

  descending(): IndexQuery<Document> {
    // Networks up to protocol 13 ignore the direction of a property without a range.
    if (this.#scan.range.length === 0) return this.from(lowestOf(this.#next())).descending();
    return new IndexQuery(this.#source, this.#index, { ...this.#scan, isDescending: true });
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<Document> {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated shape and type say the same
    for await (const row of scanIndex(this.#source, this.#scan)) yield row as Document;
  }

  async first(): Promise<Document | undefined> {
    const [first] = await this.toArray(1);
    return first;
  }

  async toArray(max = Number.POSITIVE_INFINITY): Promise<Document[]> {
    const documents: Document[] = [];
    if (max <= 0) return documents;
    for await (const document of this) {
      documents.push(document);
      if (documents.length >= max) break;
    }
    return documents;
  }

  async count(): Promise<bigint> {
    return sumOf(await Promise.all(this.#parts().map(async (part) => this.#source.count(part))));
  }

  async sum(): Promise<bigint> {
    const summed = this.#index.summed ?? '';
    return sumOf(await Promise.all(this.#parts().map(async (part) => this.#source.sum(part, summed))));
  }

  async average(): Promise<Average> {
    const summed = this.#index.summed ?? '';
    const parts = await Promise.all(this.#parts().map(async (part) => this.#source.average(part, summed)));
    return { count: sumOf(parts.map(({ count }) => count)), sum: sumOf(parts.map(({ sum }) => sum)) };
  }

  /** Returns the conditions of aggregates: one for each range, without an order where there is none. */
  #parts(): readonly Conditions[] {
    const { fields, prefix, range, isDescending } = this.#scan;
    const field = fields[prefix.length];
    if (field === undefined || range.length === 0) return [{ ...conditionsOf(this.#scan), orderBy: [] }];
    return rangesInOrder(field, range, isDescending).map((part) =>
      conditionsOf({ ...this.#scan, range: asOneClause(part) }),
    );
  }

  /** Limits the next property by an upper bound: documents without it are not below one. */
  #below(operator: '<' | '<=', value: unknown): IndexQuery<Document> {
    const next = this.#next();
    const bound: WhereClause = [next.path, operator, writeOperand(value, next.kind)];
    const range = next.isRequired ? [bound] : [presentClause(next), bound];
    return new IndexQuery(this.#source, this.#index, { ...this.#scan, range });
  }

  #limit(...conditions: readonly (readonly [WhereClause[1], unknown])[]): IndexQuery<Document> {
    const { path, kind } = this.#next();
    const range = conditions.map(([operator, value]): WhereClause => [
      path,
      operator,
      writeOperand(value, kind),
    ]);
    return new IndexQuery(this.#source, this.#index, { ...this.#scan, range });
  }

  #next(): IndexField {
    const next = this.#index.fields[this.#scan.prefix.length];
    if (next === undefined)
      throw new ClientError(`index ${this.#index.name} has no property behind those given`);
    if (this.#scan.range.length > 0) throw new ClientError('a query has one range');
    return next;
  }
}
