import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { compareContracts, contractJsonSchema, validateContract, type Diagnostic } from '../src/index.js';

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

/** Lists the stages of the platform in the order in which they end the judgement of a contract. */
const STAGES = ['decode', 'meta', 'parse', 'basic', 'references', 'update'] as const;

const stageOf = ({ official }: Diagnostic): number =>
  STAGES.indexOf(official?.layer ?? (official?.code === 10_101 ? 'meta' : 'parse'));

/** Lists the codes of the errors at the first stage that has any: the network reports one of them. */
function firstCodes(rejections: readonly Diagnostic[]): (number | undefined)[] {
  const first = Math.min(...rejections.map(stageOf));
  return [
    ...new Set(rejections.filter((found) => stageOf(found) === first).map(({ official }) => official?.code)),
  ];
}

const kinds = [...new Set(cases.map(({ kind }) => kind))];

describe.each(kinds)('contracts of protocol 14: %s', (kind) => {
  const ofKind = cases.filter((entry) => entry.kind === kind);
  it.each(ofKind.map((entry) => [entry.name, entry] as const))('%s', (_, entry) => {
    const { accepted, diagnostics } = judge(entry);
    const rejections = diagnostics.filter(isRejection);
    const codes = firstCodes(rejections);
    expect({
      verdict: accepted ? 'accept' : 'reject',
      codes: entry.code === undefined ? [] : codes,
      // Of a contract that is to be accepted: why it is not.
      found: entry.verdict === 'accept' ? rejections.map(({ at, message }) => `${at}: ${message}`) : [],
    }).toEqual({
      verdict: entry.verdict,
      codes: entry.code === undefined ? [] : [entry.code],
      found: [],
    });
  });
});

describe('the JSON Schema for editors at protocol 14', () => {
  it('accepts every contract that is accepted', () => {
    const fits = new Ajv({ strict: false, validateFormats: false }).compile(contractJsonSchema(OPTIONS));
    const rejected = cases
      .filter(({ verdict }) => verdict === 'accept')
      .flatMap(({ name, contract }) =>
        fits(contract)
          ? []
          : [`${name}: ${fits.errors?.map((error) => `${error.instancePath} ${error.message}`).join(', ')}`],
      );
    expect(rejected).toEqual([]);
  });
});
