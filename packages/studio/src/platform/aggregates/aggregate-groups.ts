import { platform } from '../../rpc/platform.js';
import type { Aggregate } from './aggregate.js';
import { getInteger, getList, getMembers, getNumber } from '../../json/json-values.js';
import { formatValue } from '../values/document.js';
import { getFieldType } from '../values/field-type.js';
import type { NamedIdentity } from '../state/identity.js';
import { readIndexValues } from './index-values.js';
import type { SelectedType } from '../state/registered-contract.js';

/** Describes a count and a sum; 0 where the contract does not ask for it. */
export interface Figures {
  readonly count: number;
  readonly sum: bigint;
}

/** Describes the figures of the documents with one combination of values. */
export interface AggregateGroup extends Figures {
  readonly label: string;
}

/** Describes an aggregate with the figures of its groups. */
export interface AggregateReading {
  /** Over all documents; absent where there are more groups than were read and the server has no figure for all of them. */
  readonly total?: Figures;
  /** In the order of the index; none for a type. */
  readonly groups: readonly AggregateGroup[];
  /** True if these are all groups. */
  readonly isComplete: boolean;
}

/** Defines the maximum number of groups that are read. */
export const MAX_GROUPS = 1000;

/** The most values of an "in", on the network too. */
const MAX_VALUES = 100;

/** Reads an aggregate. @throws {RpcError} (rejects) with the server's error. */
export async function readAggregate(
  selected: SelectedType,
  aggregate: Aggregate,
  identities: readonly NamedIdentity[],
): Promise<AggregateReading> {
  const { properties, isRanged } = aggregate;
  const ask = createQuery(selected, aggregate);
  const [property, ...more] = properties;
  if (property === undefined) return { total: readFigures(await ask({})), groups: [], isComplete: true };
  const { combinations, isComplete } = await readIndexValues(selected, properties, MAX_GROUPS);
  const queries = createGroupQueries(properties, combinations);
  const found = await Promise.all(
    queries.map(async ({ head, values }) => {
      const field = properties[head.length] ?? '';
      const where = [...head.map((value, at) => [properties[at], '==', value]), [field, 'in', values]];
      return getList(getMembers(await ask({ where, groupBy: [field] }))['groups']).map((group) => {
        const own = getMembers(getMembers(group)['values'])[field];
        return {
          label: createLabel(selected, properties, [...head, own], identities),
          ...readFigures(group),
        };
      });
    }),
  );
  const groups = found.flat();
  const total =
    isRanged && more.length === 0
      ? readFigures(await ask({ where: [[property, '>=', null]] }))
      : isComplete
        ? addFigures(groups)
        : undefined;
  return { ...(total && { total }), groups, isComplete };
}

type Query = (clauses: {
  readonly where?: readonly unknown[];
  readonly groupBy?: readonly string[];
}) => Promise<unknown>;

function createQuery({ contract, type }: SelectedType, { counts, sums }: Aggregate): Query {
  const method =
    sums === undefined ? 'getDocumentsCount' : counts ? 'getDocumentsAverage' : 'getDocumentsSum';
  return (clauses) =>
    platform.call(method, {
      contractId: contract.id,
      documentType: type.name,
      ...(sums !== undefined && { property: sums }),
      ...clauses,
    });
}

interface GroupQuery {
  /** The values of all properties but the last. */
  readonly head: readonly unknown[];
  /** Those of the last property. */
  readonly values: readonly unknown[];
}

/** Splits combinations into queries: the values of the last property together, as many as the platform takes at once. */
function createGroupQueries(
  properties: readonly string[],
  combinations: readonly (readonly unknown[])[],
): readonly GroupQuery[] {
  const queries: { readonly key: string; readonly head: readonly unknown[]; readonly values: unknown[] }[] =
    [];
  for (const combination of combinations) {
    const head = combination.slice(0, properties.length - 1);
    const key = JSON.stringify(head);
    const open = queries.at(-1);
    if (open?.key === key && open.values.length < MAX_VALUES) open.values.push(combination.at(-1));
    else queries.push({ key, head, values: [combination.at(-1)] });
  }
  return queries;
}

function createLabel(
  { type }: SelectedType,
  properties: readonly string[],
  values: readonly unknown[],
  identities: readonly NamedIdentity[],
): string {
  const texts = values.map((value, at) => {
    if (value === null || value === undefined) return 'no value';
    if (value === '') return '""';
    return formatValue(
      { path: 'value', type: getFieldType(type, properties[at] ?? '') },
      { value },
      identities,
    );
  });
  return texts.join(' · ');
}

const readFigures = (answer: unknown): Figures => ({
  count: getNumber(answer, 'count') ?? 0,
  sum: getInteger(answer, 'sum'),
});

const addFigures = (groups: readonly Figures[]): Figures => ({
  count: groups.reduce((all, { count }) => all + count, 0),
  sum: groups.reduce((all, { sum }) => all + sum, 0n),
});
