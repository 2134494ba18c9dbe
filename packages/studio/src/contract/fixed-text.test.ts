import { RULE_CODES, explain, validateContract } from '@dapikit/contract';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { fixText } from './fixed-text.js';

const fixable = (text: string): number =>
  validateContract(text).diagnostics.filter(({ fix }) => fix.patch !== undefined).length;

it('applies the fixes that need no decision, and keeps the rest of the text', () => {
  const file = new URL('examples/guestbook-with-errors.json', import.meta.url);
  const text = readFileSync(file, 'utf8');
  const fixed = fixText(text, 13);
  expect(fixed).toBe(
    text
      .replace('"position": 3', '"position": 2')
      .replace('maxLenght', 'maxLength')
      .replace('mesage', 'message')
      .replace('"desc" }] }]\n', '"asc" }] }],\n    "additionalProperties": false\n'),
  );
  expect(fixable(fixed)).toBe(0);
});

const WRONG = RULE_CODES.map((code) => explain(code)).filter((page) => page?.input === 'contract');

it.each(WRONG.map((page) => [page!.code, page!.wrong] as const))('ends for the errors of %s', (_, wrong) => {
  const text = typeof wrong === 'string' ? wrong : JSON.stringify(wrong, undefined, 2);
  expect(fixable(fixText(text, 13))).toBeLessThanOrEqual(fixable(text));
});
