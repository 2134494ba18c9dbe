import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_MEMORY_SETTINGS } from './settings.js';

it('has the defaults that docs/memory.md tells', () => {
  const page = readFileSync(new URL('../../../docs/memory.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]);
  expect(Object.fromEntries(told)).toEqual(DEFAULT_MEMORY_SETTINGS);
});
