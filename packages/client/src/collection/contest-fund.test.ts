import { expect, it } from 'vitest';
import { contestFund } from './contest-fund.js';

const CONTEST = {
  index: 'byName',
  fields: [],
  credits: 20n,
  matches: [
    { path: 'name', pattern: '^[a-z]{3,5}$' },
    { path: 'about.kind', pattern: '^x' },
  ],
};
const contested = { name: 'abc', about: { kind: 'x1' } };

it('pays for a document of which all values match, for the agreed price or less', () => {
  for (const maxContestCredits of [20n, 21n])
    expect(contestFund(CONTEST, contested, { maxContestCredits })).toEqual({
      indexName: 'byName',
      credits: 20n,
    });
  expect(contestFund({ ...CONTEST, matches: [] }, {}, { maxContestCredits: 20n })).toBeDefined();
});

it.each([
  ['whose value is too long', { ...contested, name: 'abcdef' }],
  ['without a value', { name: 'abc' }],
  ['with a value that is no text', { ...contested, name: 5 }],
])('pays nothing for a document %s', (_, data) => {
  expect(contestFund(CONTEST, data, { maxContestCredits: 20n })).toBeUndefined();
});

it('pays nothing for a type without contests', () => {
  expect(contestFund(undefined, contested, { maxContestCredits: 20n })).toBeUndefined();
});

it.each([
  ['without agreement', undefined],
  ['with one that names no credits', {}],
  ['with one for less', { maxContestCredits: 19n }],
])('shows the price %s', (_, agreement) => {
  expect(() => contestFund(CONTEST, contested, agreement)).toThrow(
    'masternodes vote on who gets these values (index byName), which costs 20 credits: agree with { maxContestCredits: 20n }',
  );
});

it('does not decide by a pattern that JavaScript does not have', () => {
  const contest = { ...CONTEST, matches: [{ path: 'name' }] };
  expect(() => contestFund(contest, contested, { maxContestCredits: 20n })).toThrow(
    'create the document with evo-sdk',
  );
  expect(contestFund(contest, {}, undefined)).toBeUndefined();
});
