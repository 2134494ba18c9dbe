import { identifierText } from '../base/bytes/identifier.js';
import { type PollValueJson } from '../state/contest/poll-json.js';
import { bytesToHex } from '@noble/hashes/utils.js';
import type { DocumentTypeDescription } from '@dapikit/contract';
import { pollValueJson } from '../state/contest/poll-json.js';
import { requireChainState } from '../state/chain/chain-state.js';
import { requireCollection } from '../state/contract/require-collection.js';
import type { Collection } from '../state/document/collection.js';
import type { Document } from '../state/document/document.js';
import { entryDocument, hasEntriesOnly } from '../state/document/entry-document.js';
import { findDocument } from '../state/document-storage/document-store.js';
import {
  type AggregateQuery,
  type DocumentQuery,
  explainQuery,
  fieldType,
  indexKeyValue,
  type KeyOrder,
  planAggregate,
  planQuery,
  planRanking,
  type QueryExplanation,
  type RankingQuery,
} from '@dapikit/proof/document-query';
import { listDocumentVersions, type HistoryPage } from '../state/document-storage/document-history.js';
import { documentToJson, type DocumentJson } from '../state/document/json-form.js';
import { readId, readText } from '../state/input/read-input.js';
import type { PlatformChain } from '../execution/transition/platform-chain.js';
import type { StoreView } from '../store/store.js';
import { runAggregate, type AggregateEntry } from '../state/query/run-aggregate.js';
import { runPlan } from '../state/query/run-plan.js';
import { runRanking } from '../state/query/run-ranking.js';

/** Describes the documents of a type. Ids are base58. */
export interface TypeName {
  readonly contractId: string;
  readonly documentType: string;
}

/** Describes an aggregate, or those of several values. */
export interface DocumentAggregates extends AggregateValues {
  /** Only where it is grouped, in the requested order; the other members are then absent. */
  readonly groups?: readonly DocumentGroup[];
}

interface AggregateValues {
  readonly count?: bigint;
  readonly sum?: bigint;
  /** The sum divided by the count; nothing when nothing matched. */
  readonly average?: number;
}

/** Describes the aggregate of the documents with certain values. */
export interface DocumentGroup extends AggregateValues {
  /** The values by their fields, as JSON has them. */
  readonly values: Readonly<Record<string, PollValueJson>>;
  /** The keys of the values in the index, in hexadecimal digits; one for each field. */
  readonly keys: readonly string[];
}

/** Describes a page of a ranking. */
export interface RankedDocumentGroups {
  readonly groups: readonly DocumentGroup[];
  /** Number of groups before the first one. */
  readonly skipped: number;
}

/** Describes which index serves a query, or why none does and which one would. */
export type ExplainedQuery =
  | Omit<Extract<QueryExplanation, { ok: true }>, 'plan'>
  | (Omit<Extract<QueryExplanation, { ok: false }>, 'error'> & {
      readonly error: { readonly reason: string; readonly message: string; readonly fix: string | undefined };
    });

/** Queries documents and their aggregates. Rejects with `QueryError` as the network does. */
export interface QueryApi {
  /** Returns a document, or nothing. */
  getDocument(input: TypeName & { readonly id: string }): Promise<DocumentJson | undefined>;
  getDocuments(input: TypeName & DocumentQuery): Promise<readonly DocumentJson[]>;
  explainQuery(input: TypeName & DocumentQuery): Promise<ExplainedQuery>;
  /** Returns the versions of a document of a type that keeps history, the oldest first. Of several of one time the last is stored. */
  getDocumentHistory(
    input: TypeName & { readonly id: string } & HistoryPage,
  ): Promise<readonly { readonly time: number; readonly document: DocumentJson }[]>;
  getDocumentsCount(input: TypeName & AggregateInput): Promise<DocumentAggregates>;
  getDocumentsSum(input: TypeName & AggregateInput): Promise<DocumentAggregates>;
  getDocumentsAverage(input: TypeName & AggregateInput): Promise<DocumentAggregates>;
  /** Returns the groups of a ranked index in the order of their counts, sums or averages, and how many are before them. Of equal ones, the greater value of the index comes first where the highest do. */
  getDocumentsRanking(input: TypeName & RankingQuery): Promise<RankedDocumentGroups>;
}

/** Selects the documents of an aggregate; `property` is the one that is summed, absent for a count. */
export type AggregateInput = Omit<AggregateQuery, 'select'>;

/** Returns what writes documents of a type as JSON. The id of their contract is converted once. */
function jsonOf({ location, type }: Collection): (document: Document) => DocumentJson {
  const contractId = identifierText(location.contractId);
  return (document) => documentToJson(type, contractId, document);
}

