import type { DocumentTypeDescription, StorageType } from '@dapikit/contract';
import { fieldWords } from '../contract/field-words.js';
import { queriesOf, wronglyTaken } from '../contract/index-queries.js';
import type { Params } from '../rpc/json-rpc-client.js';
import { fieldType } from './field-type.js';
import { valueOf, type Written } from './property-value.js';

/** A query that an index serves, to be filled in with values. */
export interface QueryChoice {
  readonly id: string;
  readonly label: string;
  /** Fields with one value each. */
  readonly equal: readonly string[];
  /** What is asked of the field behind them. */
  readonly last?: { readonly field: string; readonly ask: 'range' | 'several' };
}

/** How a range is asked for; `any` only sorts. */
export type RangeOperator = 'any' | '>=' | '>' | '<=' | '<' | 'startsWith';

const ALL: QueryChoice = { id: 'all', label: 'all documents', equal: [] };

/** What can be found in a type: all documents, and what its indices serve. */
export function queryChoices({ indices }: DocumentTypeDescription): readonly QueryChoice[] {
  const served = indices.flatMap((index) =>
    queriesOf(index)
      .filter((query) => wronglyTaken(query, indices) === undefined)
      .map((query): QueryChoice => {
        const { equal, last } = query;
        const id = `${index.name} ${equal.join()} ${last?.ask ?? ''}`;
        return { id, label: labelOf(query), equal, ...(last && { last }) };
      }),
  );
  return [ALL, ...served.filter((one, at) => served.findIndex(({ label }) => label === one.label) === at)];
}

const words = (field: string): string => fieldWords(field) ?? field;

function labelOf({ equal, last }: Pick<QueryChoice, 'equal' | 'last'>): string {
  const parts = equal.map((field) => `a given ${words(field)}`);
  const end =
    last === undefined
      ? []
      : [
          last.ask === 'several'
            ? `several values of ${words(last.field)}`
            : `sorted by ${words(last.field)}, or a range of it`,
        ];
  return [...parts, ...end].join(', ');
}

/** What is shown first: a query for what the contract itself has, where there is one. */
export function firstChoice(choices: readonly QueryChoice[]): QueryChoice {
  const fieldsOf = ({ equal, last }: QueryChoice): readonly string[] => [
    ...equal,
    ...(last ? [last.field] : []),
  ];
  const isOwn = (choice: QueryChoice): boolean =>
    choice !== ALL && fieldsOf(choice).every((field) => !field.startsWith('$'));
  return choices.find(isOwn) ?? ALL;
}

/** How a range of a type of value can be asked for. */
export function rangeOperators(
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

/** The clauses of a query. */
export function queryParams(
  type: DocumentTypeDescription,
  { equal, last }: QueryChoice,
  filled: { readonly values: Written; readonly operator: RangeOperator; readonly isDescending: boolean },
): Params {
  const { values, operator, isDescending } = filled;
  const value = (field: string, text = values[field] ?? ''): unknown => valueOf(fieldType(type, field), text);
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
