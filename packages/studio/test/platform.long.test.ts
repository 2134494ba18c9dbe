import { createPlatform, type Platform } from '@dapikit/platform';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createNameDocuments } from '../src/platform/names/dpns-name.js';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

const MASTERNODES = 3;
const DPNS_ID = 'GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec';

/** Registers the sample contract as a new user would. */
async function registerSample(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Register on the local platform' }).click();
  await page.getByRole('heading', { name: 'New document of order' }).waitFor();
}

describe.skipIf(chromiumProgram === undefined)('a platform without identities (needs Chromium)', () => {
  let platform: Platform;
  let studio: StudioUnderTest;
  beforeEach(async () => {
    platform = await createPlatform({});
    studio = await startStudio({}, { platform: { platform: () => Promise.resolve(platform) } });
    return async () => {
      await studio.stop();
      await platform.close();
    };
  });

  it('stays as it is while its views are opened', async () => {
    const before = await platform.status();
    const { page, errors } = await studio.open('#/platform');
    await page.getByText('and creates its owner, the identity Alice').waitFor();
    await page.goto(`${studio.url}#/platform/${DPNS_ID}/domain`);
    await page.getByText('This page has no identity yet', { exact: true }).waitFor();
    for (const view of ['Aggregates', 'Query', 'Contests']) {
      await page.getByRole('tab', { name: view }).click();
      await page.locator('.sub-tabs-panel .panel, .sub-tabs-panel .empty-state').first().waitFor();
    }
    await page.goto(`${studio.url}#/explorer/identities`);
    await page.getByText('No identities yet').waitFor();
    expect(await platform.listIdentities()).toEqual([]);
    expect((await platform.status()).block).toEqual(before.block);
    expect(errors).toEqual([]);
  });

  it('gets one by its button, which acts from then on', async () => {
    const { page, errors } = await studio.open(`#/platform/${DPNS_ID}/preorder`);
    await page.locator('.empty-state').getByRole('button', { name: 'Create identity' }).click();
    await page.getByRole('button', { name: 'Create as Alice' }).waitFor();
    await page.getByRole('button', { name: 'Create identity' }).click();
    await page.getByRole('button', { name: 'Create as Bob' }).waitFor();
    expect(await platform.listIdentities()).toHaveLength(2);
    const { page: other } = await studio.open('#/platform');
    await other.getByRole('button', { name: /^Bob/ }).waitFor();
    expect(errors).toEqual([]);
  });

  it.each([
    ['the platform tab', '#/platform/register', 'Register A small shop'],
    ['the contract tab', '#/contract', 'Register on the local platform'],
  ])('gets the owner of the first contract that %s registers', async (_, hash, name) => {
    const { page, errors } = await studio.open(hash);
    await page.getByRole('button', { name }).click();
    await page.getByRole('button', { name: 'Create as Alice' }).waitFor();
    expect(await platform.listIdentities()).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it('says why it creates no identity', async () => {
    const { page } = await studio.open(`#/platform/${DPNS_ID}/preorder`);
    await page.route('**/platform', (route) => route.abort());
    await page.locator('.empty-state').getByRole('button', { name: 'Create identity' }).click();
    await page.locator('.empty-state').getByText('No identity was created').waitFor();
    expect(await platform.listIdentities()).toEqual([]);
  });
});

describe.skipIf(chromiumProgram === undefined)('the platform tab (needs Chromium)', () => {
  let studio: StudioUnderTest;
  let platform: Platform;
  beforeAll(async () => {
    platform = await createPlatform({});
    for (let count = 0; count < MASTERNODES; count += 1)
      await platform.registerMasternode({ isEvolution: true });
    for (const name of ['Alice', 'Bob', 'Carol'])
      await platform.createIdentity({ seed: `studio ${name}`, credits: 10n ** 13n });
    studio = await startStudio({}, { platform: { platform: () => Promise.resolve(platform) } });
  });
  afterAll(async () => {
    await studio.stop();
    await platform.close();
  });

  let contracts: number;
  beforeEach(async () => {
    contracts = (await platform.listContracts()).length;
  });

  it('registers the draft with one click in the contract tab and selects it', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registerSample(page);
    const all = await platform.listContracts();
    expect(all).toHaveLength(contracts + 1);
    const chosen = await page.getByLabel('Contract', { exact: true }).inputValue();
    expect(all.map(({ contractId }) => contractId)).toContain(chosen);
    await expect
      .poll(() => page.getByRole('button', { name: /^Alice/ }).textContent())
      .toMatch(/\d+\.\d{4} DASH/);
    expect(errors).toEqual([]);
  });

  it.each<[what: string, members: (owner: string) => object]>([
    ["the owner's id as id and ownerId", (owner) => ({ id: owner, ownerId: owner })],
    ['placeholders as id and ownerId', () => ({ id: '1'.repeat(32), ownerId: '1'.repeat(32) })],
    ['neither id nor ownerId', () => ({})],
  ])('registers a pasted whole contract with %s', async (_, membersOf) => {
    const { page, errors } = await studio.open('#/contract');
    const note = {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    };
    const owner = (await platform.listIdentities()).at(-1)?.id ?? '';
    const contract = {
      $formatVersion: '1',
      ...membersOf(owner),
      version: 1,
      documentSchemas: { note },
    };
    await page.locator('.cm-content').first().click();
    await page.keyboard.press('ControlOrMeta+a');
    await page.keyboard.press('Delete');
    await page.keyboard.insertText(JSON.stringify(contract));
    await expect
      .poll(() => page.locator('.verdict-line').textContent())
      .toContain('would accept this contract');
    await page.getByRole('button', { name: 'Register on the local platform' }).click();
    await page.getByRole('heading', { name: 'New document of note' }).waitFor();
    expect(await platform.listContracts()).toHaveLength(contracts + 1);
    expect(errors).toEqual([]);
  });

  it('shows the errors of a draft instead of registering it', async () => {
    const { page } = await studio.open('#/contract');
    const requests: string[] = [];
    page.on('request', (request) => requests.push(request.postData() ?? ''));
    await page.getByRole('tab', { name: 'Cost' }).click();
    await page.getByLabel('Start from').selectOption('errors');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.getByRole('button', { name: 'Register on the local platform' }).click();
    await page.locator('.diagnostic').first().waitFor();
    expect(
      await page.evaluate(() => document.activeElement?.querySelector('.diagnostic-list') !== null),
    ).toBe(true);
    expect(requests.filter((body) => body.includes('registerContract'))).toEqual([]);
    expect(await platform.listContracts()).toHaveLength(contracts);
  });

  it('creates documents with one click each and updates the aggregates', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registerSample(page);
    const create = page.getByRole('button', { name: 'Create as Alice' });
    const count = page.locator('.aggregate-figures dd').first();
    await create.click();
    await expect.poll(() => count.textContent()).toBe('1');
    await page.getByText(/The fee was 0\.\d{4} DASH/).waitFor();
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.getByLabel('amount').fill('40');
    await page.getByRole('button', { name: 'Create as Bob' }).click();
    await expect.poll(() => count.textContent()).toBe('2');
    await expect.poll(() => page.locator('.aggregate-figures dd').nth(1).textContent()).toBe('43');
    const rows = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect((await rows.allTextContents()).join()).toMatch(/coffee40/);
    expect(errors).toEqual([]);
  });

  it('shows an official error at its field', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    await page.getByLabel('amount').fill('0');
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(
      /JsonSchemaError 10101.*amount: 0 is below the minimum 1.*0\.0+\d+ DASH \(estimate\) was charged nevertheless/,
    );
    expect(await page.getByLabel('amount').getAttribute('aria-invalid')).toBe('true');
  });

  it('changes and deletes a document', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('button', { name: 'Open “tea”' }).click();
    await page.getByLabel('amount').fill('77');
    await page.getByRole('button', { name: 'Save the change' }).click();
    const row = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    await expect.poll(() => row.textContent()).toMatch(/tea77/);
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.getByRole('button', { name: 'Act as Alice' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page.getByText('No documents yet').waitFor();
  });

  it('transfers, prices and sells if the type allows it', async () => {
    const { page } = await studio.open('#/platform/register');
    await page.getByRole('button', { name: 'Register Trading cards (NFT)' }).click();
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('button', { name: /^Open “/ }).click();
    await page.getByRole('button', { name: 'Offer for sale' }).click();
    await page.getByText('For sale at').waitFor();
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.getByRole('button', { name: 'Buy for 0.0100 DASH' }).click();
    const row = page.getByRole('region', { name: 'Documents of card' }).locator('tbody tr');
    await expect.poll(() => row.textContent()).toContain('Bob');
    expect(await page.getByLabel('Transfer to').locator('option').allTextContents()).not.toContain('Bob');
    expect(await page.getByLabel('Transfer to').inputValue()).not.toBe(
      await page.getByRole('button', { name: /^Bob/ }).getAttribute('title'),
    );
    await page.getByLabel('Transfer to').selectOption({ label: 'Carol' });
    await page.getByRole('button', { name: 'Transfer', exact: true }).click();
    await expect.poll(() => row.textContent()).toContain('Carol');
  });

  it('shows the history of a document if its type keeps it', async () => {
    const { page } = await studio.open('#/contract');
    const note = {
      type: 'object',
      documentsKeepHistory: true,
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    };
    const draft = { text: JSON.stringify({ note }), protocolVersion: 13, baseline: '' };
    await page.evaluate((stored) => localStorage.setItem('dapikit-draft', JSON.stringify(stored)), draft);
    await page.reload();
    await page.getByRole('button', { name: 'Register on the local platform' }).click();
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('button', { name: /^Open “/ }).click();
    await page.getByLabel('text (optional)').fill('another text');
    await page.getByRole('button', { name: 'Save the change' }).click();
    const versions = page.getByRole('region', { name: 'History of the document' }).locator('tbody tr');
    await expect.poll(() => versions.count()).toBe(2);
    expect(await versions.last().textContent()).toContain('another text');
    await page.getByText('It cannot be deleted').waitFor();
    expect(await page.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  });

  it('offers only queries that an index serves and pages their documents', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registerSample(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    const by = await platform.createIdentity({ seed: 'a customer' });
    for (let amount = 1; amount <= 10; amount += 1)
      await platform.createDocument({
        by: by.id,
        contractId,
        documentType: 'order',
        data: { product: 'tea', amount },
      });
    await page.getByRole('tab', { name: 'Query' }).click();
    const find = page.getByRole('combobox', { name: 'Documents with' });
    const offered = await find.locator('option').allTextContents();
    expect(offered).toContain('a given product');
    expect(offered.join()).not.toContain('amount');
    await page.getByText('index byProduct').waitFor();
    await page.getByLabel('product').fill('tea');
    const rows = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(8);
    await page.getByRole('button', { name: 'Next page' }).click();
    await expect.poll(() => rows.count()).toBe(2);
    const json = page.getByRole('region', { name: 'The query as JSON' });
    expect(JSON.parse((await json.textContent()) ?? '')).toEqual({
      contractId,
      documentType: 'order',
      where: [['product', '==', 'tea']],
    });
    expect(await page.getByRole('region', { name: 'The same with curl' }).textContent()).toContain(
      `curl -s ${studio.url}platform`,
    );
    expect(errors).toEqual([]);
  });

  it.each([
    ['domain', 1],
    ['preorder', 0],
  ])('queries system contracts, with and without documents: %s', async (type, count) => {
    const { page, errors } = await studio.open(
      `#/platform/GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec/${type}/query`,
    );
    const find = page.getByRole('combobox', { name: 'Documents with' });
    await find.selectOption('all documents');
    await page.getByText('no index needed').waitFor();
    await expect.poll(() => page.locator('.data-table tbody tr').count()).toBe(count);
    for (const offered of (await find.locator('option').allTextContents()).slice(1)) {
      await find.selectOption({ label: offered });
      await page.locator('.badge.tone-good', { hasText: 'index ' }).waitFor();
    }
    expect(await page.getByRole('alert').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('keeps the activity after a reload, including failed actions', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    await page.getByLabel('amount').fill('0');
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
    await expect.poll(() => activity.count()).toBe(2);
    await page.getByRole('link', { name: 'Chain', exact: true }).click();
    await page.getByRole('heading', { name: 'Chain', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Platform', exact: true }).click();
    await expect.poll(() => activity.count()).toBe(2);
    await page.reload();
    await expect
      .poll(() => activity.allTextContents())
      .toEqual([
        expect.stringMatching(/^Alice tried to create a document of order.*rejected/),
        expect.stringMatching(/^Alice registered a contract.*fee 1\.16\d\d DASH/),
      ]);
  });

  it('updates a contract from the comparison, as its owner', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registerSample(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.getByRole('link', { name: 'Update this contract' }).click();
    await page.getByText('The update changes nothing').waitFor();
    expect(await page.getByRole('button', { name: 'Register the update' }).isDisabled()).toBe(true);
    expect(await page.getByText('would accept this update').count()).toBe(0);
    expect(await page.getByLabel('Registered on the platform').inputValue()).toBe(contractId);
    const change = async (find: string, replace: string): Promise<void> =>
      page.evaluate(
        ([from = '', to = '']) => {
          const draft: { text: string } = JSON.parse(localStorage.getItem('dapikit-draft') ?? '{}');
          localStorage.setItem(
            'dapikit-draft',
            JSON.stringify({ ...draft, text: draft.text.replace(from, to) }),
          );
        },
        [find, replace],
      );
    await change('"maxLength": 280', '"maxLength": 10');
    await page.reload();
    await page.getByText('The network would reject this update').waitFor();
    await page.getByRole('button', { name: 'Register the update' }).click();
    await page.getByText('The platform rejected the update').waitFor();
    await change('"maxLength": 10', '"maxLength": 300');
    await page.reload();
    await page.getByText('The network would accept this update').waitFor();
    await page.getByRole('button', { name: 'Register the update' }).click();
    await page.getByText('owned by Alice, version 2').waitFor();
    const activity = page.getByRole('region', { name: 'Activity' });
    expect(await activity.textContent()).toContain('Alice updated a contract');
    expect((await platform.getContract({ id: contractId }))?.version).toBe(2);
    expect(errors).toEqual([]);
  });

  it('shows the count, sum and average of all documents and pages their groups', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registerSample(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    const by = await platform.createIdentity({ seed: 'a customer of many things' });
    // 234 documents in 62 groups, of which the first has more documents than a query returns.
    const amounts = Array.from({ length: 234 }, (_, at) => at + 1);
    for (const amount of amounts)
      await platform.createDocument({
        by: by.id,
        contractId,
        documentType: 'order',
        data: { product: amount <= 120 ? 'a thing' : `thing ${amount % 61}`, amount },
      });
    await page.getByRole('tab', { name: 'Aggregates' }).click();
    const card = page.getByRole('region', { name: 'By product' });
    await expect
      .poll(() => card.locator('.aggregate-figures dd').allTextContents())
      .toEqual(['234', '27,495', '117.5']);
    await card.getByText('Page 1 of 7, 62 groups').waitFor();
    expect(await card.locator('.bar-row').first().textContent()).toBe('a thing120 count7,260 sum');
    const next = card.getByRole('button', { name: 'Next groups' });
    for (let count = 1; count < 7; count += 1) await next.click();
    expect(await next.isDisabled()).toBe(true);
    expect(await card.locator('.bar-row').count()).toBe(2);
    expect(errors).toEqual([]);
  });

  it('groups documents by each combination of values, including missing values', async () => {
    const by = await platform.createIdentity({ seed: 'an owner of combinations', credits: 10n ** 13n });
    const visit = {
      type: 'object',
      properties: {
        shop: { type: 'string', maxLength: 63, position: 0 },
        day: { type: 'integer', minimum: 0, maximum: 400, position: 1 },
        spent: { type: 'integer', minimum: 0, maximum: 1000, position: 2 },
      },
      required: ['spent'],
      documentsCountable: true,
      indices: [
        {
          name: 'byShopAndDay',
          properties: [{ shop: 'asc' }, { day: 'asc' }],
          countable: true,
          summable: 'spent',
        },
        { name: 'byDay', properties: [{ day: 'asc' }], rangeCountable: true, countable: true },
      ],
      additionalProperties: false,
    };
    const { contractId } = await platform.registerContract({ by: by.id, contract: { visit } });
    const shops = ['A', 'B', undefined];
    // Two groups of 110: a query returns 100.
    for (let at = 0; at < 230; at += 1)
      await platform.createDocument({
        by: by.id,
        contractId,
        documentType: 'visit',
        data: {
          ...(shops[at < 220 ? at % 2 : 2] && { shop: shops[at % 2] }),
          ...(at < 220 ? { day: 1 } : at % 2 === 0 ? { day: 2 } : {}),
          spent: 1,
        },
      });
    const { page } = await studio.open(`#/platform/${contractId}/visit/aggregates`);
    const textsOf = (name: string) =>
      page.getByRole('region', { name, exact: true }).locator('.aggregate-figures dd').allTextContents();
    await expect.poll(() => textsOf('All documents')).toEqual(['230']);
    await expect.poll(() => textsOf('By shop, day')).toEqual(['230', '230', '1']);
    await expect.poll(() => textsOf('By day')).toEqual(['230']);
    const groups = page.getByRole('region', { name: 'By shop, day' }).locator('.bar-row-label');
    expect(await groups.allTextContents()).toEqual(['no value · no value', 'no value · 2', 'A · 1', 'B · 1']);
  });

  it('registers a DPNS name at once or by a contest', async () => {
    const { page, errors } = await studio.open('#/platform/register');
    await page.getByRole('link', { name: 'Open DPNS: names' }).click();
    const field = page.getByLabel('Name, below .dash');
    await field.fill('Library-of-2026-and-more');
    await page.getByText('11brary-0f-2026-and-m0re').waitFor();
    await page.getByRole('button', { name: 'Register as Alice' }).click();
    await page.getByText('Library-of-2026-and-more.dash is registered').waitFor();
    await page.getByRole('button', { name: /^Open “Library-of-2026-and-more”/ }).waitFor();
    await field.fill('librarian');
    await page.getByText('librarian.dash starts a contest').waitFor();
    expect(await page.getByText('is registered').count()).toBe(0);
    await page.getByRole('button', { name: 'Contend as Alice' }).click();
    await page.getByRole('button', { name: 'Act as Bob' }).click();
    await page.getByText('Alice contends for librarian.dash').waitFor();
    await page.getByRole('button', { name: 'Contend as Bob' }).click();
    await page.getByText('0.2000 DASH went into the vote fund').waitFor();
    const others = page.locator('.notice').getByRole('button', { name: /^Act as/ });
    await expect.poll(() => others.allTextContents()).toEqual(['Act as Carol']);
    await page.getByRole('link', { name: 'go to the contest' }).click();
    await page.getByRole('heading', { name: 'librarian.dash' }).waitFor();
    await page.getByText('Compared as 11brar1an.dash.').waitFor();
    await page.getByText('Vote fund: 0.4000 DASH.').waitFor();
    expect(errors).toEqual([]);
  });

  it('shows the DPNS name or the alias of an identity that the page did not create', async () => {
    const credits = 10n ** 12n;
    const owner = (await platform.createIdentity({ seed: 'named by DPNS', credits })).id;
    const other = (await platform.createIdentity({ seed: 'named by an alias', credits })).id;
    await platform.setAlias({ alias: 'the-buyer', identityId: other });
    const { preorder, domain } = createNameDocuments('Shopkeeper-of-2026', owner, new Uint8Array(32));
    const on = { by: owner, contractId: DPNS_ID };
    await platform.createDocument({ ...on, documentType: 'preorder', data: preorder });
    await platform.createDocument({ ...on, documentType: 'domain', data: domain });
    const letter = {
      type: 'object',
      properties: {
        to: {
          type: 'array',
          byteArray: true,
          minItems: 32,
          maxItems: 32,
          position: 0,
          contentMediaType: 'application/x.dash.dpp.identifier',
        },
      },
      required: ['to'],
      additionalProperties: false,
    };
    const { contractId } = await platform.registerContract({ by: owner, contract: { letter } });
    await platform.createDocument({ by: owner, contractId, documentType: 'letter', data: { to: other } });
    const { page, errors } = await studio.open(`#/platform/${contractId}/letter`);
    const row = page.getByRole('table').getByRole('row').nth(1);
    await row.getByText('Shopkeeper-of-2026.dash').waitFor();
    await row.getByText('the-buyer').click();
    await page.locator('.document-facts').getByText('Shopkeeper-of-2026.dash').waitFor();
    expect(errors).toEqual([]);
  });

  it('explains why a name cannot be registered before charging', async () => {
    const { page, errors } = await studio.open('#/platform/GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec');
    const field = page.getByLabel('Name, below .dash');
    const submit = page.getByRole('button', { name: /^(Register|Contend) as / });
    const submitWith = async (name: string, reason: string): Promise<void> => {
      await field.fill(name);
      await page.getByText(reason).waitFor();
      expect(await submit.isDisabled()).toBe(true);
      await field.press('Enter');
    };
    await field.waitFor();
    const { height } = (await platform.status()).block!;
    await submitWith('Bad Name!', 'letters from a to z, digits and hyphens only');
    await submitWith('ab', 'has 3 to 63 characters');
    expect((await platform.status()).block!.height).toBe(height);
    await field.fill('a-name-of-2026');
    await submit.click();
    await page.getByText('a-name-of-2026.dash is registered').waitFor();
    await submitWith('A-Name-Of-2026', 'A-Name-Of-2026.dash belongs to Alice');
    await field.fill('gardener');
    await submit.click();
    await page.getByText('In the contest').waitFor();
    const later = (await platform.status()).block!;
    await submitWith('Gardener', 'Alice already contends for Gardener.dash');
    expect((await platform.status()).block!.height).toBe(later.height);
    await platform.advanceTime({ milliseconds: 50 * 60_000 });
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.reload();
    await submitWith('gardener', 'gardener.dash accepts no more contenders');
    await platform.advanceTime({ milliseconds: 50 * 60_000 });
    await page.reload();
    await submitWith('gardener', 'gardener.dash belongs to Alice');
    await page.getByRole('tab', { name: 'Contests' }).click();
    await page.getByText('Alice won gardener.dash with 0 votes').waitFor();
    expect(errors).toEqual([]);
  });

  it('clears the outcome of a document when another value is typed', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    const amount = page.getByLabel('amount');
    await amount.fill('0');
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('alert').waitFor();
    await amount.fill('1');
    await page.getByRole('alert').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    const created = page.locator('.notice', { hasText: 'Created' });
    await created.waitFor();
    await amount.fill('2');
    await expect.poll(() => created.count()).toBe(0);
  });

  it('shows all votes, including those cast elsewhere', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    const poll = { contractId, documentType: 'shopName', indexName: 'byName', indexValues: ['library'] };
    const by = await platform.createIdentity({ seed: 'a librarian' });
    const name = { by: by.id, contractId, documentType: 'shopName', data: { name: 'library' } };
    await platform.createDocument({ ...name, prefundedVotingBalance: 'auto' });
    const [one, two] = await platform.listMasternodes();
    await platform.vote({ ...poll, proTxHash: one!.proTxHash, choice: { towardsIdentity: by.id } });
    await platform.advanceTime({ milliseconds: 60_000 });
    await platform.vote({ ...poll, proTxHash: two!.proTxHash, choice: 'lock' });
    await page.goto(`${studio.url}#/platform/${contractId}/shopName/contests`);
    await page.reload();
    const lines = page.locator('.step-chart-line');
    await expect.poll(() => lines.count()).toBe(3);
    const steps = await lines.evaluateAll((paths) =>
      paths.map((path) => path.getAttribute('d')?.match(/V/g)?.length ?? 0),
    );
    // The contender joined and was voted for; then one locked; nobody abstained.
    expect(steps).toEqual([2, 1, 0]);
    await platform.advanceTime({ milliseconds: 6_000_000 });
  });

  it('shows no total of more groups than it reads, unless the index supports a range', async () => {
    const by = await platform.createIdentity({ seed: 'an owner of groups', credits: 10n ** 13n });
    const ticket = {
      type: 'object',
      properties: {
        seat: { type: 'integer', minimum: 0, maximum: 5000, position: 0 },
        row: { type: 'integer', minimum: 0, maximum: 5000, position: 1 },
      },
      required: ['seat', 'row'],
      indices: [
        { name: 'bySeat', properties: [{ seat: 'asc' }], countable: true },
        { name: 'byRow', properties: [{ row: 'asc' }], countable: true, rangeCountable: true },
      ],
      additionalProperties: false,
    };
    const { contractId } = await platform.registerContract({ by: by.id, contract: { ticket } });
    for (let at = 0; at < 1001; at += 1)
      await platform.createDocument({
        by: by.id,
        contractId,
        documentType: 'ticket',
        data: { seat: at, row: at },
      });
    const { page } = await studio.open(`#/platform/${contractId}/ticket/aggregates`);
    const seats = page.getByRole('region', { name: 'By seat' });
    await seats.getByText('No total: there are more than 1,000 groups.').waitFor();
    await seats.getByText('Only the first 1,000 groups are listed.').waitFor();
    expect(await seats.locator('.aggregate-figures').count()).toBe(0);
    const rows = page.getByRole('region', { name: 'By row' });
    await expect.poll(() => rows.locator('.aggregate-figures dd').allTextContents()).toEqual(['1,001']);
  });

  it('lists unavailable aggregates and the flag they need', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    await page.getByRole('tab', { name: 'Aggregates' }).click();
    const missing = page.getByRole('region', { name: 'Aggregates that are not available' });
    expect(await missing.textContent()).toContain('"documentsCountable": true');
  });

  it('runs a contest to its end and reverts it', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registerSample(page);
    await page.getByRole('link', { name: 'shopName' }).click();
    await page.getByRole('button', { name: 'Contend as Alice' }).click();
    await page.getByRole('button', { name: 'Act as Bob' }).click();
    await page.getByRole('button', { name: 'Contend as Bob' }).click();
    await page.getByRole('link', { name: 'go to the contest' }).click();
    await page.getByText(/^ends in 1 hour/).waitFor();
    await page.getByLabel('Vote for').selectOption({ label: 'Bob' });
    await page.getByRole('button', { name: 'Cast the vote' }).click();
    await page.getByRole('img', { name: /Bob 4/ }).waitFor();
    await page.getByText('voted Bob').waitFor();
    // The end of the contest lies between one hour and six hours ahead.
    await page.getByLabel(/^Travel in time/).press('ArrowRight');
    await page.getByLabel(/^Travel in time: 10 minutes ahead/).waitFor();
    await page.getByRole('button', { name: 'End of the contest' }).click();
    await page.getByText(/ahead of the chain’s clock$/).waitFor();
    await page.getByText(/^Bob won “bakery” with 4 votes/).waitFor();
    await page.getByRole('link', { name: 'Open the documents' }).click();
    const row = page.getByRole('region', { name: 'Documents of shopName' }).locator('tbody tr');
    await expect.poll(() => row.textContent()).toContain('Bob');
    await page.getByLabel('Travel in time: now').press('ArrowLeft');
    await page.getByRole('button', { name: 'Travel', exact: true }).click();
    await page.getByText('No documents yet').waitFor();
    await page.getByRole('tab', { name: 'Contests' }).click();
    await page.getByText(/^ends in 1 hour/).waitFor();
    expect(errors).toEqual([]);
  });

  it('reports that the server does not respond, and recovers', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    await page.route('**/platform', (route) => route.abort());
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByText('The platform does not respond').waitFor();
    await page.getByText('The server does not respond').waitFor();
    expect(await page.getByText('Rejected by the platform').count()).toBe(0);
    const activity = page.getByRole('region', { name: 'Activity' }).getByRole('listitem');
    expect(await activity.first().textContent()).toBe('Alice tried to create a document of orderno response');
    await page.unroute('**/platform');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText('The platform does not respond').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    const row = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    await expect.poll(() => row.count()).toBe(1);
  });

  it('shows the platform of a restarted server and reports that it is another one', async () => {
    let current = await createPlatform({});
    const own = await startStudio({}, { platform: { platform: () => Promise.resolve(current) } });
    try {
      const { page } = await own.open('#/contract');
      await registerSample(page);
      await page.getByRole('button', { name: 'Create as Alice' }).click();
      await page.getByText('The fee was').waitFor();
      await own.restart(async () => {
        await page.getByRole('button', { name: 'Create as Alice' }).click();
        await page.getByText('The platform does not respond').waitFor();
        await current.close();
        current = await createPlatform({});
      });
      await page.getByText('The platform was restarted').waitFor();
      await page.getByText('The platform does not respond').waitFor({ state: 'detached' });
      await page.getByText('Examples and system contracts').waitFor();
      expect(await page.getByRole('region', { name: 'Activity' }).count()).toBe(0);
      await page.getByRole('button', { name: 'Register A small shop' }).click();
      await page.getByRole('button', { name: 'Create as Alice' }).waitFor();
      expect(await page.getByText('The platform was restarted').count()).toBe(0);
    } finally {
      await own.stop();
      await current.close();
    }
  });

  it('reloads the platform when the connection returns', async () => {
    const { page } = await studio.open('#/contract');
    await registerSample(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    const rows = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    const { id: by } = await platform.createIdentity({ seed: 'a customer meanwhile' });
    await studio.restart(async () => {
      await platform.createDocument({
        by,
        contractId,
        documentType: 'order',
        data: { product: 'tea', amount: 1 },
      });
    });
    await expect.poll(() => rows.count(), { timeout: 60_000 }).toBe(1);
    expect(await page.getByText('The platform was restarted').count()).toBe(0);
  });

  it('offers its methods in the console', async () => {
    const { page } = await studio.open('#/console/platform/status');
    await page.getByRole('button', { name: 'Send' }).click();
    const response = page.getByRole('region', { name: 'Body' });
    await expect.poll(() => response.textContent()).toContain('"protocolVersion"');
  });

  it('is not offered without a platform', async () => {
    const { page } = await studio.open('#/contract');
    await page.route('**/studio/server.json', (route) =>
      route.fulfill({ json: { network: 'main', controls: false, platform: false } }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'Console' }).waitFor();
    expect(await page.getByRole('link', { name: 'Platform' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Register on the local platform' }).count()).toBe(0);
  });

  it('shows the open tab and view on a phone', async () => {
    const { page } = await studio.open(`#/platform/${DPNS_ID}/domain/contests`, { viewport: PHONE });
    const getRight = async (selector: string): Promise<number> => {
      const box = await page.locator(selector).boundingBox();
      return (box?.x ?? PHONE.width) + (box?.width ?? PHONE.width);
    };
    await expect.poll(() => getRight('[data-tab="contests"]')).toBeLessThanOrEqual(PHONE.width);
    await page.goto(`${studio.url}#/console`);
    await expect.poll(() => getRight('.top-bar-tabs [href="#/console"]')).toBeLessThanOrEqual(PHONE.width);
  });

  it.each([PHONE.width, 360])('shows all tabs at a width of %i pixels', async (width) => {
    const { page } = await studio.open('#/contract', { viewport: { ...PHONE, width } });
    await page.getByRole('link', { name: 'Console' }).waitFor();
    const row = page.locator('.top-bar-tabs');
    expect(await row.getByRole('link').allTextContents()).toEqual([
      'Contract',
      'Platform',
      'Explorer',
      'Connect',
      'Chain',
      'Console',
    ]);
    const [inner, outer] = await row.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(inner).toBe(outer);
  });

  it('fits a phone', async () => {
    const { page } = await studio.open('#/contract', { viewport: PHONE });
    await registerSample(page);
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('button', { name: 'Open “tea”' }).waitFor();
    // The longest name in the choice of contracts.
    const note = {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    };
    const names = ['a', 'b', 'c'].map((end) => `aRatherLongNameOfADocumentType${end}`);
    const by = await platform.createIdentity({ seed: 'an owner of long names' });
    await platform.registerContract({
      by: by.id,
      contract: Object.fromEntries(names.map((name) => [name, note])),
    });
    await page.reload();
    await page.getByRole('button', { name: 'Open “tea”' }).waitFor();
    const widths: number[] = [];
    for (const name of ['Documents', 'Aggregates', 'Query', 'Contests']) {
      await page.getByRole('tab', { name }).click();
      await page.locator('.sub-tabs-panel .panel, .sub-tabs-panel .empty-state').first().waitFor();
      widths.push(await page.evaluate(() => document.documentElement.scrollWidth));
    }
    expect(new Set(widths)).toEqual(new Set([PHONE.width]));
  });
});
