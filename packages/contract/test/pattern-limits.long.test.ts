import { beforeAll, describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';
import { textWith } from '../src/rules/example.js';
import { BINARY_PROPERTIES, CATEGORIES, SCRIPTS } from '../src/pattern/unicode-names.js';
import { loadNetwork, type NetworkVerdict } from './network.js';

let network: (schemas: unknown) => NetworkVerdict;
beforeAll(async () => {
  network = await loadNetwork(11);
});

const judge = (pattern: string): readonly [ours: boolean, official: boolean] => {
  const input = textWith({ pattern });
  return [validateContract(input, { protocolVersion: 11 }).accepted, network(input).ok];
};
const nested = (open: string, inner: string, close: string) => (count: number) =>
  open.repeat(count) + inner + close.repeat(count);

describe('the nesting limit of a pattern', () => {
  it.each<readonly [string, (count: number) => string, number]>([
    ['brackets', nested('[', 'a', ']'), 250],
    ['brackets around two characters', nested('[', 'ab', ']'), 249],
    ['brackets with a character each', nested('[a', '', ']'), 125],
    ['brackets around an intersection', nested('[', 'a&&b', ']'), 249],
    ['intersections', (count) => `[a${'&&a'.repeat(count)}]`, 249],
    ['differences', (count) => `[a${'--b'.repeat(count)}]`, 249],
    ['intersections in brackets', (count) => nested('[', `a${'&&a'.repeat(count)}`, ']')(100), 150],
    ['groups', nested('(', 'a', ')'), 250],
    ['groups around a class', nested('(', '[a]', ')'), 249],
    ['groups around nested classes', nested('(', '[a[b[c]]]', ')'), 245],
  ])('is that of the official build for %s', (_, pattern, limit) => {
    expect([judge(pattern(limit)), judge(pattern(limit + 1))]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

describe('the size limit of a pattern', () => {
  it.each([
    ['[a-z]', 131_069],
    ['[ac]', 109_224],
    ['[^a]', 10_082],
    ['[^ac]', 9708],
    ['[^ace]', 9362],
    [String.raw`\D`, 10_082],
    [String.raw`\W`, 9039],
    [String.raw`\S`, 5823],
    [String.raw`\s`, 22_573],
  ])('is that of the official build for %s', (part, limit) => {
    expect([judge(`${part}{${limit}}`), judge(`${part}{${limit + 1}}`)]).toEqual([
      [true, true],
      [false, false],
    ]);
  });
});

const definition = (count: number) => ({
  name: { type: 'string', maxLength: 63, position: 0, pattern: `[^ace]{${count}}` },
});

describe('a pattern in a definition to which nothing refers', () => {
  it.each([9363, 18_000])('has twice the size, as in the official build: %i', async (count) => {
    const judgeWith = await loadNetwork(11);
    const documents = textWith({});
    const { accepted } = validateContract({ documents, $defs: definition(count) }, { protocolVersion: 11 });
    expect([accepted, judgeWith(documents, definition(count)).ok]).toEqual([true, true]);
    const used = { documents: textWith({ pattern: `[^ace]{${count}}` }) };
    expect(validateContract(used, { protocolVersion: 11 }).accepted).toBe(false);
  });
});

describe('the name of a Unicode class', () => {
  it('is known as in the official build, for every script and category', () => {
    const known = [CATEGORIES, SCRIPTS, BINARY_PROPERTIES].flatMap((names) => [...names.values()]);
    const judged = known.map((name) => ({ name, verdict: judge(`\\p{${name}}`) }));
    expect(judged.filter(({ verdict: [ours, official] }) => ours !== official)).toEqual([]);
  });

  it.each([
    'IDS_Unary_Operator',
    'ID_Compat_Math_Start',
    'ID_Compat_Math_Continue',
    'IDSU',
    'MCM',
    'InCB',
    'Sidt',
  ])('is known as in the official build: %s', (name) => {
    const [ours, official] = judge(String.raw`\p{${name}}`);
    expect(ours).toBe(official);
  });
});
