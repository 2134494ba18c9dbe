import { RULE_CODES, explain, validateContract } from '@dapikit/contract';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mendedText } from './mended-text.js';

const mendable = (text: string): number =>
  validateContract(text).diagnostics.filter(({ mend }) => mend.patch !== undefined).length;

it('mends all that takes no decision, and leaves the rest of the text as it is', () => {
  const file = new URL('examples/guestbook-with-mistakes.json', import.meta.url);
  const text = readFileSync(file, 'utf8');
  const mended = mendedText(text, 13);
  expect(mended).toBe(
    text
      .replace('"position": 3', '"position": 2')
      .replace('"desc" }] }]\n', '"asc" }] }],\n    "additionalProperties": false\n'),
  );
  expect(mendable(mended)).toBe(0);
});

const WRONG = RULE_CODES.map((code) => explain(code)).filter((page) => page?.input === 'contract');

it.each(WRONG.map((page) => [page!.code, page!.wrong] as const))('comes to an end: %s', (_, wrong) => {
  const text = typeof wrong === 'string' ? wrong : JSON.stringify(wrong, undefined, 2);
  expect(mendable(mendedText(text, 13))).toBeLessThanOrEqual(mendable(text));
});
