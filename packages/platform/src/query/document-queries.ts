import { bytesToHex } from '@noble/hashes/utils.js';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { bytesOf } from '../bytes/identifier-order.js';
import { pollValueJson, type PollValueJson } from '../contest/poll-json.js';
import { existingCollection } from '../contract/existing-collection.js';
import type { Collection } from '../document/collection.js';
import { fetchDocument } from '../document/document-store.js';
import { fieldType } from '../document/field.js';
import { documentHistory, type HistoryPage } from '../document/history.js';
import { indexKeyValue, type KeyOrder } from '../document/index-key.js';
import { documentToJson, type DocumentJson } from '../document/json-form.js';
import { readId, readText } from '../input/read-input.js';
import type { PlatformChain } from '../operation/platform-chain.js';
import type { StoreView } from '../store/store.js';
import { planTotal } from '../totals/plan-total.js';
import type { TotalQuery } from '../totals/read-total.js';
import { runTotal, type TotalEntry } from '../totals/run-total.js';
import { explainQuery, type QueryExplanation } from './explain-query.js';
import { planQuery } from './plan-query.js';
import type { DocumentQuery } from './read-query.js';
import { runPlan } from './run-plan.js';

/** The documents of a type. Ids are base58. */
export interface TypeName {
  readonly contractId: string;
  readonly documentType: string;
}

/** A total, or those of several values. */
export interface DocumentTotals extends TotalValues {
  /** Only where it is grouped, in the order that was asked for; then the other members are not there. */
  readonly groups?: readonly DocumentGroup[];
}

interface TotalValues {
  readonly count?: bigint;
  readonly sum?: bigint;
  /** The sum divided by the count; nothing when nothing matched. */
  readonly average?: number;
}

/** The total of the documents with certain values. */
export interface DocumentGroup extends TotalValues {
  /** The values by their fields, as JSON has them. */
  readonly values: Readonly<Record<string, PollValueJson>>;
  /** The keys of the values in the index, in hexadecimal digits; one for each field. */
  readonly keys: readonly string[];
}

/** Which index serves a query, or why none does and which one would. */
export type ExplainedQuery =
  | Omit<Extract<QueryExplanation, { ok: true }>, 'plan'>
  | (Omit<Extract<QueryExplanation, { ok: false }>, 'error'> & {
      readonly error: { readonly name: string; readonly message: string; readonly advice: string };
    });

/** What can be asked about documents. Rejects with `QueryError` what the network refuses. */
export interface DocumentQueries {
  /** A document, or nothing. */
  getDocument(input: TypeName & { readonly id: string }): Promise<DocumentJson | undefined>;
  getDocuments(input: TypeName & DocumentQuery): Promise<readonly DocumentJson[]>;
  explainQuery(input: TypeName & DocumentQuery): Promise<ExplainedQuery>;
  /** The versions of a document of a type that keeps history, the oldest first. Of several of one time the last is kept. */
  getDocumentHistory(
    input: TypeName & { readonly id: string } & HistoryPage,
  ): Promise<readonly { readonly time: number; readonly document: DocumentJson }[]>;
  getDocumentsCount(input: TypeName & TotalInput): Promise<DocumentTotals>;
  getDocumentsSum(input: TypeName & TotalInput): Promise<DocumentTotals>;
  getDocumentsAverage(input: TypeName & TotalInput): Promise<DocumentTotals>;
}

/** What a total is of; `property` is what is summed, and not for a count. */
export type TotalInput = Omit<TotalQuery, 'select'>;

/** The documents of a chain. */
export function documentQueries(chain: PlatformChain): DocumentQueries {
  const { terms, contracts } = chain;
  const on = async <Result>(
    input: TypeName,
    work: (view: StoreView, collection: Collection) => Promise<Result> | Result,
  ): Promise<Result> => {
    const name = {
      contractId: readId(input.contractId, 'contractId'),
      documentType: readText(input.documentType, 'documentType'),
    };
    return chain.read(async (view) => work(view, await existingCollection(view, contracts, name)));
  };
  const options = { ...terms.order, quirks: terms.quirks };
  const total =
    (select: TotalQuery['select']) =>
    async ({ contractId, documentType, ...query }: TypeName & TotalInput): Promise<DocumentTotals> =>
      on({ contractId, documentType }, async (view, { place, type }) => {
        const plan = planTotal(type, { ...query, select }, terms.order);
        const entries = await runTotal(view, place, type, plan, terms.quirks);
        const fields =
          plan.source.kind === 'type'
            ? []
            : plan.source.levels.filter(({ isGrouped }) => isGrouped).map(({ property }) => property);
        const [first] = entries;
        if (fields.length === 0) return first === undefined ? {} : valuesOf(first);
        return { groups: entries.map((entry) => groupOf(type, fields, entry, terms.order)) };
      });
  return {
    getDocument: async ({ id, ...name }) => {
      const documentId = bytesOf(readId(id, 'id'));
      return on(name, async (view, collection) => {
        const document = await fetchDocument(view, collection, documentId);
        return document && documentToJson(collection.type, collection.place.contractId, document);
      });
    },
    getDocuments: async ({ contractId, documentType, ...query }) =>
      on({ contractId, documentType }, async (view, { place, type }) => {
        const documents = await runPlan(view, place, type, planQuery(type, query, options));
        return documents.map((document) => documentToJson(type, place.contractId, document));
      }),
    explainQuery: async ({ contractId, documentType, ...query }) =>
      on({ contractId, documentType }, (_view, { type }) => told(explainQuery(type, query, options))),
    getDocumentHistory: async ({ contractId, documentType, id, ...page }) => {
      const documentId = bytesOf(readId(id, 'id'));
      return on({ contractId, documentType }, async (view, collection) => {
        const versions = await documentHistory(view, collection, documentId, page);
        return versions.map(({ time, document }) => ({
          time,
          document: documentToJson(collection.type, collection.place.contractId, document),
        }));
      });
    },
    getDocumentsCount: total('count'),
    getDocumentsSum: total('sum'),
    getDocumentsAverage: total('average'),
  };
}

function valuesOf({ count, sum }: Pick<TotalEntry, 'count' | 'sum'>): TotalValues {
  return {
    ...(count === undefined ? {} : { count }),
    ...(sum === undefined ? {} : { sum }),
    ...(count === undefined || sum === undefined || count === 0n
      ? {}
      : { average: Number(sum) / Number(count) }),
  };
}

function groupOf(
  type: DocumentTypeDescription,
  fields: readonly string[],
  { keys, ...values }: TotalEntry,
  order: KeyOrder,
): DocumentGroup {
  const shown = fields.map((field, at): [string, PollValueJson] => {
    const storage = fieldType(type, field);
    const key = keys[at];
    const value = storage === undefined || key === undefined ? undefined : indexKeyValue(storage, key, order);
    return [
      field,
      pollValueJson(
        storage === undefined || value === undefined ? { type: 'null' } : { type: storage, value },
      ),
    ];
  });
  return { values: Object.fromEntries(shown), keys: keys.map(bytesToHex), ...valuesOf(values) };
}

function told(explanation: QueryExplanation): ExplainedQuery {
  if (explanation.ok) {
    const { plan: _plan, ...rest } = explanation;
    return rest;
  }
  const { error, ...rest } = explanation;
  return { ...rest, error: { name: error.name, message: error.message, advice: error.advice } };
}
