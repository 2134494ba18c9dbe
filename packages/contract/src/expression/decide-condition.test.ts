import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { documentValidator } from '../document/document-validator.js';
import { validateContract } from '../check/validate-contract.js';
import { costlyRuns } from '../../../../scripts/property-runs.js';

const PROPERTIES = {
  a: { type: 'integer', minimum: -2, maximum: 3 },
  b: { type: 'integer', minimum: 0, maximum: 2 },
  c: { type: 'integer', minimum: 4, maximum: 5 },
  d: { type: 'boolean' },
  e: { type: 'integer', minimum: 0 },
  f: { type: 'integer' },
  g: { type: 'integer' },
  h: { type: 'integer', minimum: 0, maximum: 80 },
  text: { type: 'string', maxLength: 8 },
};

const TYPE = {
  type: 'object',
  properties: Object.fromEntries(
    Object.entries(PROPERTIES).map(([name, schema], position) => [name, { ...schema, position }]),
  ),
  required: ['a', 'b', 'e', 'h'],
  additionalProperties: false,
};

/** Values of each property that its schema allows: all of small ranges, and some of wide ones. */
const VALUES = {
  a: [-2n, 0n, 1n, 3n],
  b: [0n, 1n, 2n],
  c: [undefined, 4n, 5n],
  d: [undefined, true, false],
  e: [0n, 2n ** 62n, 2n ** 63n],
  f: [undefined, -(2n ** 63n), 2n ** 62n],
  g: [undefined, -(2n ** 63n), 2n ** 62n],
  h: [0n, 80n],
} as const;

const NAMES = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;

type Json = bigint | number | string | readonly Json[] | { readonly [name: string]: Json };

/** Writes JSON with integers of any size. */
function toText(value: unknown): string {
  const marked = JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? `#${one}#` : one));
  return marked.replaceAll(/"#(-?\d+)#"/gu, '$1');
}

/** Lists documents with all combinations of the values that a condition reads. */
function listDocuments(condition: string): Readonly<Record<string, bigint | boolean>>[] {
  let found: Readonly<Record<string, bigint | boolean>>[] = [{}];
  for (const name of NAMES) {
    const values = VALUES[name];
    const tried = condition.includes(`"${name}"`) ? values : values.slice(0, 1);
    found = found.flatMap((document) =>
      tried.map((value) => (value === undefined ? document : { ...document, [name]: value })),
    );
  }
  return found;
}

/** Judges a condition as a rule: it holds for a document that is accepted. */
function judgeAsRule(condition: string) {
  const contract = `{"note":${toText(TYPE).slice(0, -1)},"propertyConstraints":{"rule":${condition}}}}`;
  const notes = documentValidator(contract, 'note', { protocolVersion: 14 });
  return {
    contract,
    holds: (document: object) => {
      const { diagnostics } = notes.judge({ action: 'create', document: toText(document) });
      const codes = diagnostics.map(({ code }) => code);
      expect(codes.filter((code) => code !== 'document-constraint')).toEqual([]);
      return codes.length === 0;
    },
  };
}

/** Judges a condition of `immutable`: it holds where a replace may not change the property. */
function judgeAsFreeze(condition: string) {
  const contract = `{"note":${toText({ ...TYPE, documentsMutable: true }).slice(0, -1)},"immutable":[{"property":"text","when":${condition}}]}}`;
  const notes = documentValidator(contract, 'note', { protocolVersion: 14 });
  return {
    contract,
    holds: (values: object) => {
      const { diagnostics } = notes.judge({
        action: 'replace',
        document: toText({ ...values, text: 'new' }),
        stored: toText({ ...values, text: 'old' }),
      });
      const codes = diagnostics.map(({ code }) => code);
      expect(codes.filter((code) => code !== 'document-immutable')).toEqual([]);
      return codes.length > 0;
    },
  };
}

const PLACES = { rule: judgeAsRule, immutable: judgeAsFreeze } as const;

