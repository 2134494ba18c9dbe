import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** Matches a command that makes npm ask its registry for a name of ours, which strangers may have there. */
const ASKS_REGISTRY =
  /\b(?:npm (?:install|i|add|exec|create|init)|npx (?:-y|--yes))\b[^`\n]*?\s(?:dapikit|@dapikit\/[\w-]+)(?:@[\w.^~-]+)?(?=[`'")&|;]|\s*$|\s+(?:check|dev|init|-)|\s+@)/;

it('recognizes commands that ask the registry', () => {
  for (const line of [
    '`npm install --save-dev dapikit`',
    'npm i @dapikit/contract@0.1.0',
    'npx --yes dapikit check',
  ])
    expect(line).toMatch(ASKS_REGISTRY);
  for (const line of [
    'npm install ../dapikit/release/dapikit-0.1.0.tgz',
    'npx dapikit check',
    'npm ci && npx dapikit',
  ])
    expect(line).not.toMatch(ASKS_REGISTRY);
});

it('no page, template or program tells npm to ask its registry for a package of ours', () => {
  const listed = execFileSync(
    'git',
    ['ls-files', '-z', '--', '*.md', '*.ts', '*.tsx', '*.mjs', '*.js', '*.json', '*.yml'],
    {
      cwd: ROOT,
      encoding: 'utf8',
      maxBuffer: 1e8,
    },
  );
  const pages = listed.split('\0').filter((path) => path !== '' && !path.endsWith('registry-names.test.ts'));
  const lines = pages.flatMap((path) =>
    readFileSync(join(ROOT, path), 'utf8')
      .split('\n')
      .filter((line) => line.length < 1000 && ASKS_REGISTRY.test(line))
      .map((line) => `${path}: ${line.trim()}`),
  );
  expect(lines).toEqual([]);
});
