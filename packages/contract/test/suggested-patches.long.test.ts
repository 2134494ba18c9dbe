import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  explain,
  RULE_CODES,
  textEdits,
  validateContract,
  type Diagnostic,
  type PatchOperation,
} from '../src/index.js';
import { formatPointer } from '../src/source/json-pointer.js';

const fixtures = new URL('../../../fixtures/contracts/', import.meta.url);
const beginners = new URL('beginners/', fixtures);
const corpus = readFileSync(new URL('corpus.jsonl', fixtures), 'utf8')
  .trim()
  .split('\n')
  .map((line): { schemas: object; defs?: object; verdicts: { 13: { ok: boolean } } } => JSON.parse(line))
  .map(({ schemas, defs, verdicts }) => ({
    isAccepted: verdicts[13].ok,
    contract: defs === undefined ? schemas : { documentSchemas: schemas, schemaDefs: defs },
  }));
const examples = RULE_CODES.map((code) => explain(code)).filter((page) => page?.input === 'contract');

const textOf = (input: unknown): string =>
  typeof input === 'string' ? input : JSON.stringify(input, undefined, 2);
const texts = [
  ...readdirSync(beginners)
    .filter((name) => name.endsWith('.json'))
    .map((name) => readFileSync(new URL(name, beginners), 'utf8')),
  ...corpus.map(({ contract }) => textOf(contract)),
  ...examples.map((page) => textOf(page!.wrong)),
];

/** Applies a patch to a text; operations that touch each other are applied one after the other. */
function apply(text: string, patch: readonly PatchOperation[]): string {
  const edits = textEdits(text)(patch);
  if (edits === undefined && patch.length > 1)
    return patch.reduce((before, operation) => apply(before, [operation]), text);
  if (edits === undefined) throw new Error(`does not fit: ${JSON.stringify(patch)}`);
  return edits
    .toReversed()
    .reduce(
      (before, { range: { start, end }, text: put }) =>
        before.slice(0, start.offset) + put + before.slice(end.offset),
      text,
    );
}

const isSame = (a: Diagnostic, b: Diagnostic): boolean =>
  a.code === b.code && a.at === b.at && a.message === b.message;

describe('"did you mean"', () => {
  it(
    'has a patch in all fixtures that changes the text and removes the diagnostic',
    { timeout: 300_000 },
    () => {
      let suggestions = 0;
      for (const text of texts)
        for (const found of validateContract(text).diagnostics) {
          if (!found.message.includes('did you mean')) continue;
          const { patch } = found.fix;
          expect(found).toHaveProperty('fix.patch.0');
          const fixed = apply(text, patch!);
          expect(fixed).not.toBe(text);
          expect(validateContract(fixed).diagnostics.filter((other) => isSame(found, other))).toEqual([]);
          suggestions += 1;
        }
      expect(suggestions).toBeGreaterThan(30);
    },
  );

  it.each([
    ['a keyword', { Indices: [], indices: [] }, 'Remove "Indices" or "indices".'],
    [
      'a keyword of a property',
      { properties: { text: { Type: 'string', type: 'string' } } },
      'Remove "Type" or "type".',
    ],
  ])('is not asked of %s whose correct name is taken', (_, members, fix) => {
    const note = { type: 'object', properties: { text: { type: 'string' } }, ...members };
    const { diagnostics } = validateContract({ note });
    expect(diagnostics.map(({ message }) => message)).not.toContainEqual(
      expect.stringContaining('did you mean'),
    );
    expect(diagnostics.map((found) => found.fix.text)).toContain(fix);
  });
});

type Path = readonly string[];

function* scalarsOf(value: unknown, path: Path = []): Generator<readonly [Path, unknown]> {
  if (typeof value !== 'object' || value === null) yield [path, value];
  else for (const [name, member] of Object.entries(value)) yield* scalarsOf(member, [...path, name]);
}

function withValue(value: unknown, [name, ...path]: Path, put: unknown): unknown {
  if (name === undefined) return put;
  if (typeof value !== 'object' || value === null) throw new Error(`nothing is at ${name}`);
  const entries = Object.entries(value).map(([key, member]) => [
    key,
    key === name ? withValue(member, path, put) : member,
  ]);
  return Array.isArray(value) ? entries.map(([, member]) => member) : Object.fromEntries(entries);
}

/** Writes a scalar in other ways that have the same meaning. */
function misreadings(value: unknown): unknown[] {
  if (typeof value === 'boolean') return [String(value), value ? 'Yes' : 'NO', value ? 1 : 0];
  if (typeof value === 'number') return [String(value)];
  return typeof value === 'string' ? [value.toUpperCase(), ` ${value}`].filter((text) => text !== value) : [];
}

/** Lists rules about values that people choose: in capitals they are something else. */
const FREE_TEXT: ReadonlySet<string> = new Set([
  'contested-shape',
  'contract-identifier',
  'pattern-invalid',
  'pattern-not-re2',
]);
/** Limits the scalars of one name: each is checked in one contract. */
const MAX_SCALARS = 1;

describe('a scalar with one reading', () => {
  const accepted = [
    ...corpus.filter(({ isAccepted }) => isAccepted).map(({ contract }) => contract),
    ...examples
      .map((page) => page!.right)
      .filter((right) => typeof right !== 'string' && validateContract(right).ok),
  ];

  it('has a patch wherever it is rejected', { timeout: 300_000 }, () => {
    const counts = new Map<string, number>();
    let patches = 0;
    for (const contract of accepted)
      for (const [path, value] of scalarsOf(contract)) {
        const kind = `${path.slice(-2).join('/')} ${typeof value}`;
        const count = counts.get(kind) ?? 0;
        if (count >= MAX_SCALARS) continue;
        counts.set(kind, count + 1);
        const at = formatPointer(path);
        for (const written of misreadings(value)) {
          const errors = validateContract(withValue(contract, path, written)).diagnostics.filter(
            (found) => found.severity === 'error' && found.at === at && !FREE_TEXT.has(found.code),
          );
          if (errors.length === 0) continue;
          const patched = errors.filter(({ fix }) => fix.patch?.some((operation) => operation.path === at));
          expect({ at, written, errors: patched.length }).not.toMatchObject({ errors: 0 });
          patches += 1;
        }
      }
    expect(patches).toBeGreaterThan(400);
  });
});
