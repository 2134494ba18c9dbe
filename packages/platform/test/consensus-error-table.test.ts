import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { explain } from '@dapikit/contract';
import { listConsensusErrors } from '@dapikit/protocol';
import { describe, expect, it } from 'vitest';
import { listErrors } from '../src/base/errors/list-errors.js';
import table from './consensus-errors.json' with { type: 'json' };
import { RELEASED_RULES } from './released-rules.js';

/** What is known of an error: the test that raises it, the rules of contracts that do, or why nothing does. */
interface Row {
  readonly name: string;
  readonly file?: string;
  readonly test?: string;
  readonly rules?: readonly string[];
  readonly reason?: string;
}

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SOURCE = join(import.meta.dirname, '..', 'src');
const ROWS = new Map<number, Row>(Object.entries(table).map(([code, row]) => [Number(code), row]));

/** Where an error is described, but not raised. */
const DESCRIPTIONS = new Set(['base/errors', 'base/error-bytes'].map((folder) => join(SOURCE, folder)));

const source = readdirSync(SOURCE, { recursive: true, withFileTypes: true })
  .filter(({ name, parentPath }) => name.endsWith('.ts') && !DESCRIPTIONS.has(parentPath))
  .map(({ name, parentPath }) => readFileSync(join(parentPath, name), 'utf8'))
  .join('\n');

const rulesOf = (code: number): readonly string[] =>
  RELEASED_RULES.filter((rule) => explain(rule)?.official?.code === code);

/** How tests write a number: 40204 or 40_204. */
const numberPattern = (code: number): RegExp =>
  new RegExp(`(?<![\\w.])${String(code).replace(/(?=\d{3}$)/, '_?')}(?![\\w.])`);

describe('consensus-errors.json', () => {
  it('has all errors of the network and of the local platform', () => {
    const names = new Map(listConsensusErrors().map(({ code, name }) => [code, name]));
    for (const { code, name } of listErrors()) if (!names.has(code)) names.set(code, name);
    expect(Object.fromEntries([...ROWS].map(([code, { name }]) => [code, name]))).toEqual(
      Object.fromEntries(names),
    );
  });

  it.each(listErrors())(
    'names a test that raises $code $name, which the platform can raise',
    ({ code, name }) => {
      expect(source).toContain(`'${name}'`);
      const { file = '', test = '', reason } = ROWS.get(code) ?? { name };
      expect(reason).toBeUndefined();
      const path = join(ROOT, file);
      expect(existsSync(path), `${code} ${name}: ${file} is missing: name another test`).toBe(true);
      const text = readFileSync(path, 'utf8');
      expect(text).toContain(test);
      expect(numberPattern(code).test(text) || text.includes(name), `${file} does not expect ${code}`).toBe(
        true,
      );
    },
  );

  it('has rules of contracts, whose examples are checked, or a reason for each other error', () => {
    const raised = new Set(listErrors().map(({ code }) => code));
    for (const [code, row] of ROWS) {
      if (raised.has(code)) continue;
      const rules = rulesOf(code);
      expect({ code, rules: row.rules ?? [] }).toEqual({ code, rules });
      expect({ code, hasReason: row.reason !== undefined }).toEqual({ code, hasReason: rules.length === 0 });
    }
  });
});
