import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { compareContracts, validateContract } from '../src/index.js';

/** A contract whose verdict follows from one rule of the reference page "Protocol 14", worked out by hand. */
interface Variant {
  readonly name: string;
  /** The first error of the network; absent where it accepts. */
  readonly code?: number;
  readonly contract: unknown;
  readonly update_of?: unknown;
}

const variants = readFileSync(new URL('protocol-14-variants.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): Variant => JSON.parse(line));

it.each(variants.map((variant) => [variant.name, variant] as const))(
  'the contract is judged by its rule: %s',
  (_, { code, contract, update_of: before }) => {
    const [text, options] = [JSON.stringify(contract), { protocolVersion: 14 }];
    const { diagnostics } =
      before === undefined
        ? validateContract(text, options)
        : compareContracts(JSON.stringify(before), text, options);
    const errors = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
    expect(errors.map(({ official }) => official?.code)[0]).toBe(code);
  },
);
