import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { checkPattern } from './pattern-verdict.js';

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
