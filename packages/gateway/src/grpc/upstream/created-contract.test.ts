import { readFileSync } from 'node:fs';
import { decodeStateTransition, type DataContract } from '@dapikit/protocol';
import { expect, it } from 'vitest';
import { isAsRegistered } from './created-contract.js';

const FILE = new URL('../../../../../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url);

function sentContract(): DataContract & { readonly formatVersion: 1 } {
  const lines = readFileSync(FILE, 'utf8').trim().split('\n');
  for (const line of lines) {
    const { name, hex }: { readonly name: string; readonly hex: string } = JSON.parse(line);
    if (name !== 'data-contract-create-note') continue;
    const { value } = decodeStateTransition(Buffer.from(hex, 'hex'));
    if (value.type === 'dataContractCreate' && value.dataContract.formatVersion === 1)
      return value.dataContract;
  }
  throw new Error('no contract recorded');
}

it('is the registered contract with the times that the platform adds', () => {
  const sent = sentContract();
  expect(isAsRegistered({ ...sent, createdAt: 5n, createdAtBlockHeight: 7n, createdAtEpoch: 1 }, sent)).toBe(
    true,
  );
});

it.each([
  ['owner', { ownerId: new Uint8Array(32).fill(9) }],
  ['version', { version: 2 }],
  ['documents', { documentSchemas: new Map() }],
  ['keywords', { keywords: ['other'] }],
  ['description', { description: 'Other' }],
])('is another contract with another member: %s', (_, other) => {
  const sent = sentContract();
  expect(isAsRegistered({ ...sent, ...other }, sent)).toBe(false);
});
