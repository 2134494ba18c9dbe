import { expect, it } from 'vitest';
import { createHref, readRoute } from './route.js';

it.each([
  ['', '', [], ''],
  ['#/', '', [], ''],
  ['#/contract', 'contract', [], ''],
  ['#contract', 'contract', [], ''],
  ['#/contract/compare?c=a%20b&v=12', 'contract', ['compare'], 'c=a+b&v=12'],
  ['#/chain/block/%E2%9C%93/', 'chain', ['block', '✓'], ''],
  ['#/chain/100%', 'chain', ['100%'], ''],
  ['#/chain?a=b?c', 'chain', [], 'a=b%3Fc'],
])('readRoute reads the fragment %j', (hash, tab, rest, query) => {
  const route = readRoute(hash);
  expect([route.tab, route.rest, route.query.toString()]).toEqual([tab, rest, query]);
});

it('readRoute reads the links of createHref', () => {
  const { tab, rest, query } = readRoute(createHref('chain', ['a/b?c#d', '100%'], { q: '&=?' }));
  expect([tab, rest, query.get('q')]).toEqual(['chain', ['a/b?c#d', '100%'], '&=?']);
});
