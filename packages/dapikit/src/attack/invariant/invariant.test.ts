import { expect, it } from 'vitest';
import { INVARIANT_TOOLS, isBroken, type Judgement, type ObservedState } from './invariant.js';

const STATE: ObservedState = {
  ids: { owner: 'o', alice: 'a', bob: 'b', carol: 'c' },
  documents: () => [],
  count: () => 0,
  balance: () => 0n,
  tokens: () => 0n,
  contests: () => [],
  proposals: () => [],
};
const LAST = {
  step: { action: 'wait', milliseconds: 1 },
  outcome: { accepted: true, fee: 0n, contested: false },
} as const;
const breaks = async (kind: 'always' | 'never', judge: Judgement): Promise<boolean> =>
  isBroken(INVARIANT_TOOLS[kind]('it', judge), [STATE, STATE, LAST], 20);

it('breaks what must always hold where it does not, and what must never hold where it does', async () => {
  expect(await breaks('always', () => true)).toBe(false);
  expect(await breaks('always', async () => false)).toBe(true);
  expect(await breaks('never', () => true)).toBe(true);
  expect(await breaks('never', async () => false)).toBe(false);
});

it('rejects a judgement that never ends', async () => {
  await expect(breaks('always', async () => new Promise<boolean>(() => {}))).rejects.toThrow(
    'no answer in 20 ms',
  );
});

it('rejects a judgement that is neither true nor false', async () => {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- modules in JavaScript return anything
  const judge = (() => undefined) as unknown as Judgement;
  await expect(breaks('always', judge)).rejects.toThrow('a judgement is true or false, found undefined');
});
