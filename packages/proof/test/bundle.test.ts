import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import * as source from '../src/index.js';
import { emptyTree, encodeElement } from '../src/prover.js';
import * as wasm from '../src/wasm/index.js';

const fileAt = (path: string): URL => new URL(`../../../${path}`, import.meta.url);

it('has the exports of the package and of its WebAssembly entry point in one file', async () => {
  execFileSync(process.execPath, [fileURLToPath(fileAt('scripts/build/bundle-proof.mjs'))]);
  const path = fileAt('packages/proof/dist/bundle/index.js').href;
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same exports, as the next line checks
  const bundle = (await import(/* @vite-ignore */ path)) as typeof source & typeof wasm;
  expect(Object.keys(bundle).toSorted()).toEqual([...Object.keys(source), ...Object.keys(wasm)].toSorted());
  bundle.setBlake3(await bundle.wasmBlake3());
  const bytes = encodeElement(emptyTree('sum'));
  expect(bundle.decodeElement(bytes)).toEqual(source.decodeElement(bytes));
});
