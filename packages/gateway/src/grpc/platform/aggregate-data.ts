import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AggregateResult, CommittedState, DocumentTypeKey, ProvenState } from '@dapikit/platform';
import {
  GetDocumentsRequest_GetDocumentsRequestV1_Select_Function as Select,
  type GetDocumentsResponse_GetDocumentsResponseV1_ResultDataSchema,
} from '../generated/dapi_pb.js';
import { oneofMember } from './platform-query.js';
import { invalidArgument } from './request-values.js';

type ResultData = MessageInitShape<typeof GetDocumentsResponse_GetDocumentsResponseV1_ResultDataSchema>;

/** Selects the documents of an aggregate, and how they are grouped. */
interface AggregateConditions {
  readonly where: readonly unknown[];
  readonly orderBy: readonly unknown[];
  readonly groupBy: readonly string[];
  readonly limit?: number;
}

/** Describes the aggregate and its property. */
interface Selected {
  readonly select: Select;
  readonly field: string;
}

/** Returns a query of version 1 as the platform reads it. @throws {GrpcError} INVALID_ARGUMENT */
export const aggregateQuery = (conditions: AggregateConditions, { select, field }: Selected) => ({
  ...conditions,
  select: nameOf(select, field),
  ...(select === Select.COUNT ? {} : { property: field }),
});

/** Proves a count, sum or average of version 1. @throws {GrpcError} INVALID_ARGUMENT @throws {QueryError} @throws {UnprovableQueryError} */
export async function proveAggregates(
  state: ProvenState,
  type: DocumentTypeKey,
  conditions: AggregateConditions,
  selected: Selected,
): Promise<Uint8Array> {
  const { query, isOfRange } = await state.documentAggregatesPathQuery(
    type,
    aggregateQuery(conditions, selected),
  );
  return isOfRange ? state.proofs.proveRangeAggregate(query) : state.proofs.prove(query);
}

/** Returns a count, sum or average of version 1. @throws {GrpcError} INVALID_ARGUMENT @throws {QueryError} */
export async function aggregateData(
  state: CommittedState,
  type: DocumentTypeKey,
  conditions: AggregateConditions,
  selected: Selected,
): Promise<ResultData> {
  const { select } = selected;
  const results = await state.documentAggregates(type, aggregateQuery(conditions, selected));
  return conditions.groupBy.length === 0 ? totalOf(select, results[0]) : entriesOf(select, results);
}

function nameOf(select: Select, field: string): 'count' | 'sum' | 'average' {
  switch (select) {
    case Select.COUNT:
      if (field !== '') throw invalidArgument('the count of a field is not yet implemented: leave it out');
      return 'count';
    case Select.SUM:
      return 'sum';
    case Select.AVG:
      return 'average';
    case Select.MIN:
    case Select.MAX:
      throw invalidArgument('min and max are not yet implemented: send an ordered query with limit 1');
    default:
      throw invalidArgument(`function ${String(select)} is unknown: send 0 to 5`);
  }
}

function totalOf(select: Select, result: AggregateResult | undefined): ResultData {
  const { count = 0n, sum = 0n } = result ?? {};
  if (select === Select.COUNT)
    return { variant: oneofMember('counts', { variant: oneofMember('aggregateCount', count) }) };
  if (select === Select.SUM)
    return { variant: oneofMember('sums', { variant: oneofMember('aggregateSum', sum) }) };
  return { variant: oneofMember('averages', { variant: oneofMember('aggregateAverage', { count, sum }) }) };
}

function entriesOf(select: Select, results: readonly AggregateResult[]): ResultData {
  const entries = results.map(({ keys, count = 0n, sum = 0n }) => ({ ...keysOf(keys), count, sum }));
  if (select === Select.COUNT)
    return {
      variant: oneofMember('counts', {
        variant: oneofMember('entries', { entries: entries.map(({ sum: _sum, ...entry }) => entry) }),
      }),
    };
  if (select === Select.SUM)
    return {
      variant: oneofMember('sums', {
        variant: oneofMember('entries', { entries: entries.map(({ count: _count, ...entry }) => entry) }),
      }),
    };
  return { variant: oneofMember('averages', { variant: oneofMember('entries', { entries }) }) };
}

/** Returns the keys of an entry: of two grouped properties the one with the `in` comes first. */
function keysOf(keys: readonly Uint8Array[]): { inKey?: Uint8Array; key: Uint8Array } {
  const [first, second] = keys;
  if (first === undefined) throw new RangeError('the key of a group is missing');
  return second === undefined ? { key: first } : { inKey: first, key: second };
}
