import { describe, expect, it } from 'vitest';
import { describeContract, estimateFees, explainUninsertable, validateContract } from '../src/index.js';

/** The flags of the test that pins the behaviour of protocol 13 in `packages/rs-drive` of dashpay/platform. */
const COUNT = { countable: true };
const SUM = { summable: 'rating' };
const PREFIXES = {
  count: COUNT,
  sum: SUM,
  countSum: { ...COUNT, ...SUM },
  average: { averageable: 'rating' },
  rangeCount: { ...COUNT, rangeCountable: true },
  rangeSum: { ...SUM, rangeSummable: true },
  countSumRangeCount: { ...COUNT, ...SUM, rangeCountable: true },
  countSumRangeSum: { ...COUNT, ...SUM, rangeSummable: true },
  rangeCountSum: { ...COUNT, ...SUM, rangeCountable: true, rangeSummable: true },
};
const LONGER = {
  plain: {},
  rangeCount: PREFIXES.rangeCount,
  rangeSum: PREFIXES.rangeSum,
  rangeCountSum: PREFIXES.rangeCountSum,
  rangeAverage: { averageable: 'rating', rangeAverageable: true },
};
const SUMS_RANGES: ReadonlySet<string> = new Set(['rangeSum', 'rangeCountSum', 'rangeAverage']);
const COUNTS_ONLY: ReadonlySet<string> = new Set(['count', 'rangeCount']);

const review = (indices: readonly object[]) => ({
  review: {
    type: 'object',
    properties: {
      resource: { type: 'string', maxLength: 63, position: 0 },
      rating: { type: 'integer', minimum: 1, maximum: 5, position: 1 },
      place: { type: 'string', maxLength: 63, position: 2 },
    },
    required: ['resource', 'rating'],
    additionalProperties: false,
    indices,
  },
});
const properties = (...names: string[]) => names.map((name) => ({ [name]: 'asc' }));

function judge(input: unknown) {
  const verdict = validateContract(input);
  const described = describeContract(input);
  const [type] = described.ok ? described.description.documentTypes : [];
  const traps = verdict.diagnostics.filter(({ code }) => code === 'aggregating-prefix-unusable');
  const reason = type && explainUninsertable(type);
  expect([verdict.accepted, verdict.ok]).toEqual([true, traps.length === 0]);
  expect(reason === undefined).toBe(traps.length === 0);
  return { isUsable: traps.length === 0, verdict };
}

const CASES = Object.entries(PREFIXES).flatMap(([prefix, shorterFlags]) =>
  Object.entries(LONGER).map(([longer, flags]) => ({
    prefix,
    longer,
    input: review([
      { name: 'shorter', properties: properties('resource'), ...shorterFlags },
      { name: 'longer', properties: properties('resource', 'rating'), ...flags },
    ]),
    isUsable: COUNTS_ONLY.has(prefix) ? !SUMS_RANGES.has(longer) : SUMS_RANGES.has(longer),
  })),
);

describe('an aggregating index that another index continues', () => {
  it.each(CASES)('$prefix before $longer is usable as on the network: $isUsable', ({ input, isUsable }) => {
    expect(judge(input).isUsable).toBe(isUsable);
  });

  it('is judged by the level behind it, not by the flags of a longer index', () => {
    const sum = { name: 'a', properties: properties('resource'), ...SUM };
    const deep = { name: 'c', properties: properties('resource', 'rating', 'place'), ...PREFIXES.rangeSum };
    const level = { name: 'b', properties: properties('resource', 'rating'), ...PREFIXES.rangeSum };
    expect(judge(review([sum, deep])).isUsable).toBe(false);
    const aside = { name: 'd', properties: properties('resource', 'place') };
    expect(judge(review([sum, level])).isUsable).toBe(true);
    expect(judge(review([sum, level, aside])).isUsable).toBe(false);
  });

  it('is usable beside an index with other first properties', () => {
    const sum = { name: 'a', properties: properties('resource'), ...SUM };
    const other = { name: 'b', properties: properties('place', 'resource') };
    expect(judge(review([sum, other])).isUsable).toBe(true);
  });

  it('is unusable and costs a fee', () => {
    const { verdict } = judge(CASES.find(({ isUsable }) => !isUsable)!.input);
    const diagnostic = verdict.diagnostics.find(({ severity }) => severity === 'unusable');
    expect(diagnostic).toMatchObject({ at: '/review/indices/0', versions: [12, 13] });
    expect(diagnostic?.rejectedBy).toBeUndefined();
    expect(estimateFees(CASES[0]!.input).estimate).toBeDefined();
  });
});

describe('a sum of a nested property', () => {
  it('is accepted and unusable', () => {
    const amount = { type: 'integer', minimum: 0, maximum: 9, position: 0 };
    const place = {
      type: 'object',
      properties: { amount },
      required: ['amount'],
      additionalProperties: false,
      position: 0,
    };
    const type = {
      type: 'object',
      properties: { place },
      required: ['place'],
      additionalProperties: false,
      documentsAverageable: 'place.amount',
    };
    const { accepted, ok, diagnostics } = validateContract({ note: type });
    expect([accepted, ok]).toEqual([true, false]);
    expect(diagnostics.map(({ code, at }) => [code, at])).toEqual([
      ['aggregate-nested-unusable', '/note/documentsAverageable'],
    ]);
  });
});
