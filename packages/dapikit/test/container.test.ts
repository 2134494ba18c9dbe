import { readFileSync, statSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { expect, it } from 'vitest';
import { environmentName } from '../src/settings/setting-option.js';
import { serveSettings } from '../src/settings/settings-table.js';

const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const containerfile = read('deploy/Containerfile');

it('the container copies existing files that its context includes', () => {
  const copied = containerfile
    .split('\n')
    .filter((line) => line.startsWith('COPY ') && !line.includes('--from'))
    .flatMap((line) => line.split(/\s+/).slice(1, -1))
    .map((name) => name.replace('./', ''));
  const ignored = read('.dockerignore').split('\n').filter(Boolean);
  expect(copied.length).toBeGreaterThan(5);
  for (const name of copied) {
    expect(() => statSync(new URL(name, root))).not.toThrow();
    const folders = name.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'));
    expect(folders.filter((folder) => ignored.some((pattern) => matchesGlob(folder, pattern)))).toEqual([]);
  }
});

it('the container sets existing variables', () => {
  const names = [...containerfile.matchAll(/\b(DAPIKIT_\w+)=/g)].map(([, name]) => name);
  const known = new Set<string | undefined>([
    'DAPIKIT_CONFIG',
    ...Object.values(serveSettings).map(({ flag }) => environmentName(flag)),
  ]);
  expect(names.length).toBeGreaterThan(4);
  expect(names.filter((name) => !known.has(name))).toEqual([]);
});
