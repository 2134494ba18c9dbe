import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ENTRIES } from '../build/bundle-cli.mjs';
import { ROOT } from '../build/source-packages.mjs';
import { entryFiles, manifestOf, programManifest } from './manifests.mjs';

const hasSource = (path) =>
  existsSync(join(ROOT, 'packages/dapikit', path.replace(/(?:\.d\.ts|\.js)$/, '.ts')));

it('has a source for each entry point of the package dapikit in the workspace', () => {
  const sources = entryFiles(manifestOf('dapikit')).map((path) => path.replace('dist/', 'src/'));
  expect(sources.filter((path) => !hasSource(path))).toEqual([]);
});

it('bundles each entry point of the program, and has a source for its declarations', () => {
  const files = entryFiles(programManifest());
  const bundled = new Set(Object.keys(ENTRIES).map((name) => `bundle/${name}.js`));
  const sources = files.filter((path) => !bundled.has(path)).map((path) => path.replace('types/', 'src/'));
  expect(sources.filter((path) => !hasSource(path))).toEqual([]);
});
