import type { DocumentTypeDescription } from '@dapikit/contract';
import type { PathQuery } from '@dapikit/proof';
import type { DocumentAggregatesQuery } from '@dapikit/proof/prover';
import { requireCollection } from '../../state/contract/require-collection.js';
import type { Collection } from '../../state/document/collection.js';
import {
  type AggregatePlan,
  type AggregateQuery,
  type DocumentQuery,
  fieldType,
  indexKey,
  indexKeyValue,
  type KeyOrder,
  planAggregate,
  planQuery,
} from '@dapikit/proof/document-query';
import { listVersionBytes, type HistoryPage } from '../../state/document-storage/document-history.js';
import { runAggregate } from '../../state/query/run-aggregate.js';
import { runPlanBytes } from '../../state/query/run-plan.js';
import { documentAggregatesPathQuery, documentPathQuery } from './document-path-query.js';
import type { StateContext } from './state-context.js';

/** Names a document type of a contract. */
export interface DocumentTypeKey {
  /** 32 bytes. */
  readonly contractId: Uint8Array;
  readonly documentType: string;
}

/** Describes a query as it was sent: its members are not checked yet. */
export type Unchecked<Query> = { readonly [Name in keyof Query]?: unknown };

/** Describes a count, a sum or both, of all matching documents or of a group of them. */
export interface AggregateResult {
  /** The values of the group as the network's index has them, in the order of the index; none for all documents. */
  readonly keys: readonly Uint8Array[];
  readonly count?: bigint;
  readonly sum?: bigint;
}

/** Queries documents of one state. Documents are bytes of the network. Queries reject with `QueryError`, and with `ConsensusError` 10400 where there is no contract. */
export interface DocumentQueries {
  /** Returns whether the documents of a type keep their history. */
  keepsDocumentHistory(type: DocumentTypeKey): Promise<boolean>;
  documents(type: DocumentTypeKey, query: Unchecked<DocumentQuery>): Promise<readonly Uint8Array[]>;
  /** Returns the query of the trees that a verifier of the same query rebuilds. Rejects with `UnprovableQueryError` where there is none. */
  documentPathQuery(type: DocumentTypeKey, query: Unchecked<DocumentQuery>): Promise<PathQuery>;
  /** Returns the query of the trees for aggregates, as {@link DocumentQueries.documentPathQuery}. */
  documentAggregatesPathQuery(
    type: DocumentTypeKey,
    query: Unchecked<AggregateQuery>,
  ): Promise<DocumentAggregatesQuery>;
  /** Returns one result where nothing is grouped, else one for each group. */
  documentAggregates(
    type: DocumentTypeKey,
    query: Unchecked<AggregateQuery>,
  ): Promise<readonly AggregateResult[]>;
  /** Returns the versions of a document whose type keeps history, the oldest first. */
  documentHistory(
    type: DocumentTypeKey,
    id: Uint8Array,
    page: HistoryPage,
  ): Promise<readonly { readonly time: number; readonly bytes: Uint8Array }[]>;
}

/** Returns the queries of documents of a state. */
export function documentQueries({ view, contracts, rules }: StateContext): DocumentQueries {
  const collectionOf = async ({ contractId, documentType }: DocumentTypeKey): Promise<Collection> =>
    requireCollection(view, contracts, { contractId, documentType });
  const options = { ...rules.keyOrder, quirks: rules.quirks, takesDriveForms: true };
  return {
    keepsDocumentHistory: async (name) => (await collectionOf(name)).type.documentsKeepHistory,
    documents: async (name, query) => {
      const { location, type } = await collectionOf(name);
      const found = await runPlanBytes(view, location, type, planQuery(type, query, options));
      return found.map(copyOf);
    },
    documentPathQuery: async (name, query) => documentPathQuery(view, await collectionOf(name), query),
    documentAggregatesPathQuery: async (name, query) =>
      documentAggregatesPathQuery(await collectionOf(name), query),
    documentAggregates: async (name, query) => {
      const { location, type } = await collectionOf(name);
      const plan = planAggregate(type, query, options);
      const entries = await runAggregate(view, location, type, plan, rules.quirks);
      const fields = groupedFields(plan);
      return entries.map(({ keys, ...values }) => ({
        ...values,
        keys: keys.map((key, at) => networkKey(type, fields[at], key, rules.keyOrder)),
      }));
    },
    documentHistory: async (name, id, page) => {
      const versions = await listVersionBytes(view, await collectionOf(name), id, page);
      return versions.map(({ time, bytes }) => ({ time, bytes: copyOf(bytes) }));
    },
  };
}

/** Returns bytes that outlive the transaction of the store. */
const copyOf = (bytes: Uint8Array): Uint8Array => Uint8Array.from(bytes);

const groupedFields = ({ source }: AggregatePlan): readonly string[] =>
  source.kind === 'type'
    ? []
    : source.levels.filter(({ isGrouped }) => isGrouped).map(({ property }) => property);

/** Returns the key of a value in the network's order, which can differ from the order of the store. */
function networkKey(
  type: DocumentTypeDescription,
  field: string | undefined,
  key: Uint8Array,
  order: KeyOrder,
): Uint8Array {
  const storage = field === undefined ? undefined : fieldType(type, field);
  return storage === undefined ? copyOf(key) : copyOf(indexKey(storage, indexKeyValue(storage, key, order)));
}
