import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { costlyRuns } from '../../../scripts/property-runs.js';
import { validateContract, type Diagnostic, type PatchOperation } from '../src/index.js';

type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

const CORPUS = readFileSync(new URL('../../../fixtures/contracts/corpus.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { [name: string]: Json } => {
    const { schemas, defs }: { schemas: Json; defs?: Json } = JSON.parse(line);
    return defs === undefined ? { documents: schemas } : { documents: schemas, $defs: defs };
  });
const OPTIONS = { form: 'contract' } as const;

const namesOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));

function at(value: Json, names: readonly string[]): Json | undefined {
  let found: Json | undefined = value;
  for (const name of names) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined;
    found = Array.isArray(found) ? found[Number(name)] : found[name];
  }
  return found;
}

/** A JSON patch (RFC 6902) of the operations that fixes use, applied to a copy. */
function patched(value: Json, patch: readonly PatchOperation[]): Json {
  const copy = structuredClone(value);
  for (const operation of patch) {
    const names = namesOf(operation.path);
    const name = names.pop()!;
    const container = at(copy, names);
    if (typeof container !== 'object' || container === null)
      throw new Error(`no container for ${operation.path}`);
    if (operation.op === 'move') {
      const from = namesOf(operation.from).at(-1)!;
      const moved = at(copy, namesOf(operation.from));
      if (moved === undefined || Array.isArray(container)) throw new Error(`nothing is at ${operation.from}`);
      container[name] = moved;
      delete container[from];
      continue;
    }
    if (operation.op !== 'add' && at(container, [name]) === undefined)
      throw new Error(`nothing is at ${operation.path}`);
    const value: Json = operation.op === 'remove' ? null : JSON.parse(JSON.stringify(operation.value));
    if (Array.isArray(container)) {
      container.splice(
        Number(name),
        operation.op === 'add' ? 0 : 1,
        ...(operation.op === 'remove' ? [] : [value]),
      );
    } else if (operation.op === 'remove') delete container[name];
    else container[name] = value;
  }
  return copy;
}

const isSame = (a: Diagnostic, b: Diagnostic) =>
  a.code === b.code && a.at === b.at && a.message === b.message;

describe('the patch of a fix', () => {
  it('applies, and removes the error', { timeout: 300_000 }, () => {
    let applied = 0;
    for (const contract of CORPUS) {
      for (const diagnostic of validateContract(contract, OPTIONS).diagnostics) {
        if (diagnostic.fix.patch === undefined) continue;
        const after = validateContract(patched(contract, diagnostic.fix.patch), OPTIONS).diagnostics;
        expect(after.filter((other) => isSame(other, diagnostic))).toEqual([]);
        applied += 1;
      }
    }
    expect(applied).toBeGreaterThan(400);
  });
});

/** Describes the layout of a text: white space between its symbols, in turn, and escaped characters. */
interface Layout {
  readonly spaces: readonly string[];
  readonly escapeEvery: number;
  readonly hasMark: boolean;
}
const layout: fc.Arbitrary<Layout> = fc.record({
  spaces: fc.array(fc.constantFrom('', ' ', '\t', '\n', '\r\n', '\r', '\n\n  '), {
    minLength: 1,
    maxLength: 9,
  }),
  escapeEvery: fc.integer({ min: 1, max: 40 }),
  hasMark: fc.boolean(),
});

function written(value: Json, { spaces, escapeEvery, hasMark }: Layout): string {
  let turn = 0;
  let units = 0;
  const space = () => spaces[(turn += 1) % spaces.length];
  const text = (plain: string) => {
    const quoted = JSON.stringify(plain);
    if (/\\/.test(quoted)) return quoted;
    return quoted.replaceAll(/[^"]/g, (unit) => {
      units += 1;
      return units % escapeEvery === 0 ? `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}` : unit;
    });
  };
  const write = (inner: Json): string => {
    if (typeof inner === 'string') return text(inner);
    if (typeof inner !== 'object' || inner === null) return JSON.stringify(inner);
    const parts = Array.isArray(inner)
      ? inner.map((item) => `${space()}${write(item)}${space()}`)
      : Object.entries(inner).map(
          ([name, item]) => `${space()}${text(name)}${space()}:${space()}${write(item)}${space()}`,
        );
    return Array.isArray(inner) ? `[${space()}${parts.join(',')}]` : `{${space()}${parts.join(',')}}`;
  };
  return `${hasMark ? '\ufeff' : ''}${space()}${write(value)}${space()}`;
}

describe('the range of a diagnostic', () => {
  it('matches its pointer in any layout of the text', { timeout: 300_000 }, () => {
    fc.assert(
      fc.property(fc.constantFrom(...CORPUS), layout, (contract, chosen) => {
        const spread: Json = { '😀 \ttext': 5, ...contract };
        const text = written(spread, chosen);
        const { diagnostics } = validateContract(text, OPTIONS);
        // Only a text has lines.
        const placeless = diagnostics.map(({ fix, ...rest }) => ({
          ...rest,
          fix: { ...fix, text: fix.text.replace(/ See line \d+\.$/, '') },
        }));
        expect(placeless).toMatchObject(validateContract(spread, OPTIONS).diagnostics);
        for (const { range, at: pointer } of diagnostics) {
          const { start, end } = range!;
          const names = namesOf(pointer);
          const slice: Json = JSON.parse(text.slice(start.offset, end.offset));
          const value = at(spread, names);
          expect([value, names.at(-1)]).toContainEqual(slice);
          for (const { line, column, offset } of [start, end]) {
            const before = text.slice(0, offset).split('\n');
            expect([line, column]).toEqual([before.length, before.at(-1)!.length + 1]);
          }
        }
      }),
      { numRuns: costlyRuns(400), seed: 400 },
    );
  });
});
