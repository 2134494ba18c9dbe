import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { fixContract } from '../src/index.js';
import { loadNetwork, type NetworkVerdict } from './network.js';

interface Contract {
  readonly documents?: object;
  readonly documentSchemas?: object;
  readonly $defs?: object;
  readonly schemaDefs?: object;
  readonly tokens?: object;
}

const fixtures = new URL('../../../fixtures/contracts/', import.meta.url);
const beginners = new URL('beginners/', fixtures);
const files = readdirSync(beginners)
  .filter((name) => name.endsWith('.json'))
  .map((name) => [name, readFileSync(new URL(name, beginners), 'utf8')] as const);
const rows = readFileSync(new URL('first-contracts.jsonl', fixtures), 'utf8')
  .trim()
  .split('\n')
  .map((line): { what: string; contract: unknown } => JSON.parse(line))
  .map(({ what, contract }) => [what, JSON.stringify(contract)] as const);

let network: (schemas: unknown, definitions?: unknown) => NetworkVerdict;

beforeAll(async () => {
  network = await loadNetwork(11);
});

const fixed = [...files, ...rows].map(([name, text]) => {
  const { text: after, verdict } = fixContract(text);
  const contract: Contract = JSON.parse(after);
  return { name, contract, accepted: verdict.accepted };
});

// No fixed contract has anything that came after protocol 11, which the official build knows.
describe('the official build decides about fixed contracts as validateContract does', () => {
  // It has no tokens, and rejects prices in them.
  it.each(fixed.filter(({ contract }) => contract.tokens === undefined))(
    '$name',
    ({ contract, accepted }) => {
      const schemas = contract.documents ?? contract.documentSchemas ?? contract;
      const verdict = network(schemas, contract.$defs ?? contract.schemaDefs);
      expect(verdict).toMatchObject({ ok: accepted });
    },
  );

  it('and accepts all but three', () => {
    expect(fixed).toHaveLength(64);
    expect(fixed.filter(({ accepted }) => !accepted)).toHaveLength(3);
  });
});
