import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { compareContracts, validateContract, type Diagnostic } from '../src/index.js';

interface ContractCase {
  readonly name: string;
  readonly kind: string;
  readonly verdict: 'accept' | 'reject';
  readonly code?: number;
  readonly layer?: string;
  readonly contract: unknown;
  readonly update_of?: unknown;
}

const file = new URL('../../../fixtures/protocol-14/contracts.jsonl', import.meta.url);
const cases = readFileSync(file, 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const entry: ContractCase = JSON.parse(line);
    return entry;
  });

const OPTIONS = { protocolVersion: 14 } as const;

function judge({ contract, update_of: before }: ContractCase) {
  const text = JSON.stringify(contract);
  return before === undefined
    ? validateContract(text, OPTIONS)
    : compareContracts(JSON.stringify(before), text, OPTIONS);
}

const isRejection = ({ rejectedBy }: Diagnostic): boolean => rejectedBy === 'network';

const kinds = [...new Set(cases.map(({ kind }) => kind))];

describe.each(kinds)('contracts of protocol 14: %s', (kind) => {
  it.each(cases.filter((entry) => entry.kind === kind).map((entry) => [entry.name, entry] as const))(
    '%s',
    (_, entry) => {
      const { accepted, diagnostics } = judge(entry);
      const rejections = diagnostics.filter(isRejection);
      const found = rejections.map(({ code, at, message, official }) => `${code} at ${at} (${official?.code}): ${message}`);
      expect({ verdict: accepted ? 'accept' : 'reject', found: accepted ? [] : found }).toMatchObject({
        verdict: entry.verdict,
      });
      if (entry.code !== undefined)
        expect(new Set(rejections.map(({ official }) => official?.code)), found.join('\n')).toEqual(new Set([entry.code]));
    },
  );
});
