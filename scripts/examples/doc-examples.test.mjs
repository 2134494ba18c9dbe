import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as base from '@scure/base';
import * as chain from '@dapikit/chain';
import * as contract from '@dapikit/contract';
import * as proof from '@dapikit/proof';
import * as protocol from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';
import { countResults, readExamples, toFunctionBody } from './read-examples.mjs';
import { responseTo } from './recorded.mjs';

const PACKAGES = { contract, proof, protocol, chain };
const MODULES = {
  '@scure/base': base,
  ...Object.fromEntries(Object.entries(PACKAGES).map(([name, module]) => [`@dapikit/${name}`, module])),
  './recorded.js': { responseTo },
};
/** Limits the examples: those of functions that a program calls first. */
const MAX_EXAMPLES = 40;

const AsyncFunction = (async () => {}).constructor;

/** Runs an example; returns each stated result beside the found one. */
async function runExample(code) {
  const results = [];
  const body = toFunctionBody(code);
  await new AsyncFunction('modules', 'check', body)(MODULES, (found, stated) =>
    results.push({ found, stated }),
  );
  return results;
}

const examples = Object.keys(PACKAGES).flatMap((name) => {
  const folder = fileURLToPath(new URL(`../../packages/${name}/src/`, import.meta.url));
  return readdirSync(folder, { recursive: true })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => readExamples(readFileSync(folder + file, 'utf8')))
    .map((example) => ({ ...example, package: name }));
});

describe('the examples of docstrings', () => {
  it('are those of the functions that a program calls first', () => {
    expect(examples.length).toBeGreaterThan(25);
    expect(examples.length).toBeLessThanOrEqual(MAX_EXAMPLES);
    expect(new Set(examples.map((example) => example.package))).toEqual(new Set(Object.keys(PACKAGES)));
    for (const { package: name, name: exported } of examples)
      expect(Object.keys(PACKAGES[name])).toContain(exported);
  });

  it.each(examples)('$package $name has the results that its example states', async ({ name, code }) => {
    expect(code).toContain(`import { `);
    expect(code).toContain(name);
    const results = await runExample(code);
    expect(results.length).toBe(countResults(code));
    expect(results.length).toBeGreaterThan(0);
    for (const { found, stated } of results) expect(found).toEqual(stated);
  });
});

describe('an example', () => {
  it('is the code behind @example, up to the next tag', () => {
    const source = `/**
 * Adds.
 *
 * @example
 * const a = 1;
 *
 * a + 1; // => 2
 * @throws {Error} never
 */
export function add(a: number): number {
`;
    expect(readExamples(source)).toEqual([{ name: 'add', code: 'const a = 1;\n\na + 1; // => 2' }]);
  });

  it('fails where a result is another one, a name is not exported, or the code throws', async () => {
    const [{ found, stated }] = await runExample('[1 + 1]; // => [3]');
    expect([found, stated]).toEqual([[2], [3]]);
    await expect(runExample("import { missing } from '@dapikit/chain';\nmissing(); // => 1")).rejects.toThrow(
      'missing is not a function',
    );
    await expect(runExample("import { a } from 'elsewhere';\na; // => 1")).rejects.toThrow(TypeError);
  });
});
