import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import { describeSystemField } from '../../contract/field-words.js';
import { listServedQueries, findWrongIndex } from '../../contract/index-queries.js';
import type { Params } from '../../rpc/json-rpc-client.js';
import { getFieldType } from '../values/field-type.js';
import { parseValue, type FieldTexts } from '../values/property-value.js';

/** Describes a query that an index serves, without its values. */
export interface QueryChoice {
  readonly id: string;
  readonly label: string;
  /** Fields with one value each. */
  readonly equal: readonly string[];
  /** The operator of the field after them. */
  readonly last?: { readonly field: string; readonly ask: 'range' | 'several' };
}

/** Describes the operator of a range; `any` only sorts. */
export type RangeOperator = 'any' | '>=' | '>' | '<=' | '<' | 'startsWith';

const ALL: QueryChoice = { id: 'all', label: 'all documents', equal: [] };

/** Lists the queries of a type: all documents, and the queries that its indices serve. */
export function listQueryChoices({ indices }: DocumentTypeDescription): readonly QueryChoice[] {
  const served = indices.flatMap((index) =>
    listServedQueries(index)
      .filter((query) => findWrongIndex(query, indices) === undefined)
      .map((query): QueryChoice => {
        const { equal, last } = query;
        const id = `${index.name} ${equal.join()} ${last?.ask ?? ''}`;
        return { id, label: createLabel(query), equal, ...(last && { last }) };
      }),
  );
  return [ALL, ...served.filter((one, at) => served.findIndex(({ label }) => label === one.label) === at)];
}

const nameField = (field: string): string => describeSystemField(field) ?? field;

function createLabel({ equal, last }: Pick<QueryChoice, 'equal' | 'last'>): string {
  const parts = equal.map((field) => `a given ${nameField(field)}`);
  const end =
    last === undefined
      ? []
      : [
          last.ask === 'several'
            ? `several values of ${nameField(last.field)}`
            : `sorted by ${nameField(last.field)}, or a range of it`,
        ];
  return [...parts, ...end].join(', ');
}

/** Picks the first query: one for a property of the contract, where there is one. */
export function pickChoice(choices: readonly QueryChoice[]): QueryChoice {
  const fieldsOf = ({ equal, last }: QueryChoice): readonly string[] => [
    ...equal,
    ...(last ? [last.field] : []),
  ];
  const isOwn = (choice: QueryChoice): boolean =>
    choice !== ALL && fieldsOf(choice).every((field) => !field.startsWith('$'));
  return choices.find(isOwn) ?? ALL;
}

/** Lists the operators of a range of values. */
export function listRangeOperators(
  type: StorageType,
): readonly { readonly value: RangeOperator; readonly label: string }[] {
  return [
    { value: 'any', label: 'any, sorted' },
    { value: '>=', label: '≥ from' },
    { value: '>', label: '> above' },
    { value: '<=', label: '≤ up to' },
    { value: '<', label: '< below' },
    ...(type === 'string' ? [{ value: 'startsWith' as const, label: 'begins with' }] : []),
  ];
}

/** Creates the clauses of a query. */
export function createQueryParams(
  type: DocumentTypeDescription,
  { equal, last }: QueryChoice,
  filled: { readonly values: FieldTexts; readonly operator: RangeOperator; readonly isDescending: boolean },
): Params {
  const { values, operator, isDescending } = filled;
  const value = (field: string, text = values[field] ?? ''): unknown =>
    parseValue(getFieldType(type, field), text);
  const where: unknown[] = equal.map((field) => [field, '==', value(field)]);
  if (last?.ask === 'several') {
    const several = [...new Set((values[last.field] ?? '').split(',').map((text) => text.trim()))];
    where.push([last.field, 'in', several.map((text) => value(last.field, text))]);
  } else if (last !== undefined && operator !== 'any') where.push([last.field, operator, value(last.field)]);
  return {
    ...(where.length > 0 && { where }),
    ...(last !== undefined && { orderBy: [[last.field, isDescending ? 'desc' : 'asc']] }),
  };
}