interface Claim {
  readonly says: 'always' | 'never' | 'nothing';
  readonly shown: string | undefined;
}

/** Returns what the lints say of a condition, with a document that shows otherwise; undefined for a condition that the network rejects. */
function findClaim(place: keyof typeof PLACES, rule: Json): Claim | undefined {
  const condition = toText(rule);
  const { contract, holds } = PLACES[place](condition);
  const { accepted, diagnostics } = validateContract(contract, { protocolVersion: 14 });
  if (!accepted) return undefined;
  const codes = new Set(diagnostics.map(({ code }) => code));
  const isAlways = codes.has('rule-always-holds');
  if (!isAlways && !codes.has('rule-never-holds')) return { says: 'nothing', shown: undefined };
  const shown = listDocuments(condition).find((document) => holds(document) !== isAlways);
  return { says: isAlways ? 'always' : 'never', shown: shown && toText(shown) };
}

const number = fc.oneof(
  fc.constantFrom<Json>(...NAMES),
  fc.integer({ min: -4, max: 8 }),
  fc
    .tuple(fc.constantFrom('c', 'f'), fc.integer({ min: -4, max: 8 }))
    .map((pair): Json => ({ ifAbsent: pair })),
  fc.constantFrom<Json>(2n ** 63n - 1n, 2n ** 126n, -(2n ** 126n)),
);
const expression = fc.oneof(
  number,
  fc
    .tuple(fc.constantFrom('add', 'multiply', 'min', 'max'), fc.array(number, { minLength: 2, maxLength: 4 }))
    .map(([name, list]): Json => ({ [name]: list })),
  fc
    .tuple(fc.constantFrom('subtract', 'modulo', 'divide', 'power'), fc.tuple(number, number))
    .map(([name, pair]): Json => ({ [name]: pair })),
  number.map((one): Json => ({ abs: one })),
  fc.constant<Json>({ countPresent: ['a', 'c'] }),
);
const compared = (left: fc.Arbitrary<Json>, right: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      fc.constantFrom(
        'equal',
        'notEqual',
        'lessThan',
        'lessThanOrEqual',
        'greaterThan',
        'greaterThanOrEqual',
      ),
      fc.tuple(left, right),
    )
    .map(([name, pair]) => ({ [name]: pair }));
const comparison: fc.Arbitrary<Json> = fc.oneof(
  compared(expression, expression),
  fc
    .tuple(expression, fc.uniqueArray(fc.integer({ min: -3, max: 5 }), { minLength: 2, maxLength: 7 }))
    .map((pair) => ({ in: pair })),
  fc.constantFrom('a', 'c', 'd').map((path) => ({ present: path })),
  fc.constantFrom('a', 'c', 'd').map((path) => ({ absent: path })),
);
/** Compares one property, with a default or without, with integers near its range. */
const narrowing = compared(
  fc.oneof(fc.constant<Json>('c'), fc.constant<Json>({ ifAbsent: ['c', 8] })),
  fc.integer({ min: 0, max: 8 }),
);
const junction = (one: fc.Arbitrary<Json>): fc.Arbitrary<Json> =>
  fc
    .tuple(
      fc.constantFrom('anyOf', 'allOf'),
      fc.uniqueArray(one, { minLength: 2, maxLength: 3, selector: toText }),
    )
    .map(([name, list]) => ({ [name]: list }));
const condition = fc.oneof(
  comparison,
  junction(comparison),
  junction(narrowing),
  fc.oneof(comparison, junction(comparison), junction(narrowing)).map((one): Json => ({ not: one })),
  fc.tuple(comparison, comparison).map((pair): Json => ({ ifThen: pair })),
  fc.tuple(comparison, comparison, comparison).map((parts): Json => ({ ifThenElse: parts })),
);

