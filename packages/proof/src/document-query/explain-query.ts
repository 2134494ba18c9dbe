import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract/protocol-versions';
import type { DocumentTypeDescription, IndexDescription, StorageType } from '@dapikit/contract';
import { fieldType } from './field.js';
import { mentionedFields, type PropertyUse } from './choose-index.js';
import { groupClauses } from './group-clauses.js';
import { planQuery, type QueryOptions } from './plan-query.js';
import { QueryError } from './query-error.js';
import type { IndexLevel, IndexPlan, QueryPlan } from './query-plan.js';
import { readOrderBy, readPage, readWhere } from './read-query.js';

/** Describes the index that serves a query, or why none does. */
export type QueryExplanation =
  | {
      readonly ok: true;
      readonly plan: QueryPlan;
      /** The name of the index; nothing where documents are found by their ids. */
      readonly index?: string;
      /** One a property of the index, in its order. */
      readonly levels: readonly ExplainedLevel[];
      /** Deviations of the network's result from the query, up to protocol 13. */
      readonly warnings: readonly string[];
      /** The same in words. */
      readonly text: string;
    }
  | {
      readonly ok: false;
      readonly error: QueryError;
      /** An index for the document type that would serve the query, where one would. */
      readonly wanted?: IndexDefinition;
      readonly text: string;
    };

export interface ExplainedLevel {
  readonly property: string;
  readonly use: PropertyUse;
  readonly descending: boolean;
}

/** Describes an index as a contract has it. */
export interface IndexDefinition {
  readonly name: string;
  readonly properties: readonly Readonly<Record<string, 'asc'>>[];
}

/**
 * Returns which index serves a query and how, or why none does and which one would.
 *
 * @param query a `DocumentQuery`. Never throws for what it is.
 */
export function explainQuery(
  type: DocumentTypeDescription,
  query: unknown,
  options: QueryOptions = {},
): QueryExplanation {
  try {
    // The defects that a plan has already are not in it any more.
    const { quirks: _, ...order } = options;
    const defects = findNetworkDefects(type, planQuery(type, query, order));
    return explained(planQuery(type, query, options), defects);
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    const wanted = HINTS.has(error.name) ? wantedIndex(type, query) : undefined;
    if (wanted === undefined) return { ok: false, error, text: error.message };
    return {
      ok: false,
      error,
      wanted,
      text: `${error.message}. This index would serve it: ${JSON.stringify(wanted)}`,
    };
  }
}

const HINTS: ReadonlySet<string> = new Set(['WhereClauseOnNonIndexedProperty', 'QueryTooFarFromIndex']);
const MAX_NAME_LENGTH = 32;
const MAX_PROPERTIES = 10;

const WORDS: Readonly<Record<PropertyUse, string>> = {
  '==': 'one value',
  in: 'several values',
  range: 'a range',
  order: 'every value, in the requested order',
  unused: 'every value, as the query does not mention it',
};

function explained(plan: QueryPlan, warnings: readonly string[]): QueryExplanation {
  if (plan.kind === 'ids') {
    const text =
      plan.ids === undefined
        ? 'All documents by their ids.'
        : 'Documents named by their ids; no index is needed.';
    return { ok: true, plan, levels: [], warnings: [], text };
  }
  const levels = plan.levels.map(({ property, use, descending }) => ({ property, use, descending }));
  const steps = levels.map(
    ({ property, use, descending }) => `${property}: ${WORDS[use]}${descending ? ', descending' : ''}`,
  );
  const said = `Index "${plan.index.name}" serves the query. ${steps.join('; ')}.`;
  const text = [said, ...warnings].join(' ');
  return { ok: true, plan, index: plan.index.name, levels, warnings, text };
}

/**
 * Lists what the network does differently up to protocol 13, and this platform with it unless it is strict.
 *
 * Source: the notes on protocol 14 in `packages/rs-platform-version/src/version/v14.rs` of dashpay/platform.
 */
const findNetworkDefects = (type: DocumentTypeDescription, plan: QueryPlan): readonly string[] =>
  (plan.kind === 'ids'
    ? []
    : [
        limitDefect(plan),
        pageDefect(plan),
        emptyPageDefect(plan),
        directionDefect(plan),
        tieDefect(plan),
        orderDefect(type, plan),
      ]
  )
    .filter((defect) => defect !== undefined)
    .map((defect) => `Up to protocol ${NEWEST_RELEASED_PROTOCOL} ${defect}`);

const isSeveral = ({ use }: IndexLevel): boolean => use === 'in' || use === 'range';

const limitDefect = ({ levels }: IndexPlan): string | undefined =>
  levels.filter(isSeveral).length > 1
    ? 'values without documents use up the limit: fewer documents than the limit do not prove the end.'
    : undefined;

