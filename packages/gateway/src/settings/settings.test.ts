import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { DEFAULT_CACHE_SETTINGS } from './settings.js';

it('DEFAULT_CACHE_SETTINGS matches the caching page', () => {
  const page = readFileSync(new URL('../../../../docs/explanation/caching.md', import.meta.url), 'utf8');
  const told = [...page.matchAll(/^\| `(\w+)` \| (\d+) \|/gm)].map(([, name, value]) => [
    name,
    Number(value),
  ]);
  expect(Object.fromEntries(told)).toEqual(DEFAULT_CACHE_SETTINGS);
});
