import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import type { StoredValue } from '@dapikit/protocol';
import { fieldType } from '../document-query/field.js';
import { indexKeyValue } from '../document-query/index-key.js';
import { planAggregate, type AggregatePlan } from '../document-query/plan-aggregate.js';
import type { AggregateQuery } from '../document-query/read-aggregate-query.js';
import type { Proven, ProvenResponse, TrustOptions } from '../response/proven-response.js';
import { verifyAggregatesOf, type ProvenDocumentAggregate } from './document-aggregates.js';
import type { DocumentCollection } from './documents.js';
import { plannedAggregates } from './planned-documents.js';

/** Aggregate with the values of its group. */
export interface ProvenAggregateOfDocuments extends ProvenDocumentAggregate {
  /** The values of the grouped properties in the order of the index; undefined for documents without a value. */
  readonly values: readonly (StoredValue | undefined)[];
}

/**
 * Verifies the response of getDocuments to a query for counts, sums or averages, as {@link verifyDocuments}: one entry for each group that
 * has documents, and one where nothing is grouped. An average is a count and a sum. Throws as {@link verifyDocuments}.
 */
export function verifyDocumentAggregates(
  response: ProvenResponse,
  options: TrustOptions & DocumentCollection & Omit<AggregateQuery, 'prove'>,
): Proven<readonly ProvenAggregateOfDocuments[]> {
  const { contractId, documentType, select, property, where, groupBy, orderBy, limit } = options;
  const query = { select, property, where, groupBy, orderBy, limit, prove: true };
  const plan = planAggregate(documentType, query);
  const request = plannedAggregates(contractId, documentType, plan, limit !== undefined);
  const proven = verifyAggregatesOf(response, options, request);
  const types = groupedTypes(documentType, plan);
  const valueOf = (key: Uint8Array, at: number): StoredValue | undefined =>
    indexKeyValue(types[at] ?? 'unknown', key);
  return { ...proven, value: proven.value.map((entry) => ({ ...entry, values: entry.keys.map(valueOf) })) };
}

const groupedTypes = (type: DocumentTypeDescription, { source }: AggregatePlan): readonly StorageType[] =>
  source.kind === 'type'
    ? []
    : source.levels.flatMap(({ property, isGrouped }) =>
        isGrouped ? [fieldType(type, property) ?? 'unknown'] : [],
      );
