import { expect, it } from 'vitest';
import { pathOf, queryOf } from './request-target.js';

it.each([
  ['/', '/', ''],
  ['', '/', ''],
  ['/?', '/', ''],
  ['/?x=1?y', '/', 'x=1?y'],
  ['/a/b', '/a/b', ''],
  ['/a/b?form=auto', '/a/b', 'form=auto'],
  ['http://localhost', '/', ''],
  ['HTTPS://localhost:1443/a?x', '/a', 'x'],
  ['http://localhost?x', '/', 'x'],
  ['//', '//', ''],
  ['*', '*', ''],
  ['/http://localhost/', '/http://localhost/', ''],
])('the target %j has the path %j and the query %j', (target, path, query) => {
  expect([pathOf(target), queryOf(target)]).toEqual([path, query]);
});