/** Returns the documents of a chain. */
export function queryApi(chain: PlatformChain): QueryApi {
  const { rules, contracts } = chain;
  const on = async <Result>(
    input: TypeName,
    work: (view: StoreView, collection: Collection) => Promise<Result> | Result,
  ): Promise<Result> => {
    const name = {
      contractId: readId(input.contractId, 'contractId'),
      documentType: readText(input.documentType, 'documentType'),
    };
    return chain.read(async (view) => work(view, await requireCollection(view, contracts, name)));
  };
  const options = async (view: StoreView, query: Pick<DocumentQuery, 'timeRange'>) =>
    optionsAt(view, rules, query);
  const total =
    (select: AggregateQuery['select']) =>
    async ({ contractId, documentType, ...query }: TypeName & AggregateInput): Promise<DocumentAggregates> =>
      on({ contractId, documentType }, async (view, collection) =>
        totalsOf(view, collection, { ...query, select }, await options(view, query)),
      );
  return {
    getDocument: async ({ id, ...name }) => {
      const documentId = readId(id, 'id');
      return on(name, async (view, collection) => {
        if (hasEntriesOnly(collection.type)) return undefined;
        const document = await findDocument(view, collection, documentId);
        return document && jsonOf(collection)(document);
      });
    },
    getDocuments: async ({ contractId, documentType, ...query }) =>
      on({ contractId, documentType }, async (view, collection) =>
        documentsOf(view, collection, query, await options(view, query)),
      ),
    explainQuery: async ({ contractId, documentType, ...query }) =>
      on({ contractId, documentType }, async (view, { type }) =>
        toExplainedQuery(explainQuery(type, query, await options(view, query))),
      ),
    getDocumentHistory: async ({ contractId, documentType, id, ...page }) => {
      const documentId = readId(id, 'id');
      return on({ contractId, documentType }, async (view, collection) =>
        versionsOf(view, collection, documentId, page),
      );
    },
    getDocumentsCount: total('count'),
    getDocumentsSum: total('sum'),
    getDocumentsAverage: total('average'),
    getDocumentsRanking: async ({ contractId, documentType, ...query }) =>
      on({ contractId, documentType }, async (view, collection) =>
        rankedGroups(view, collection, query, await options(view, query)),
      ),
  };
}

/** Returns how queries are planned; the time of the last block only where a window depends on it. */
const optionsAt = async (
  view: StoreView,
  { keyOrder, quirks }: PlatformChain['rules'],
  { timeRange }: Pick<DocumentQuery, 'timeRange'>,
) => ({
  ...keyOrder,
  quirks,
  now: timeRange && BigInt((await requireChainState(view)).last?.time ?? 0),
});

async function rankedGroups(
  view: StoreView,
  { location, type }: Collection,
  query: RankingQuery,
  options: Awaited<ReturnType<typeof optionsAt>>,
): Promise<RankedDocumentGroups> {
  const plan = planRanking(type, query, options);
  const { groups, skipped } = await runRanking(view, location, plan);
  const { countable, summable } = plan.index.aggregates;
  // An average is by the groups of a counter, and its sum is the number of documents.
  const isCounter = plan.index.countsEntriesOf !== undefined && plan.by !== 'average';
  return {
    groups: groups.map(({ key, aggregate: { count, sum } }) => {
      const counted = countable === 'notCountable' ? {} : { count: isCounter ? sum : count };
      const entry = { keys: [key], ...counted, ...(summable === undefined ? {} : { sum }) };
      return groupOf(type, [query.groupBy], entry, options);
    }),
    skipped,
  };
}

/** Returns the documents of a query, or what the entries of its index have of them. */
async function documentsOf(
  view: StoreView,
  collection: Collection,
  query: DocumentQuery,
  options: Awaited<ReturnType<typeof optionsAt>>,
): Promise<readonly DocumentJson[]> {
  const { location, type } = collection;
  const plan = planQuery(type, query, options);
  const documents = await runPlan(view, location, type, plan);
  const toJson = jsonOf(collection);
  return plan.kind === 'ids' || !hasEntriesOnly(type)
    ? documents.map(toJson)
    : documents.map((document) => toJson(entryDocument(type, plan.index, document, options)));
}

async function totalsOf(
  view: StoreView,
  { location, type }: Collection,
  query: AggregateQuery,
  options: Awaited<ReturnType<typeof optionsAt>>,
): Promise<DocumentAggregates> {
  const plan = planAggregate(type, query, options);
  const entries = await runAggregate(view, location, type, plan, options.quirks);
  const fields =
    plan.source.kind === 'type'
      ? []
      : plan.source.levels.filter(({ isGrouped }) => isGrouped).map(({ property }) => property);
  const [first] = entries;
  if (fields.length === 0) return first === undefined ? {} : valuesOf(first);
  return { groups: entries.map((entry) => groupOf(type, fields, entry, options)) };
}

async function versionsOf(
  view: StoreView,
  collection: Collection,
  documentId: Uint8Array,
  page: HistoryPage,
) {
  const versions = await listDocumentVersions(view, collection, documentId, page);
  const toJson = jsonOf(collection);
  return versions.map(({ time, document }) => ({ time, document: toJson(document) }));
}

function valuesOf({ count, sum }: Pick<AggregateEntry, 'count' | 'sum'>): AggregateValues {
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
  { keys, ...values }: AggregateEntry,
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

function toExplainedQuery(explanation: QueryExplanation): ExplainedQuery {
  if (explanation.ok) {
    const { plan: _plan, ...rest } = explanation;
    return rest;
  }
  const { error, ...rest } = explanation;
  return { ...rest, error: { reason: error.reason, message: error.message, fix: error.fix } };
}
