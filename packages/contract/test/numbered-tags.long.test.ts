import { Ajv } from 'ajv';
import { beforeAll, describe, expect, it } from 'vitest';
import { compareContracts, completeContract, contractJsonSchema, validateContract } from '../src/index.js';
import { distributed } from '../src/rules/example.js';

interface Sdk {
  readonly default: () => Promise<unknown>;
  readonly DataContract: {
    fromJSON: (
      json: unknown,
      validate: boolean,
      protocolVersion: number,
    ) => { toJSON: (protocolVersion: number) => Decoded; free: () => void };
  };
}
interface Decoded {
  readonly tokens: Readonly<Record<string, { readonly distributionRules: object }>>;
}

let sdk: Sdk;
beforeAll(async () => {
  const name = '@dashevo/wasm-sdk';
  sdk = await import(name);
  await sdk.default();
});

/** Returns the distributions that the official SDK 4.1.0 decodes; nothing for what it cannot decode. */
function decoded(input: unknown, protocolVersion: number): object | undefined {
  try {
    const contract = sdk.DataContract.fromJSON(structuredClone(input), false, protocolVersion);
    const { tokens } = contract.toJSON(protocolVersion);
    contract.free();
    return tokens['0']?.distributionRules;
  } catch {
    return undefined;
  }
}

const CURVE = { a: 1, d: 1, m: 1, n: 2, o: 1, b: 1, max_value: 100 };
const FUNCTIONS: readonly (readonly [name: string, parameters: object])[] = [
  ['fixedAmount', { amount: 5 }],
  ['random', { min: 1, max: 2 }],
  [
    'stepDecreasingAmount',
    {
      step_count: 1,
      decrease_per_interval_numerator: 1,
      decrease_per_interval_denominator: 2,
      distribution_start_amount: 5,
      trailing_distribution_interval_amount: 1,
    },
  ],
  ['stepwise', { 0: 1, 5: 2 }],
  ['linear', { a: 1, d: 1, starting_amount: 1 }],
  ['polynomial', CURVE],
  ['exponential', CURVE],
  ['logarithmic', CURVE],
  ['invertedLogarithmic', CURVE],
];
const UNITS = ['blockBasedDistribution', 'timeBasedDistribution', 'epochBasedDistribution'];
const OTHERS = [-1, -0, 0.5, '0', '', true, null, [], {}];

const build = (unit: unknown, tag: unknown, parameters: object, interval = 3_600_000) =>
  distributed({ $type: unit, interval, function: { $type: tag, ...parameters } });

const cases = [
  ...[...UNITS.keys(), ...UNITS, 3, ...OTHERS].flatMap((unit) =>
    FUNCTIONS.flatMap(([name, parameters], number) =>
      [name, number].map((tag) => [unit, tag, parameters, unit === 2 ? 1 : 3_600_000] as const),
    ),
  ),
  ...[...FUNCTIONS.keys(), 9, ...OTHERS].flatMap((tag) =>
    FUNCTIONS.map(([, parameters]) => [0, tag, parameters, 3_600_000] as const),
  ),
];
const found = (input: unknown) =>
  validateContract(input).diagnostics.map(({ code, at, message }) => [code, at, message]);
const updated = (before: object, after: object) =>
  compareContracts(before, { ...after, version: 2 }).diagnostics.map(({ code }) => code);
const ajv = new Ajv({ strict: false, validateFormats: false });

describe('the numbers of distributions and of their functions', () => {
  it.each([9, 10, 11, 12, 13])('are read as by the official SDK at protocol %i', (protocolVersion) => {
    const fits = ajv.compile(contractJsonSchema({ protocolVersion }));
    let count = 0;
    for (const [unit, tag, parameters, interval] of cases) {
      const input = build(unit, tag, parameters, interval);
      const official = decoded(input, protocolVersion);
      const { diagnostics } = validateContract(input, { protocolVersion });
      const label = JSON.stringify([unit, tag, parameters]);
      const isDecoded = !diagnostics.some(({ code }) => code === 'token-shape');
      expect([label, isDecoded]).toEqual([label, official !== undefined]);
      if (official === undefined) continue;
      count += 1;
      expect([label, fits(input)]).toEqual([label, true]);
      expect(completeContract(JSON.stringify(input))['tokens']).toMatchObject({
        0: { distributionRules: { perpetualDistribution: perpetualIn(official) } },
      });
    }
    expect(count).toBeGreaterThan(100);
  });

  it('mean the same as the names', () => {
    for (const [unit, name] of UNITS.entries())
      for (const [tag, [word, parameters]] of FUNCTIONS.entries())
        for (const interval of [0, 1, 2, 100, 60_001, 3_600_000]) {
          const [numbered, named] = [
            build(unit, tag, parameters, interval),
            build(name, word, parameters, interval),
          ];
          expect(found(numbered)).toEqual(found(named));
        }
  });

  it('can replace the names in an update, but no other variant', () => {
    const [, parameters] = FUNCTIONS[5]!;
    const named = build('timeBasedDistribution', 'polynomial', parameters);
    expect(updated(named, build(1, 5, parameters))).toEqual([]);
    expect(updated(build(1, 5, parameters), named)).toEqual([]);
    expect(updated(named, build(0, 5, parameters))).toEqual(['update-token-changed']);
    expect(updated(named, build(1, 6, parameters))).toEqual(['update-token-changed']);
  });
});

/** Members without those that are null: contracts can leave them out. */
function perpetualIn(official: object): unknown {
  const { perpetualDistribution }: { perpetualDistribution?: unknown } = official;
  return JSON.parse(JSON.stringify(perpetualDistribution), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).filter(([, member]) => member !== null))
      : value,
  );
}
