import { expect, it } from 'vitest';
import { compareContracts, validateContract } from '../index.js';
import { distributed, withToken } from './example.js';

const CODE = 'distribution-evonodes-no-epochs';
const FIXED = { $type: 'fixedAmount', amount: 5 };
const TYPES = [
  ['blockBasedDistribution', 100, true],
  [0, 100, true],
  ['timeBasedDistribution', 3_600_000, true],
  [1, 3_600_000, true],
  ['epochBasedDistribution', 1, false],
  [2, 1, false],
] as const;

it.each(TYPES)(
  'a distribution of type %o to evonodes: nobody can claim it is %o',
  (type, interval, isUnusable) => {
    const found = (recipient: string) =>
      validateContract(distributed({ $type: type, interval, function: FIXED }, recipient)).diagnostics.filter(
        ({ code }) => code === CODE,
      );
    expect(found('evonodesByParticipation').map(({ severity }) => severity)).toEqual(
      isUnusable ? ['unusable'] : [],
    );
    expect(found('contractOwner')).toEqual([]);
  },
);

const tokenOf = (contract: unknown): unknown =>
  Reflect.get(Object(Reflect.get(Object(contract), 'tokens')), '0');

it('an update that adds a token whose distribution nobody can claim is unusable', () => {
  const before = withToken({});
  const blocks = { $type: 'blockBasedDistribution', interval: 100, function: FIXED };
  const after = {
    ...Object(before),
    version: 2,
    tokens: { 0: tokenOf(before), 1: tokenOf(distributed(blocks, 'evonodesByParticipation')) },
  };
  const { diagnostics } = compareContracts(before, after);
  expect(diagnostics.filter(({ code }) => code === CODE).map(({ at }) => at)).toEqual([
    '/tokens/1/distributionRules/perpetualDistribution/distributionType',
  ]);
});
