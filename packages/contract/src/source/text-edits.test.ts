import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { PatchOperation } from '../diagnostic/diagnostic.js';
import { validateContract } from '../check/validate-contract.js';
import { textEdits } from './text-edits.js';

/** The text with its edits, from the last to the first so that places stay. */
function edited(text: string, patch: readonly PatchOperation[]): string | undefined {
  return textEdits(text)(patch)?.reduceRight(
    (result, { range, text: inserted }) =>
      result.slice(0, range.start.offset) + inserted + result.slice(range.end.offset),
    text,
  );
}

const keysOf = (path: string) =>
  path
    .split('/')
    .slice(1)
    .map((key) => key.replaceAll('~1', '/').replaceAll('~0', '~'));

/** RFC 6902 on the value. */
function patched(text: string, patch: readonly PatchOperation[]): unknown {
  const value: unknown = JSON.parse(text);
  for (const operation of patch) {
    const keys = keysOf(operation.path);
    const last = keys.pop() ?? '';
    let container: any = value; // oxlint-disable-line typescript/no-explicit-any -- any JSON
    for (const key of keys) container = container[key];
    if (operation.op === 'move') {
      const from = keysOf(operation.from).at(-1) ?? '';
      container[last] = container[from];
      delete container[from];
    } else if (operation.op === 'remove') {
      if (Array.isArray(container)) container.splice(Number(last), 1);
      else delete container[last];
    } else container[last] = operation.value;
  }
  return value;
}

describe('textEdits', () => {
  it.each([
    ['{"a": 1}', [{ op: 'replace', path: '/a', value: [2] }], '{"a": [2]}'],
    ['{"a": 1e3, "b": 2}', [{ op: 'remove', path: '/b' }], '{"a": 1e3}'],
    ['{"a": 1, "b": 2}', [{ op: 'remove', path: '/a' }], '{"b": 2}'],
    ['{ "a": 1 }', [{ op: 'remove', path: '/a' }], '{  }'],
    ['{\n  "a": 1\n}', [{ op: 'add', path: '/b', value: false }], '{\n  "a": 1,\n  "b": false\n}'],
    ['{"a":1,"c":2}', [{ op: 'add', path: '/b~1', value: 'x' }], '{"a":1,"c":2,"b/":"x"}'],
    ['{"a": {}}', [{ op: 'add', path: '/a/b', value: 1 }], '{"a": {"b": 1}}'],
    ['{"a": 1}', [{ op: 'add', path: '/a', value: 2 }], '{"a": 2}'],
    ['{"a": [1, 2]}', [{ op: 'add', path: '/a/-', value: 3 }], '{"a": [1, 2, 3]}'],
    ['{"a": [1, 2]}', [{ op: 'remove', path: '/a/0' }], '{"a": [2]}'],
    ['{"a": 1e3, "b": 2}', [{ op: 'move', from: '/a', path: '/c' }], '{"c": 1e3, "b": 2}'],
    ['{"x": {"a~": 1}}', [{ op: 'move', from: '/x/a~0', path: '/x/b"' }], '{"x": {"b\\"": 1}}'],
    [
      '{"a": 1, "b": 2}',
      [
        { op: 'replace', path: '/b', value: 3 },
        { op: 'replace', path: '/a', value: 4 },
      ],
      '{"a": 4, "b": 3}',
    ],
  ] as const)('applies to %s the patch %j', (text, patch, result) => {
    expect(edited(text, patch)).toBe(result);
  });

  it.each([
    ['{', [{ op: 'remove', path: '/a' }]],
    ['{}', [{ op: 'remove', path: '/a' }]],
    ['{}', [{ op: 'replace', path: '/a', value: 1 }]],
    ['{}', [{ op: 'add', path: '', value: 1 }]],
    ['{"a": 1}', [{ op: 'add', path: '/a/b', value: 1 }]],
    ['{"a": [1]}', [{ op: 'add', path: '/a/0', value: 1 }]],
    ['{"a": 1, "a": 2}', [{ op: 'remove', path: '/a' }]],
    ['{"a": 1, "b": 2}', [{ op: 'move', from: '/a', path: '/b' }]],
    ['{"a": 1, "b": {}}', [{ op: 'move', from: '/a', path: '/b/a' }]],
    ['{"a": 1}', [{ op: 'move', from: '/b', path: '/c' }]],
    ['{"a": [1]}', [{ op: 'move', from: '/a/0', path: '/a/1' }]],
    [
      '{"a": 1, "b": 2, "c": 3}',
      [
        { op: 'remove', path: '/a' },
        { op: 'remove', path: '/b' },
      ],
    ],
  ] as const)('returns undefined for %s and %j', (text, patch) => {
    expect(edited(text, patch)).toBeUndefined();
  });

  it.each([undefined, 2])(
    'applies every patch of the corpus, indented by %s',
    { timeout: 300_000 },
    (indent) => {
      const corpus = readFileSync(
        new URL('../../../../fixtures/contracts/corpus.jsonl', import.meta.url),
        'utf8',
      );
      let done = 0;
      for (const line of corpus.trim().split('\n')) {
        const { schemas }: { schemas: unknown } = JSON.parse(line);
        const text = JSON.stringify(schemas, undefined, indent);
        for (const { fix } of validateContract(text).diagnostics) {
          const result = fix.patch && edited(text, fix.patch);
          if (fix.patch === undefined || result === undefined) continue;
          expect(JSON.parse(result)).toEqual(patched(text, fix.patch));
          done += 1;
        }
      }
      expect(done).toBeGreaterThan(200);
    },
  );
});
