import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkPattern } from './pattern-verdict.js';
import { calculateRegexBytes } from './regex-cost.js';
import { parseRustRegex } from './rust-regex.js';

interface Limit {
  readonly pattern: string;
  readonly max: number;
}

const LIMITS = new URL('../../../../fixtures/contracts/pattern-limits.json', import.meta.url);
const limits: readonly Limit[] = JSON.parse(readFileSync(LIMITS, 'utf8'));
/**
 * Lists classes of many ranges whose Unicode version is that of the JavaScript that runs, or of which the engine's caches lose states: the limit agrees
 * within a percent.
 */
const NEARLY = new Set([
  '[^\\d\\s]{#}',
  '\\p{Greek}{#}',
  '[\\p{L}\\d]{#}',
  '\\p{Cyrillic}{#}',
  '\\p{Latin}{#}',
]);

const isAccepted = (pattern: string, count: number): boolean =>
  checkPattern(pattern.replace('#', String(count))).platform === undefined;

describe('the compiled size of a pattern', () => {
  it.each(limits.filter(({ pattern }) => !NEARLY.has(pattern)))(
    'has the limit of the official build: $pattern',
    ({ pattern, max }) => {
      expect([isAccepted(pattern, max), isAccepted(pattern, max + 1)]).toEqual([true, false]);
    },
  );

  it.each(limits.filter(({ pattern }) => NEARLY.has(pattern)))(
    'has nearly the limit of the official build: $pattern',
    ({ pattern, max }) => {
      expect([
        isAccepted(pattern, Math.floor(max * 0.99)),
        isAccepted(pattern, Math.ceil(max * 1.01)),
      ]).toEqual([true, false]);
    },
  );
});

const NATIVE = new URL('../../../../fixtures/contracts/pattern-sizes-64-bit.json', import.meta.url);
const native: readonly { readonly pattern: string; readonly bytes: number }[] = JSON.parse(
  readFileSync(NATIVE, 'utf8'),
);

describe('the compiled size of a pattern on a node', () => {
  it.each(native)('is that of the engine on a machine with 64 bits: $pattern', ({ pattern, bytes }) => {
    const { node } = calculateRegexBytes(parseRustRegex(pattern));
    expect(Math.abs(node - bytes) / bytes).toBeLessThan(0.01);
  });

  it('rejects patterns that the official build accepts', () => {
    const verdict = checkPattern('^\\p{L}{1,200}$');
    expect(verdict.platform).toBeUndefined();
    expect(verdict.node).toMatch(/^compiled it takes about 9 MiB, more than the 5 MiB/);
    expect(checkPattern('^\\p{L}{1,100}$').node).toBeUndefined();
    expect(checkPattern('^\\p{L}{1,2000}$').node).toBeUndefined();
  });
});
