import { createPlatform, type Platform } from '@dapikit/platform';
import { encodeStateTransition, sign, signableBytes, type StateTransition } from '@dapikit/protocol';
import { base58 } from '@scure/base';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createNameDocuments } from '../src/platform/names/dpns-name.js';
import { DPNS_ID } from '../src/platform/state/dpns-id.js';
import { createTokenContract } from './token-contract.js';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

/** The parameter of the proof that a server falsifies: that of an identity, or of the contract of a document. */
const PARAM_OF = { identity: 'identityId', document: 'contractId' } as const;

const change = (result: Record<string, unknown>, member: string): void => {
  const text = String(result[member]);
  const at = Math.floor(text.length / 2);
  result[member] = `${text.slice(0, at)}${text[at] === '1' ? '2' : '1'}${text.slice(at + 1)}`;
};
const omitProof = (result: Record<string, unknown>): void => {
  delete result['grovedbProof'];
};

const DASH = 100_000_000_000n;
/** The private key 1, and its public key. Source: SEC 2, section 2.4.1. */
const PRIVATE_KEY = Uint8Array.from({ length: 32 }, (_, at) => (at === 31 ? 1 : 0));
const PUBLIC_KEY = '0279be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798';
const TRANSFER_KEY = 1;

describe.skipIf(chromiumProgram === undefined)('the explorer tab (needs Chromium)', () => {
  let studio: StudioUnderTest;
  let platform: Platform;
  let [signer, recipient] = ['', ''];
  beforeAll(async () => {
    platform = await createPlatform({ signsWithStore: true, recordsTransitions: true });
    const quorum = await platform.stateQuorum();
    ({ id: recipient } = await platform.createIdentity({ seed: 'recipient', credits: DASH }));
    ({ id: signer } = await platform.createIdentity({
      credits: DASH,
      keys: [
        { securityLevel: 'MASTER' },
        { purpose: 'TRANSFER', securityLevel: 'CRITICAL', type: 'ECDSA_SECP256K1', data: PUBLIC_KEY },
      ],
    }));
    studio = await startStudio(
      {},
      { platform: { platform: () => Promise.resolve(platform), stateQuorum: () => quorum } },
    );
  });
  afterAll(async () => {
    await studio.stop();
    await platform.close();
  });

  let nonce = 0n;
  /** Broadcasts a signed transfer of credits, and returns its id. */
  async function transfer(): Promise<string> {
    nonce += 1n;
    const unsigned = {
      type: 'identityCreditTransfer',
      formatVersion: 0,
      identityId: base58.decode(signer),
      recipientId: base58.decode(recipient),
      amount: 500_000n,
      nonce,
      userFeeIncrease: 0,
      signaturePublicKeyId: TRANSFER_KEY,
      signature: new Uint8Array(),
    } as const satisfies StateTransition;
    const signature = sign(signableBytes(unsigned), 'ECDSA_SECP256K1', PRIVATE_KEY);
    const { id } = await platform.broadcastStateTransition({
      stateTransition: encodeStateTransition({ ...unsigned, signature }),
    });
    return id;
  }

  it('lists transitions as they come, and opens one with its content, result and fee', async () => {
    await transfer();
    const { page, errors } = await studio.open('#/explorer');
    const rows = page.getByRole('region', { name: 'State transitions' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBeGreaterThan(0);
    const before = await rows.count();
    const id = await transfer();
    await expect.poll(() => rows.count(), { timeout: 20_000 }).toBe(before + 1);
    const first = rows.first();
    expect(await first.textContent()).toMatch(/identity credit transfer.*0\.000005 DASH to.*executed.*DASH/);
    await first.getByRole('link').first().click();
    await page.getByRole('heading', { name: 'Transition: identity credit transfer' }).waitFor();
    const { fee } = (await platform.getStateTransition({ id }))!;
    await page.getByText(`(${fee.toLocaleString('en')} credits, estimate)`).waitFor();
    const content = page.getByRole('region', { name: 'Decoded content, with names for ids' });
    expect(await content.getByTitle(recipient).textContent()).toBe('recipient');
    expect(await content.textContent()).toContain('"recipientId": recipient');
    const steps = page.getByRole('region', { name: 'Steps' });
    await steps.waitFor();
    expect(await steps.textContent()).toMatch(
      /nonce.*writes.*identity nonces.*Merk batch.*rehashes \d+ nodes/,
    );
    expect(errors).toEqual([]);
  });

  it('tries a pasted transition on the current state', async () => {
    await transfer();
    const { page, errors } = await studio.open('#/explorer/decode');
    await page.getByRole('button', { name: 'Use the newest transition' }).click();
    const { block } = await platform.status();
    await page.getByRole('button', { name: 'Try it on the current state' }).click();
    // Its nonce is used.
    await page.getByText('Rejected before a block').waitFor();
    expect(await page.getByRole('region', { name: 'Steps' }).textContent()).toContain('nonce rejected');
    expect((await platform.status()).block).toEqual(block);
    expect(errors).toEqual([]);
  });

  it('lists unsigned calls beside signed transitions, and rejections with reason and content', async () => {
    const { id: by } = await platform.createIdentity({ seed: 'a writer', credits: DASH });
    await platform.transferCredits({ by, recipientId: recipient, credits: 600_000n });
    await expect(platform.transferCredits({ by, recipientId: recipient, credits: 7n })).rejects.toThrow(
      '10524',
    );
    const { page, errors } = await studio.open('#/explorer');
    const row = page.getByRole('region', { name: 'State transitions' }).locator('tbody tr').first();
    await row.waitFor();
    expect(await row.textContent()).toMatch(/^identity credit transfer unsigned.*executed.*DASH/);
    await page.getByRole('tab', { name: 'Rejections' }).click();
    await page.getByRole('heading', { name: /^10524 InvalidIdentityCreditTransferAmountError/ }).waitFor();
    await page.getByText('Decoded content').first().click();
    const content = page.getByRole('region', { name: 'Decoded content' }).first();
    await expect.poll(async () => content.textContent()).toContain('"recipientId": recipient');
    expect(await content.textContent()).toContain(`"by": "${by}"`);
    await page.getByText('dapikit explain 10524', { exact: true }).waitFor();
    expect(errors).toEqual([]);
  });

  it('shows what happens beside programs that connect', async () => {
    const { page, errors } = await studio.open('#/connect');
    const log = page.getByRole('list', { name: 'Log' });
    await transfer();
    await expect.poll(() => log.textContent(), { timeout: 20_000 }).toContain('identity credit transfer');
    const { id: by } = await platform.createIdentity({ seed: 'a third writer', credits: DASH });
    await expect(platform.transferCredits({ by, recipientId: recipient, credits: 7n })).rejects.toThrow(
      '10524',
    );
    await expect.poll(() => log.textContent(), { timeout: 20_000 }).toContain('10524 Invalid');
    expect(errors).toEqual([]);
  });

  it('filters the loaded transitions by what they are about, and by an id', async () => {
    const id = await transfer();
    const { page } = await studio.open('#/explorer');
    const rows = page.getByRole('region', { name: 'State transitions' }).locator('tbody tr');
    await rows.first().waitFor();
    await page.getByLabel('Filter by type, content or id').fill(id.slice(0, 20));
    await expect.poll(() => rows.count()).toBe(1);
    await page.getByLabel('About').selectOption('token');
    await page.getByText(/^None of the \d+ transitions that are loaded is like this/).waitFor();
  });

  it('shows an identity with its keys, nonce and transitions, found by its id', async () => {
    await transfer();
    const { page, errors } = await studio.open('#/explorer/identities');
    await page.getByRole('searchbox').fill(signer);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByRole('heading', { name: 'Identity', exact: true }).waitFor();
    const { balance } = (await platform.getIdentity({ id: signer }))!;
    await page.getByText(`(${balance.toLocaleString('en')} credits)`).waitFor();
    await page.getByText(`${nonce} (documents and tokens have a nonce per contract)`).waitFor();
    expect(await page.getByRole('region', { name: 'Keys' }).textContent()).toMatch(
      /TRANSFER.*CRITICAL.*0279be66/,
    );
    const rows = page.getByRole('region', { name: 'State transitions of the identity' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(Number(nonce));
    await page.getByRole('searchbox').fill('11111111111111111111111111111113');
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await page.getByText('Nothing on this platform has this id').first().waitFor();
    expect(errors).toEqual([]);
  });

  it('finds an identity by its name, and says what can be searched', async () => {
    const { id: by } = await platform.createIdentity({ seed: 'a reader', credits: DASH });
    const { preorder, domain } = createNameDocuments('Book-Lover-2026', by, new Uint8Array(32));
    const of = { by, contractId: DPNS_ID };
    await platform.createDocument({ ...of, documentType: 'preorder', data: preorder });
    await platform.createDocument({ ...of, documentType: 'domain', data: { ...domain } });
    const { page, errors } = await studio.open('#/explorer');
    const search = async (text: string): Promise<void> => {
      await page.getByRole('searchbox').fill(text);
      await page.getByRole('button', { name: 'Open', exact: true }).click();
    };
    await search('book-lover-2026.dash');
    await page.waitForURL(`**/#/explorer/identity/${by}`);
    await search('whoReadsTheseBooksEveryNight2gether');
    await page
      .locator('.explorer-search-error', {
        hasText: 'No identity has the name whoReadsTheseBooksEveryNight2gether.dash.',
      })
      .waitFor();
    await search('nobody-2026');
    await page
      .locator('.explorer-search-error', { hasText: 'No identity has the name nobody-2026.dash.' })
      .waitFor();
    await search('what is this?');
    await page
      .locator('.explorer-search-error', {
        hasText: /“what is this\?” is not an id or a name\. Enter a DPNS name/,
      })
      .waitFor();
    expect(errors).toEqual([]);
  });

  const openProof = async (query: string, change?: (page: Page) => Promise<void>) => {
    const { page, errors } = await studio.open('#/explorer');
    await change?.(page);
    await page.evaluate((hash) => void (location.hash = hash), `#/explorer/proof${query}`);
    await page.getByRole('list', { name: 'Checks made in this browser' }).waitFor();
    return { page, errors };
  };

  const createMemo = async (): Promise<{ contractId: string; documentId: string }> => {
    const { contractId } = await platform.registerContract({ by: recipient, contract: MEMO });
    const { document } = await platform.createDocument({
      by: recipient,
      contractId,
      documentType: 'memo',
      data: { text: 'proven words' },
    });
    return { contractId, documentId: typeof document['$id'] === 'string' ? document['$id'] : '' };
  };

  it('verifies proofs of an identity, a contract and a document, and of what is absent', async () => {
    const { contractId, documentId } = await createMemo();
    const absent = '11111111111111111111111111111112';
    for (const [query, isPresent, content] of [
      [`?identityId=${signer}`, true, signer],
      [`?contractId=${contractId}`, true, 'memo'],
      [`?contractId=${contractId}&documentType=memo&id=${documentId}`, true, 'proven words'],
      [`?identityId=${absent}`, false, ''],
    ] as const) {
      const { page, errors } = await openProof(query);
      await page.getByText(isPresent ? /part of the state/ : /does not exist/).waitFor();
      const root = (await page.locator('.state-root').getAttribute('data-root')) ?? 'none';
      expect(await page.locator('.facts').textContent()).toContain(root);
      expect(await page.locator('.proof-layer').first().textContent()).toContain(root.slice(0, 8));
      const shown = await page.getByRole('region', { name: 'Proven content' }).allTextContents();
      expect(shown.map((text) => text.includes(content))).toEqual(isPresent ? [true] : []);
      expect(errors).toEqual([]);
    }
  });

  const HASHES = 'The hashes lead from the data to one root';
  const OF_CONTRACT = 'The contract of the document is proven as well';

  it.each<[string, 'identity' | 'document', (result: Record<string, unknown>) => void, string]>([
    ['changes the proof', 'identity', (result) => change(result, 'grovedbProof'), HASHES],
    ['changes the signature', 'identity', (result) => change(result, 'signature'), 'signed the root'],
    [
      'changes the stated root',
      'identity',
      (result) => change(result, 'rootHash'),
      'That root is the state of the platform',
    ],
    ['omits the proof', 'identity', omitProof, HASHES],
    ['omits the proof of the contract of a document', 'document', omitProof, OF_CONTRACT],
    [
      'changes the signature of the contract of a document',
      'document',
      (result) => change(result, 'signature'),
      OF_CONTRACT,
    ],
  ])('rejects a proof when a server %s', async (_, subject, falsify, title) => {
    const { contractId, documentId } = await createMemo();
    const query =
      subject === 'identity'
        ? `?identityId=${signer}`
        : `?contractId=${contractId}&documentType=memo&id=${documentId}`;
    const { page } = await openProof(query, async (opened) => {
      await opened.route('**/platform', async (route) => {
        const call = route.request().postDataJSON();
        const isOfDocument = call?.params?.id !== undefined;
        if (call?.method !== 'getProof' || isOfDocument || call.params?.[PARAM_OF[subject]] === undefined)
          return route.continue();
        const response = await route.fetch();
        const body = await response.json();
        falsify(body.result);
        return route.fulfill({ response, json: body });
      });
    });
    await page.getByRole('alert').getByText('The proof is not valid').waitFor();
    const failed = page.getByRole('listitem').filter({ hasText: 'failed:' });
    expect(await failed.allTextContents()).toContainEqual(expect.stringContaining(title));
    expect(await page.getByRole('region', { name: 'Proven content' }).count()).toBe(0);
  });

  it('proposes an action of a group, and members sign it until it is executed', async () => {
    const identity = async (name: string) =>
      (await platform.createIdentity({ seed: `studio ${name}`, credits: 1000n * DASH })).id;
    const [alice, bob, carol] = [await identity('Alice'), await identity('Bob'), await identity('Carol')];
    const { contractId } = await platform.registerContract({
      by: alice,
      contract: createTokenContract({ [alice]: 1, [bob]: 1, [carol]: 1 }),
    });
    const { page, errors } = await studio.open('#/explorer/tokens');
    await page.getByRole('link', { name: 'points', exact: true }).click();
    await page.getByRole('heading', { name: 'Token: points' }).waitFor();
    await page.getByText('1,000.00').first().waitFor();
    await page.getByLabel('Action').selectOption('mint');
    await page.getByText('Group 0 decides').first().waitFor();
    await page.getByLabel('Amount').fill('5.5');
    await page.getByRole('button', { name: 'Propose: Mint' }).click();
    await page.getByText('Waits for the signatures of more members').waitFor();
    await page.getByText('1 of 2 power').waitFor();
    expect(await page.getByRole('button', { name: /^Sign as Alice/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Sign as Bob (power 1)' }).click();
    await page.getByText('1 executed proposal').waitFor();
    expect((await platform.getToken({ contractId }))?.totalSupply).toBe(100_550n);
    await page.getByText('1,005.50').first().waitFor();

    await page.getByLabel('Action').selectOption('transfer');
    await page.getByLabel('Amount').fill('2000');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await page.getByText('IdentityDoesNotHaveEnoughTokenBalanceError').waitFor();
    await page.getByLabel('Amount').fill('7');
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await page.getByText('Executed', { exact: true }).waitFor();
    const accounts = page.getByRole('region', { name: 'Accounts of the token' });
    await expect.poll(() => accounts.textContent()).toMatch(/Bob.*7\.00/);

    await page.getByLabel('Action').selectOption('changeSetting');
    await page.getByLabel('Setting').selectOption('manualBurning');
    await page.getByText('allows it to no one').first().waitFor();
    await page.getByLabel('Setting').selectOption('maxSupply');
    await page.getByLabel('New value, as JSON').fill('200000');
    await page.getByRole('button', { name: 'Propose: Change a setting' }).click();
    await page.getByText('Change maxSupply to 200000').waitFor();
    await page.getByRole('button', { name: 'Sign as Carol (power 1)' }).click();
    await page.getByText('2 executed proposals').waitFor();
    await page.getByText('of at most 2,000.00').waitFor();

    await page.getByLabel('Action').selectOption('claimPreProgrammed');
    await page.getByRole('button', { name: 'Claim of the pre-programmed distribution' }).click();
    await page
      .getByText('InvalidTokenClaimNoCurrentRewards')
      .or(page.getByText('InvalidTokenClaim'))
      .waitFor();
    expect(errors).toEqual([]);
  });

  it('names contracts and owners by aliases, also by those that they got after the registration', async () => {
    const { id: by } = await platform.createIdentity({ seed: 'maker', credits: 10n * DASH });
    const { contractId } = await platform.registerContract({
      by,
      contract: createTokenContract({ [by]: 1, [signer]: 1, [recipient]: 1 }),
    });
    await platform.setAlias({ alias: 'club', contractId });
    const { page, errors } = await studio.open('#/explorer');
    const rows = page.getByRole('region', { name: 'State transitions' }).locator('tbody tr');
    await rows.filter({ hasText: 'data contract create' }).filter({ hasText: 'contract club' }).waitFor();
    await page.goto(`${studio.url}#/explorer/tokens`);
    const tokens = page.getByRole('region', { name: 'Tokens' });
    await tokens.getByRole('link', { name: 'club' }).waitFor();
    await tokens.getByRole('link', { name: 'maker' }).waitFor();
    await page.goto(`${studio.url}#/explorer/identities`);
    const identities = page.getByRole('region', { name: 'Identities' }).locator('tbody tr');
    await identities.filter({ hasText: 'maker' }).waitFor();
    const shown = await identities.allTextContents();
    const placeOf = (name: string): number => shown.findIndex((text) => text.includes(name));
    expect(placeOf(signer)).toBeGreaterThan(placeOf('maker'));
    await page.goto(`${studio.url}#/platform/register`);
    const listed = page.getByRole('listitem').filter({ hasText: /^club · / });
    expect(await listed.textContent()).toMatch(/^club · .*of maker, version 1, 1 token, /);
    expect(errors).toEqual([]);
  });

  it('decodes pasted bytes in the page, also on a phone', async () => {
    const id = await transfer();
    const { bytes } = (await platform.getStateTransition({ id }))!;
    const { page, errors } = await studio.open('#/explorer/decode', { viewport: PHONE });
    await page.getByLabel('Bytes').fill(Buffer.from(bytes).toString('base64'));
    await page.getByRole('heading', { name: /^state transition, \d+ bytes$/ }).waitFor();
    await page.getByText(id).waitFor();
    await page.getByLabel('Bytes').fill('zz!');
    await page.getByText('Not valid bytes').waitFor();
    expect(errors).toEqual([]);
  });
});

const MEMO = {
  memo: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  },
};
