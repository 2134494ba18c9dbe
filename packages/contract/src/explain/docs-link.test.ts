import { expect, it } from 'vitest';
import { docsLink } from './docs-link.js';

it.each([
  ['a rule', 'dapikit explain index-order', 'https://docs.example.org/dapikit/reference/rules/index-order'],
  [
    'a consensus error',
    'dapikit explain 10101',
    'https://docs.example.org/dapikit/reference/consensus-errors#10101',
  ],
  [
    'another error',
    'dapikit explain InvalidLimit',
    'https://docs.example.org/dapikit/reference/errors#invalidlimit',
  ],
])('the docs of %s are a page of the site', (_kind, docs, link) => {
  expect(docsLink(docs, 'https://docs.example.org/dapikit/')).toBe(link);
});

it('the docs stay a command where there is no site', () => {
  expect(docsLink('dapikit explain index-order', undefined)).toBe('dapikit explain index-order');
});
