import { expect, it } from 'vitest';
import { hrefOf, routeOf } from './route.js';

it.each([
  ['', '', [], ''],
  ['#/', '', [], ''],
  ['#/contract', 'contract', [], ''],
  ['#contract', 'contract', [], ''],
  ['#/contract/compare?c=a%20b&v=12', 'contract', ['compare'], 'c=a+b&v=12'],
  ['#/chain/block/%E2%9C%93/', 'chain', ['block', '✓'], ''],
  ['#/chain/100%', 'chain', ['100%'], ''],
  ['#/chain?a=b?c', 'chain', [], 'a=b%3Fc'],
])('the fragment %j is read', (hash, tab, rest, query) => {
  const route = routeOf(hash);
  expect([route.tab, route.rest, route.query.toString()]).toEqual([tab, rest, query]);
});

it('what is written is read again', () => {
  const { tab, rest, query } = routeOf(hrefOf('chain', ['a/b?c#d', '100%'], { q: '&=?' }));
  expect([tab, rest, query.get('q')]).toEqual(['chain', ['a/b?c#d', '100%'], '&=?']);
});
