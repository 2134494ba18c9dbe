import { readFileSync } from 'node:fs';
import { decodeStateTransition, encodeStateTransition } from '@dapikit/protocol';
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
const contracts = (
  types: readonly string[] | undefined,
  keepsHistory: Partial<typeof KEPT> = KEPT,
  transient: readonly string[] = [],
) => ({
  get: async () => {
    const properties = transient.map((path) => ({ path, transient: true }));
    const type = { documentsKeepHistory: true, properties };
    const token = { keepsHistory, distributionRules: {} };
    const tokens = new Map(Array.from({ length: 4 }, (_, at) => [at, token]));
    const found = { documentTypes: new Map(types?.map((name) => [name, type])), tokens, height: 1n };
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a few members are read
    return types === undefined ? Promise.reject(new Error('away')) : (found as never);
  },
});

/** Names the properties that a subject expects. */
const namesOf = (subject: unknown): string[] => [...Object(subject).expected.data.keys()];

const OWNED = { ownerId: expect.any(Uint8Array), revision: expect.any(BigInt) };

describe('what a state shows after a transition', () => {
  it.each([
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
  ])('has to be present where it is a record: %s', async (name) => {
    expect(await executionSubject(bytesOf(name), contracts(['note']))).toMatchObject({
      kind: 'selection',
      isPresent: true,
    });
  });

  it('is the contract or the identity that the transition registers', async () => {
    const none = contracts(undefined);
    expect(await executionSubject(bytesOf('data-contract-create-note'), none)).toMatchObject({
      kind: 'created-contract',
      contract: { version: 1, documentSchemas: expect.any(Map) },
    });
    expect(await executionSubject(bytesOf('identity-create-master-only-chain'), none)).toMatchObject({
      kind: 'created-identity',
      publicKeys: [{ id: 0, purpose: 'AUTHENTICATION' }],
    });
  });

  it('has no property that is checked and not stored', async () => {
    const bytes = bytesOf('document-create-note');
    const [first, ...others] = namesOf(await executionSubject(bytes, contracts(['note'])));
    expect(first).toBeTypeOf('string');
    const subject = await executionSubject(bytes, contracts(['note'], KEPT, [first ?? '']));
    expect(namesOf(subject)).toEqual(others);
  });

  it('tells apart two documents of the same id that differ in their content alone', async () => {
    const bytes = bytesOf('document-create-note');
    const { value: batch } = decodeStateTransition(bytes);
    if (batch.type !== 'batch' || !('transitions' in batch)) throw new TypeError('no batch');
    const transitions = batch.transitions.map((item) => {
      if (!('action' in item) || item.action !== 'create') throw new TypeError('no create');
      const { identityContractNonce: nonce } = item.base;
      const data = new Map([...item.data.keys()].map((key) => [key, { type: 'text', value: 'Other' }]));
      return { ...item, data, base: { ...item.base, identityContractNonce: nonce + 1n } };
    });
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above, with other values
    const other = encodeStateTransition({ ...batch, transitions } as typeof batch);
    const [one, two] = [
      await executionSubject(bytes, contracts(['note'])),
      await executionSubject(other, contracts(['note'])),
    ];
    expect(one).toHaveProperty('query');
    expect(Object(two).query).toEqual(Object(one).query);
    expect(Object(two).expected).not.toEqual(Object(one).expected);
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
    ['document-create-note', { ...OWNED, data: expect.any(Map) }],
    ['document-create-with-voting-balance', { ...OWNED, data: expect.any(Map) }],
    ['document-replace', { ...OWNED, data: expect.any(Map) }],
    ['document-transfer', OWNED],
    ['document-update-price', { ...OWNED, price: expect.any(BigInt) }],
    ['document-purchase', OWNED],
    ['document-delete', undefined],
  ])('is the document as the transition leaves it: %s', async (name, expected) => {
    const subject = await executionSubject(bytesOf(name), contracts(['entry', 'note']));
    expect(subject).toMatchObject({ kind: 'changed-document', documentType: { documentsKeepHistory: true } });
    expect(subject).toHaveProperty('expected', expected);
    expect(subject).toHaveProperty('isCreated', name.includes('create'));
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
