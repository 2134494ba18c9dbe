import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { executionSubject } from './execution-subject.js';

const FILE = new URL('../../../../../fixtures/state-transitions/transitions-4.1.0.jsonl', import.meta.url);
const recorded = new Map<string, string>(
  readFileSync(FILE, 'utf8')
    .trim()
    .split('\n')
    .map((line): { readonly name: string; readonly hex: string } => JSON.parse(line))
    .map(({ name, hex }) => [name, hex]),
);
const bytesOf = (name: string): Uint8Array => Buffer.from(recorded.get(name) ?? '', 'hex');

/** Contracts whose documents keep their history, or no contract at all. */
const contracts = (types: readonly string[] | undefined) => ({
  get: async () => {
    const type = { documentsKeepHistory: true };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one member is read
    const documentTypes = new Map(types?.map((name) => [name, type])) as never;
    return types === undefined ? Promise.reject(new Error('away')) : { documentTypes, height: 1n };
  },
});

describe('what a state shows after a transition', () => {
  it.each(['document-create-note', 'data-contract-create-note', 'identity-create-master-only-chain'])(
    'has to be present where it creates something: %s',
    async (name) => {
      expect(await executionSubject(bytesOf(name), contracts(['note']))).toMatchObject({
        kind: 'selection',
        isPresent: true,
      });
    },
  );

  it.each([
    'document-create-with-voting-balance',
    'document-replace',
    'document-delete',
    'batch-of-two',
    'token-mint',
    'identity-credit-transfer-small',
    'data-contract-update-note',
    'masternode-vote-towards',
  ])('is not known where the change may be that of another one: %s', async (name) => {
    expect(bytesOf(name).length).toBeGreaterThan(100);
    expect(await executionSubject(bytesOf(name), contracts(['note']))).toBeUndefined();
  });

  it('is not known without the contract or its document type, nor for other bytes', async () => {
    const create = bytesOf('document-create-note');
    expect(await executionSubject(create, contracts(undefined))).toBeUndefined();
    expect(await executionSubject(create, contracts([]))).toBeUndefined();
    expect(await executionSubject(Uint8Array.of(1, 2, 3), contracts(['note']))).toBeUndefined();
  });
});
