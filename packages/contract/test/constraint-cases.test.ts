import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { validateContract } from '../src/index.js';

interface ContractCase {
  readonly name: string;
  readonly kind: string;
  readonly verdict: 'accept' | 'reject';
  readonly code?: number;
  readonly contract: { readonly documentSchemas: Readonly<Record<string, object>> };
}

const readLines = (name: string): ContractCase[] =>
  readFileSync(new URL(`../../../fixtures/protocol-14/${name}`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

const KINDS = new Set(['propertyConstraints', 'byteRules', 'deleteConstraints']);
const KEYWORDS = ['propertyConstraints', 'deleteConstraints', 'retractedWhen', 'immutable'];
const cases = readLines('contracts.jsonl');

/** Lists the errors that rules of the expression language report. */
const judge = (contract: unknown) =>
  validateContract(contract, { protocolVersion: 14 }).diagnostics.filter(
    ({ code, severity }) => code.startsWith('constraint-') && severity === 'error',
  );

describe('contracts with rules, protocol 14', () => {
  it.each(cases.filter(({ kind }) => KINDS.has(kind)))('$name: $verdict', ({ verdict, code, contract }) => {
    const codes = judge(contract).map(({ official }) => official?.code);
    // The meta-schema comes first.
    const first = codes.includes(10101) ? 10101 : codes[0];
    expect([codes.length === 0 ? 'accept' : 'reject', first]).toEqual([verdict, code ?? first]);
  });

  it.each(
    cases.filter(
      ({ kind, verdict, contract }) =>
        !KINDS.has(kind) &&
        verdict === 'accept' &&
        Object.values(contract.documentSchemas).some((type) => KEYWORDS.some((name) => name in type)),
    ),
  )('$name: finds nothing in the rules', ({ contract }) => {
    expect(judge(contract)).toEqual([]);
  });

  it.each([
    'immutable/condition reads a total',
    'retractedWhen/unknown property',
    'retractedWhen/unknown condition',
    'retractedWhen/a total',
    'retractedWhen/empty',
    'retractedWhen/two conditions',
  ])('%s: rejects', (name) => {
    const { contract, code } = cases.find((one) => one.name === name)!;
    expect(judge(contract).map(({ official }) => official?.code)).toContain(code);
  });
});