it.each([
  ['rule', 14],
  ['immutable', 15],
] as const)(
  'says of no condition of the kind "%s" that it always or never holds where a document shows otherwise',
  (place, seed) => {
    const numRuns = costlyRuns(1200);
    const seen = { always: 0, never: 0, nothing: 0 };
    fc.assert(
      fc.property(condition, (rule) => {
        const claim = findClaim(place, rule);
        if (claim === undefined) return;
        seen[claim.says] += 1;
        expect({ rule: toText(rule), ...claim }).toEqual({
          rule: toText(rule),
          says: claim.says,
          shown: undefined,
        });
      }),
      { numRuns, seed },
    );
    expect(seen.always).toBeGreaterThan(numRuns / 60);
    expect(seen.never).toBeGreaterThan(numRuns / 60);
  },
  120_000,
);

const OVERFLOWING = 2n ** 126n;

it.each<readonly [string, keyof typeof PLACES, Json]>([
  [
    'two defaults of one property',
    'rule',
    { allOf: [{ equal: [{ ifAbsent: ['c', 8] }, 8] }, { equal: ['c', 0] }] },
  ],
  [
    'two defaults of one property, negated',
    'rule',
    { not: { allOf: [{ greaterThanOrEqual: [{ ifAbsent: ['c', 8] }, 8] }, { lessThan: ['c', 4] }] } },
  ],
  ['a fault that freezes', 'immutable', { greaterThan: [{ modulo: ['a', 'b'] }, 10] }],
  [
    'a fault that freezes before what never holds',
    'immutable',
    { allOf: [{ equal: [{ divide: ['a', 'b'] }, 2] }, { equal: ['b', 9] }] },
  ],
  ['a minimum without a maximum', 'rule', { greaterThan: ['e', 2n ** 63n - 1n] }],
  ['a power above 2^126', 'rule', { greaterThan: [{ power: ['a', 'h'] }, OVERFLOWING] }],
  ['a product that overflows on its way to 0', 'rule', { equal: [{ multiply: ['e', 'f', 'g', 0] }, 0] }],
  [
    'a sum that overflows on its way back',
    'rule',
    { lessThan: [{ add: ['e', OVERFLOWING, OVERFLOWING, -OVERFLOWING, -OVERFLOWING] }, 2n ** 65n] },
  ],
])('says nothing of %s', (_, place, rule) => {
  expect(findClaim(place, rule)).toEqual({ says: 'nothing', shown: undefined });
});

it.each<readonly [string, keyof typeof PLACES, Json, string]>([
  [
    'a fault that is not reached',
    'immutable',
    { allOf: [{ equal: ['b', 9] }, { equal: [{ divide: ['a', 'b'] }, 2] }] },
    'never',
  ],
  [
    'a fault after what always holds',
    'rule',
    { anyOf: [{ lessThan: ['b', 3] }, { equal: [{ divide: ['a', 'b'] }, 2] }] },
    'always',
  ],
  [
    'two ranges of one property',
    'rule',
    { allOf: [{ greaterThan: ['a', 2] }, { lessThan: ['a', 1] }] },
    'never',
  ],
  ['a comparison that holds or faults', 'immutable', { lessThan: [{ modulo: ['a', 'b'] }, 10] }, 'always'],
])('judges %s', (_, place, rule, says) => {
  expect(findClaim(place, rule)).toEqual({ says, shown: undefined });
});

it.each([
  [1, ['rule-always-holds']],
  [2, []],
])('knows of a property that is required since version %d what old documents have', (since, claims) => {
  const type = {
    ...TYPE,
    properties: { ...TYPE.properties, b: { ...TYPE.properties['b'], requiredSince: since } },
    deleteConstraints: { rule: { present: 'b' } },
  };
  const { diagnostics } = validateContract(toText({ note: type }), { protocolVersion: 14 });
  const codes = diagnostics.map(({ code }) => code);
  expect(codes.filter((code) => code.startsWith('rule-'))).toEqual(claims);
});
