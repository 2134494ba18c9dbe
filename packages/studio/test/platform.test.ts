import { createPlatform, type Platform } from '@dapikit/platform';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

const MASTERNODES = 3;

/** Registers the sample contract as a newcomer would. */
async function registered(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Register on the local platform' }).click();
  await page.getByRole('heading', { name: 'New document of order' }).waitFor();
}

describe.skipIf(chromiumProgram === undefined)('the platform (needs Chromium)', { timeout: 20_000 }, () => {
  let studio: StudioUnderTest;
  let platform: Platform;
  beforeAll(async () => {
    platform = await createPlatform({});
    for (let count = 0; count < MASTERNODES; count += 1)
      await platform.registerMasternode({ isEvolution: true });
    studio = await startStudio({}, { platform: { platform: () => Promise.resolve(platform) } });
  }, 30_000);
  afterAll(async () => {
    await studio.stop();
    await platform.close();
  });

  let contracts: number;
  beforeEach(async () => {
    contracts = (await platform.listContracts()).length;
  });

  it('registers the draft by one click in the Contract tab, and selects it', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registered(page);
    const all = await platform.listContracts();
    expect(all).toHaveLength(contracts + 1);
    const chosen = await page.getByLabel('Contract', { exact: true }).inputValue();
    expect(all.map(({ contractId }) => contractId)).toContain(chosen);
    await expect
      .poll(() => page.getByRole('button', { name: /^Alice/ }).textContent())
      .toMatch(/\d+\.\d{4} DASH/);
    expect(errors).toEqual([]);
  });

  it('says at once what is wrong with a draft that the platform refuses', async () => {
    const { page } = await studio.open('#/contract');
    await page.getByLabel('Start from').selectOption('mistakes');
    await page.locator('.cm-lintRange-error').first().waitFor();
    await page.getByRole('button', { name: 'Register on the local platform' }).click();
    await page.getByText('The platform refuses to register it').waitFor();
    expect(await platform.listContracts()).toHaveLength(contracts);
  });

  it('makes documents by a click each, and the totals change', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registered(page);
    const create = page.getByRole('button', { name: 'Create as Alice' });
    const count = page.locator('.total-numbers dd').first();
    await create.click();
    await expect.poll(() => count.textContent()).toBe('1');
    await page.getByText(/The fee was 0\.\d{4} DASH/).waitFor();
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.getByLabel('amount').fill('40');
    await page.getByRole('button', { name: 'Create as Bob' }).click();
    await expect.poll(() => count.textContent()).toBe('2');
    await expect.poll(() => page.locator('.total-numbers dd').nth(1).textContent()).toBe('43');
    const rows = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    await expect.poll(() => rows.count()).toBe(2);
    expect((await rows.allTextContents()).join()).toMatch(/coffee40/);
    expect(errors).toEqual([]);
  });

  it('shows an official refusal at the field that it is about', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
    await page.getByLabel('amount').fill('0');
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('alert').waitFor();
    expect(await page.getByRole('alert').textContent()).toMatch(
      /JsonSchemaError 10101.*amount: expected .*at least 1, found 0.*0\.0000045 DASH was charged all the same/,
    );
    expect(await page.getByLabel('amount').getAttribute('aria-invalid')).toBe('true');
  });

  it('changes a document, and deletes it', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
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

  it('gives away, prices and sells where the type allows it', async () => {
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
    expect(await page.getByLabel('Give to').locator('option').allTextContents()).not.toContain('Bob');
    expect(await page.getByLabel('Give to').inputValue()).not.toBe(
      await page.getByRole('button', { name: /^Bob/ }).getAttribute('title'),
    );
    await page.getByLabel('Give to').selectOption({ label: 'Carol' });
    await page.getByRole('button', { name: 'Give away' }).click();
    await expect.poll(() => row.textContent()).toContain('Carol');
  });

  it('keeps the history of a document where its type asks for it', async () => {
    const { page } = await studio.open('#/contract');
    const note = {
      type: 'object',
      documentsKeepHistory: true,
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    };
    const draft = { text: JSON.stringify({ note }), protocolVersion: 13, registered: '' };
    await page.evaluate((kept) => localStorage.setItem('dapikit-draft', JSON.stringify(kept)), draft);
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

  it('offers only what an index serves, names it, and goes through the pages', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registered(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    const by = await platform.createIdentity({ seed: 'a customer' });
    for (let amount = 1; amount <= 10; amount += 1)
      await platform.createDocument({
        by: by.id,
        contractId,
        documentType: 'order',
        data: { product: 'tea', amount },
      });
    await page.getByRole('tab', { name: 'Find' }).click();
    const find = page.getByRole('combobox', { name: 'Find' });
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
  ])(
    'reads the contracts of the network too, and asks for what may not be there: %s',
    async (type, count) => {
      const { page, errors } = await studio.open(
        `#/platform/GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec/${type}/query`,
      );
      const find = page.getByRole('combobox', { name: 'Find' });
      await find.selectOption('all documents');
      await page.getByText('no index needed').waitFor();
      await expect.poll(() => page.locator('.data-table tbody tr').count()).toBe(count);
      for (const offered of (await find.locator('option').allTextContents()).slice(1)) {
        await find.selectOption({ label: offered });
        await page.locator('.badge.tone-good', { hasText: 'index ' }).waitFor();
      }
      expect(await page.getByRole('alert').count()).toBe(0);
      expect(errors).toEqual([]);
    },
  );

  it('keeps what happened through other tabs and when it is loaded again, and says what was only wanted', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
    await page.getByLabel('amount').fill('0');
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    const happened = page.getByRole('region', { name: 'What happened' }).getByRole('listitem');
    await expect.poll(() => happened.count()).toBe(2);
    await page.getByRole('link', { name: 'Chain', exact: true }).click();
    await page.getByRole('heading', { name: 'Chain', exact: true }).waitFor();
    await page.getByRole('link', { name: 'Platform', exact: true }).click();
    await expect.poll(() => happened.count()).toBe(2);
    await page.reload();
    await expect
      .poll(() => happened.allTextContents())
      .toEqual([
        expect.stringMatching(/^Alice wanted to create a document of order.*refused/),
        expect.stringMatching(/^Alice registered a contract.*fee 1\.16\d\d DASH/),
      ]);
  });

  it('updates a contract from the comparison, as its owner', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registered(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    await page.getByRole('button', { name: /^Bob/ }).click();
    await page.getByRole('link', { name: 'Update this contract' }).click();
    await page.getByText('No difference').waitFor();
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
    await page.getByText('The network would refuse this update').waitFor();
    await page.getByRole('button', { name: 'Register the update' }).click();
    await page.getByText('The platform refuses the update').waitFor();
    await change('"maxLength": 10', '"maxLength": 300');
    await page.reload();
    await page.getByText('The network would take this update').waitFor();
    await page.getByRole('button', { name: 'Register the update' }).click();
    await page.getByText('of Alice, version 2').waitFor();
    const happened = page.getByRole('region', { name: 'What happened' });
    expect(await happened.textContent()).toContain('Alice updated a contract');
    expect((await platform.getContract({ id: contractId }))?.version).toBe(2);
    expect(errors).toEqual([]);
  });

  it('says when totals are only those of the first documents', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
    const contractId = await page.getByLabel('Contract', { exact: true }).inputValue();
    const by = await platform.createIdentity({ seed: 'a customer of many things' });
    const order = async (product: string) =>
      platform.createDocument({
        by: by.id,
        contractId,
        documentType: 'order',
        data: { product, amount: 1 },
      });
    for (let count = 1; count < 100; count += 1) await order(`thing ${count}`);
    await page.getByRole('tab', { name: 'Totals' }).click();
    const count = page.locator('.total-numbers dd').first();
    await expect.poll(() => count.textContent()).toBe('99');
    expect(await page.getByText('there may be others').count()).toBe(0);
    await order('thing 100');
    await page.reload();
    await page.getByText('there may be others').waitFor();
  });

  it('gets a name of DPNS for those who want one: at once, or by a contest', async () => {
    const { page, errors } = await studio.open('#/platform/register');
    await page.getByRole('link', { name: 'Open DPNS: names' }).click();
    await page.getByLabel('Name, below .dash').fill('Library-of-2026-and-more');
    await page.getByText('11brary-0f-2026-and-m0re').waitFor();
    await page.getByRole('button', { name: 'Register as Alice' }).click();
    await page.getByText('Library-of-2026-and-more.dash is registered').waitFor();
    await page.getByRole('button', { name: 'Open “Library-of-2026-and-more”' }).waitFor();
    await page.getByRole('button', { name: 'Register as Alice' }).click();
    await page.getByText('DuplicateUniqueIndexError').waitFor();
    await page.getByLabel('Name, below .dash').fill('librarian');
    await page.getByText('librarian.dash is contested').waitFor();
    await page.getByRole('button', { name: 'Contend as Alice' }).click();
    await page.getByRole('button', { name: 'Act as Bob' }).click();
    await page.getByRole('button', { name: 'Contend as Bob' }).click();
    await page.getByText('0.2000 DASH went into its fund').waitFor();
    await page.getByRole('link', { name: 'go to the contest' }).click();
    await page.getByRole('heading', { name: '11brar1an.dash' }).waitFor();
    expect(errors).toEqual([]);
  });

  it('draws the votes as the platform has them, also those that this page has not seen', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
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

  it('tells what is not counted, and what would change that', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
    await page.getByRole('tab', { name: 'Totals' }).click();
    const lacking = page.getByRole('region', { name: 'Totals that are not kept' });
    expect(await lacking.textContent()).toContain('"documentsCountable": true');
  });

  it('plays a contest: two contend, masternodes vote, time goes by, one wins – and comes back', async () => {
    const { page, errors } = await studio.open('#/contract');
    await registered(page);
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
    await page.getByText(/^Bob won “bakery” with 4 votes/).waitFor();
    await page.getByRole('link', { name: 'The document is there now' }).click();
    const row = page.getByRole('region', { name: 'Documents of shopName' }).locator('tbody tr');
    await expect.poll(() => row.textContent()).toContain('Bob');
    await page.getByLabel('Travel in time: now').press('ArrowLeft');
    await page.getByRole('button', { name: 'Travel', exact: true }).click();
    await page.getByText('No documents yet').waitFor();
    await page.getByRole('tab', { name: 'Contests' }).click();
    await page.getByText(/^ends in 1 hour/).waitFor();
    expect(errors).toEqual([]);
  });

  it('says when the server is away, and goes on when it is back', async () => {
    const { page } = await studio.open('#/contract');
    await registered(page);
    await page.route('**/platform', (route) => route.abort());
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByText('The platform does not answer').waitFor();
    await page.unroute('**/platform');
    await page.getByRole('button', { name: 'Ask again' }).click();
    await page.getByText('The platform does not answer').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    const row = page.getByRole('region', { name: 'Documents of order' }).locator('tbody tr');
    await expect.poll(() => row.count()).toBe(1);
  });

  it('has its methods on the console', async () => {
    const { page } = await studio.open('#/console/platform/status');
    await page.getByRole('button', { name: 'Send' }).click();
    const response = page.getByRole('region', { name: 'Response' });
    await expect.poll(() => response.textContent()).toContain('"protocolVersion"');
  });

  it('is not there without a platform', async () => {
    const { page } = await studio.open('#/contract');
    await page.route('**/studio/server.json', (route) =>
      route.fulfill({ json: { network: 'main', controls: false, platform: false } }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'Console' }).waitFor();
    expect(await page.getByRole('link', { name: 'Platform' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Register on the local platform' }).count()).toBe(0);
  });

  it('fits a phone', async () => {
    const { page } = await studio.open('#/contract', { viewport: PHONE });
    await registered(page);
    await page.getByRole('button', { name: 'Create as Alice' }).click();
    await page.getByRole('button', { name: 'Open “tea”' }).waitFor();
    // The longest name in the choice of contracts.
    const note = {
      type: 'object',
      properties: { text: { type: 'string', maxLength: 63, position: 0 } },
      additionalProperties: false,
    };
    const names = ['a', 'b', 'c'].map((end) => `aRatherLongNameOfADocumentType${end}`);
    const by = await platform.createIdentity({ seed: 'somebody with long names' });
    await platform.registerContract({
      by: by.id,
      contract: Object.fromEntries(names.map((name) => [name, note])),
    });
    await page.reload();
    await page.getByRole('button', { name: 'Open “tea”' }).waitFor();
    const widths: number[] = [];
    for (const name of ['Documents', 'Totals', 'Find', 'Contests']) {
      await page.getByRole('tab', { name }).click();
      await page.locator('.sub-tabs-panel .panel, .sub-tabs-panel .empty-state').first().waitFor();
      widths.push(await page.evaluate(() => document.documentElement.scrollWidth));
    }
    expect(new Set(widths)).toEqual(new Set([PHONE.width]));
  });
});
