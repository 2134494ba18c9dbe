import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeOldNode, LOWEST } from '../../packages/dapikit/bin/node-version.cjs';
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

it('runs in the versions of Node that the manifest names', () => {
  expect(programManifest().engines).toEqual({ node: `>=${LOWEST.join('.')}.0` });
  for (const version of ['20.19.0', '20.20.2', '22.0.0', '24.1.0'])
    expect(describeOldNode(version)).toBeUndefined();
  for (const version of ['8.17.0', '18.20.8', '20.18.3'])
    expect(describeOldNode(version)).toBe(
      `dapikit needs Node 20.19 or newer; this is Node ${version}. See https://nodejs.org/`,
    );
});
