/**
 * Spellings of each operator.
 *
 * Source: `WhereOperator` in `packages/rs-drive/src/query/conditions.rs` of dashpay/platform.
 */
const SPELLINGS = {
  '==': ['==', '='],
  '>': ['>'],
  '>=': ['>='],
  '<': ['<'],
  '<=': ['<='],
  in: ['in', 'In'],
  startsWith: ['startsWith', 'StartsWith', 'startswith', 'starts_with'],
  between: ['between', 'Between'],
  betweenExcludeBounds: spellings('betweenExcludeBounds', 'between_exclude_bounds'),
  betweenExcludeLeft: spellings('betweenExcludeLeft', 'between_exclude_left'),
  betweenExcludeRight: spellings('betweenExcludeRight', 'between_exclude_right'),
} satisfies Readonly<Record<string, readonly string[]>>;

/** Names the comparison of a clause. */
export type Operator = keyof typeof SPELLINGS;

function spellings(camel: string, snake: string): string[] {
  return [camel, `B${camel.slice(1)}`, camel.toLowerCase(), snake];
}

export const OPERATORS = Object.keys(SPELLINGS);

const isOperator = (text: string): text is Operator => Object.hasOwn(SPELLINGS, text);

/** Returns the operator that a text spells, if it does. */
export function operatorOf(text: string): Operator | undefined {
  const found = Object.entries(SPELLINGS).find(([, texts]) => texts.includes(text))?.[0];
  return found !== undefined && isOperator(found) ? found : undefined;
}

/** Describes which bounds of a range belong to it; absent for an open end. */
export interface RangeShape {
  readonly lower?: BoundKind;
  readonly upper?: BoundKind;
}
export type BoundKind = 'included' | 'excluded';

/** Lists the comparisons: those of which two may make one range. */
export const COMPARISONS: Readonly<Partial<Record<Operator, RangeShape>>> = {
  '>': { lower: 'excluded' },
  '>=': { lower: 'included' },
  '<': { upper: 'excluded' },
  '<=': { upper: 'included' },
};

/** Lists the operators that have both bounds. */
export const BETWEENS: Readonly<Partial<Record<Operator, Required<RangeShape>>>> = {
  between: { lower: 'included', upper: 'included' },
  betweenExcludeBounds: { lower: 'excluded', upper: 'excluded' },
  betweenExcludeLeft: { lower: 'excluded', upper: 'included' },
  betweenExcludeRight: { lower: 'included', upper: 'excluded' },
};
