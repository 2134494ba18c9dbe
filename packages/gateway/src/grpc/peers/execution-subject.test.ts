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

const KEPT = {
  keepsTransferHistory: true,
  keepsFreezingHistory: true,
  keepsMintingHistory: true,
  keepsBurningHistory: true,
  keepsDirectPricingHistory: true,
  keepsDirectPurchaseHistory: true,
};

/** Contracts whose documents keep their history, or no contract at all. @param tokens position and configuration of their tokens */
const contracts = (types: readonly string[] | undefined, keepsHistory: Partial<typeof KEPT> = KEPT) => ({
  get: async () => {
    const type = { documentsKeepHistory: true };
    const token = { keepsHistory, distributionRules: {} };
    const tokens = new Map(Array.from({ length: 4 }, (_, at) => [at, token]));
    const found = { documentTypes: new Map(types?.map((name) => [name, type])), tokens, height: 1n };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a few members are read
    return types === undefined ? Promise.reject(new Error('away')) : (found as never);
  },
});

const OWNED = { ownerId: expect.any(Uint8Array), revision: expect.any(BigInt) };

describe('what a state shows after a transition', () => {
  it.each([
    'document-create-note',
    'document-create-with-voting-balance',
    'data-contract-create-note',
    'identity-create-master-only-chain',
    'token-mint',
    'token-burn',
    'token-transfer',
    'token-freeze',
    'token-destroy-frozen',
    'token-claim-perpetual',
    'token-emergency-pause',
    'token-config-max-supply',
    'token-direct-purchase',
    'token-set-single-price',
  ])('has to be present where it creates something: %s', async (name) => {
    expect(await executionSubject(bytesOf(name), contracts(['note']))).toMatchObject({
      kind: 'selection',
      isPresent: true,
    });
  });

  it('differs for each nonce of a token action', async () => {
    const [one, other] = [
      await executionSubject(bytesOf('token-transfer'), contracts([])),
      await executionSubject(bytesOf('token-transfer-with-notes'), contracts([])),
    ];
    expect(one).toBeDefined();
    expect(one).not.toEqual(other);
  });

  it.each([
    ['document-replace', { ...OWNED, data: expect.any(Map) }],
    ['document-transfer', OWNED],
    ['document-update-price', { ...OWNED, price: expect.any(BigInt) }],
    ['document-purchase', OWNED],
    ['document-delete', undefined],
  ])('is the document as the transition leaves it: %s', async (name, expected) => {
    const subject = await executionSubject(bytesOf(name), contracts(['entry']));
    expect(subject).toMatchObject({ kind: 'changed-document', documentType: { documentsKeepHistory: true } });
    expect(subject).toHaveProperty('expected', expected);
    expect(await executionSubject(bytesOf(name), contracts([]))).toBeUndefined();
  });

  it.each([
    'batch-of-two',
    'token-mint-group-proposer',
    'token-mint-group-signer',
    'identity-credit-transfer-small',
    'data-contract-update-note',
    'masternode-vote-towards',
  ])('is not known where the change may be that of another one: %s', async (name) => {
    expect(bytesOf(name).length).toBeGreaterThan(100);
    expect(await executionSubject(bytesOf(name), contracts(['note']))).toBeUndefined();
  });

  it('is not known where no history of the token records the action', async () => {
    const none = { ...KEPT, keepsMintingHistory: false };
    expect(await executionSubject(bytesOf('token-mint'), contracts([], none))).toBeUndefined();
    expect(await executionSubject(bytesOf('token-burn'), contracts([], none))).toBeDefined();
  });

  it('is not known without the contract or its document type, nor for other bytes', async () => {
    const create = bytesOf('document-create-note');
    expect(await executionSubject(create, contracts(undefined))).toBeUndefined();
    expect(await executionSubject(create, contracts([]))).toBeUndefined();
    expect(await executionSubject(Uint8Array.of(1, 2, 3), contracts(['note']))).toBeUndefined();
  });
});