function pageDefect({ levels, cursor, index }: IndexPlan): string | undefined {
  if (cursor === undefined) return undefined;
  const isDeep = levels.filter(({ use }) => use !== '==').length > 1;
  const page = `a page that begins ${cursor.included ? 'at' : 'behind'} a start document`;
  const isRepeating = cursor.included && !index.unique;
  if (isDeep)
    return `${page} can lose documents: index "${index.name}" continues behind the first field with several values.`;
  if (isRepeating) return `${page} repeats earlier documents with the same values.`;
  return index.unique
    ? undefined
    : `${page} can lose documents: those with the same values as that one. A unique index has none.`;
}

const emptyPageDefect = ({ levels, cursor }: IndexPlan): string | undefined =>
  cursor !== undefined &&
  levels.some(
    ({ use, select, descending }) =>
      use === 'range' &&
      !descending &&
      select.kind === 'range' &&
      select.from === undefined &&
      select.to !== undefined,
  )
    ? 'an ascending page of a range without a lower bound can be empty: add a lower bound.'
    : undefined;

function directionDefect({ levels, cursor }: IndexPlan): string | undefined {
  const unbound = levels.find(({ use, descending }) => use === 'order' && descending);
  return cursor === undefined && unbound !== undefined
    ? `"desc" on ${unbound.property} is ignored on the first page.`
    : undefined;
}

function tieDefect({ levels, index }: IndexPlan): string | undefined {
  const outer = levels.at(-2);
  const inner = levels.at(-1);
  return !index.unique &&
    outer?.use === 'in' &&
    inner?.use === 'range' &&
    outer.descending !== inner.descending
    ? `documents with the same values come in the direction of ${outer.property}, not in that of ${inner.property}.`
    : undefined;
}

/** The first value that sorts before the smaller ones. */
const FLIPPED_FROM: Readonly<Partial<Record<StorageType, number>>> = {
  u8: 2 ** 7,
  u16: 2 ** 15,
  u32: 2 ** 31,
};

function orderDefect(type: DocumentTypeDescription, { levels }: IndexPlan): string | undefined {
  const flipped = levels.flatMap(({ property, use }) => {
    const storage = use === 'range' || use === 'order' ? fieldType(type, property) : undefined;
    const from = property.startsWith('$') || storage === undefined ? undefined : FLIPPED_FROM[storage];
    return from === undefined ? [] : [`${property} from ${from} on`];
  });
  return flipped.length === 0
    ? undefined
    : `values of ${flipped.join(' and ')} sort before smaller ones, also in ranges.`;
}

/** Returns an index that serves a query: the fields with "==" first, then the ordered ones. */
function wantedIndex(type: DocumentTypeDescription, query: unknown): IndexDefinition | undefined {
  const { members } = readPage(query);
  if (members['timeRange'] !== undefined || members['integerRange'] !== undefined) return undefined;
  const groups = groupClauses(readWhere(members['where']));
  const orderBy = readOrderBy(members['orderBy']);
  const ordered = orderBy.map(({ field }) => field);
  const free = mentionedFields(groups, []).filter((field) => !ordered.includes(field));
  const equalFirst = [
    ...free.filter((field) => groups.equal.has(field)),
    ...ordered,
    ...free.filter((field) => !groups.equal.has(field)),
  ];
  const properties = [...new Set(equalFirst)];
  const name = freeName(type, properties);
  const index: IndexDescription = {
    name,
    properties,
    unique: false,
    nullSearchable: true,
    aggregates: { countable: 'notCountable', rangeCountable: false, rangeSummable: false },
  };
  return properties.length <= MAX_PROPERTIES &&
    properties.every((field) => isIndexable(type, field)) &&
    serves({ ...type, indices: [index] }, query)
    ? { name, properties: properties.map((field) => ({ [field]: 'asc' })) }
    : undefined;
}

/** Returns whether an index serves a query, apart from what the query lacks itself. */
function serves(type: DocumentTypeDescription, query: unknown): boolean {
  try {
    planQuery(type, query);
    return true;
  } catch (error) {
    return error instanceof QueryError && error.name === 'MissingOrderByForRange';
  }
}

/** Returns whether an index can be over a field: not over objects, nor over internal or unrecorded fields. */
function isIndexable(type: DocumentTypeDescription, field: string): boolean {
  const stored = fieldType(type, field);
  if (stored === undefined || stored === 'object' || stored === 'unknown') return false;
  if (!field.startsWith('$') || field === '$ownerId') return true;
  return field === '$creatorId' ? type.hasCreatorId : type.recordedTimes.includes(field);
}

/** Returns a name for an index over properties that no index of the type has. */
export function freeName({ indices }: DocumentTypeDescription, properties: readonly string[]): string {
  const words = properties.map((field) => field.replaceAll(/[^a-zA-Z0-9]/g, ''));
  const full = `by${words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('And')}`;
  const taken = new Set(indices.map(({ name }) => name));
  for (let number = 1; ; number += 1) {
    const suffix = number === 1 ? '' : String(number);
    const name = full.slice(0, MAX_NAME_LENGTH - suffix.length) + suffix;
    if (!taken.has(name)) return name;
  }
}
