import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

const EDITOR = 'The contract, as JSON';

const verdict = (page: Page) => page.locator('.verdict-line');
const squiggled = (page: Page) => page.locator('.cm-lintRange-error').allTextContents();

/** Puts a text in place of the contract, as whoever pastes it does. */
async function write(page: Page, text: string): Promise<void> {
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(text);
}

async function textOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => localStorage.getItem('dapikit-draft'));
  return String(JSON.parse(kept ?? '{}').text);
}

describe.skipIf(chromiumProgram === undefined)(
  'the contract tab (needs Chromium)',
  { timeout: 60_000 },
  () => {
    let studio: StudioUnderTest;
    beforeAll(async () => {
      studio = await startStudio();
    }, 30_000);
    afterAll(() => studio.stop());

    async function open(hash = '') {
      const opened = await studio.open(hash);
      await opened.page.getByLabel(EDITOR).and(opened.page.locator('.cm-content')).waitFor();
      return opened;
    }

    it('shows what is wrong at the right letters, and mends it', async () => {
      const { page, errors } = await open();
      expect(await verdict(page).textContent()).toContain('would take this contract');
      await page.getByLabel('Start from').selectOption('mistakes');
      await expect.poll(() => verdict(page).textContent()).toContain('would refuse this contract5 mistakes');
      await expect.poll(() => squiggled(page)).toEqual(['"entry"', '"desc"', '"properties"', '"maxLenght"']);
      expect(await page.locator('.cm-lintRange-warning').allTextContents()).toEqual(['"mesage"']);
      await page.getByRole('button', { name: 'Write "asc".' }).click();
      await expect.poll(() => textOf(page)).toContain('{ "$createdAt": "asc" }');
      await page.getByRole('button', { name: 'Mend them' }).click();
      await expect.poll(() => squiggled(page)).toEqual(['"maxLenght"']);
      await page.getByRole('button', { name: /found "maxLenght"/ }).click();
      await page.keyboard.type('"maxLength"');
      await page.getByRole('button', { name: /found "mesage"/ }).click();
      await page.keyboard.type('"message"');
      await expect.poll(() => verdict(page).textContent()).toContain('would take this contract');
      expect(errors).toEqual([]);
    });

    it('shows nothing of the example before under the one that was chosen', async () => {
      const { page } = await open();
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      await page.getByRole('tabpanel').getByText('interface').first().waitFor();
      await page.getByLabel('Start from').selectOption('mistakes');
      await expect.poll(() => verdict(page).textContent()).toContain('would refuse this contract');
      expect(await page.getByRole('tabpanel').textContent()).toContain('Nothing to show yet');
    });

    it('helps whoever begins with nothing', async () => {
      const { page } = await open();
      await write(page, '');
      await page.getByText('No contract yet').waitFor();
      expect(await verdict(page).count()).toBe(0);
      await page.getByRole('button', { name: 'New contract' }).click();
      await expect.poll(() => verdict(page).textContent()).toContain('would take this contract');
      expect(await textOf(page)).toContain('"note"');
    });

    it('judges by the protocol version that is chosen', async () => {
      const { page } = await open();
      await page.getByLabel('Protocol').selectOption('11');
      await expect.poll(() => verdict(page).textContent()).toContain('would refuse');
      await page.getByLabel('Protocol').selectOption('12');
      await expect.poll(() => verdict(page).textContent()).toContain('would take');
    });

    it('takes every letter, however fast they are typed', async () => {
      const { page } = await open();
      await page.locator('.cm-content').first().click();
      await page.keyboard.press('ControlOrMeta+a');
      const letters = 'abcdefghij'.repeat(12);
      await page.keyboard.type(letters);
      await expect.poll(() => textOf(page)).toBe(letters);
      expect(await page.locator('.cm-content').first().textContent()).toBe(letters);
    });

    it('says what a keyword means, and offers those that may stand somewhere', async () => {
      const { page } = await open();
      await page.getByText('"countable"', { exact: true }).first().hover();
      await expect
        .poll(() => page.locator('.keyword-meaning').textContent())
        .toMatch(/^countableWhether the platform counts/);
      await page.mouse.move(5, 5);
      await write(page, '{"note": {"type": "object", "properties": {"text": {');
      await page.keyboard.type('"maxL');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      await expect.poll(() => textOf(page)).toContain('{"maxLength": 0');
      await page.keyboard.press('End');
      await page.keyboard.type(', "type": "str');
      await page.locator('.cm-tooltip-autocomplete').waitFor();
      await page.waitForTimeout(150);
      await page.keyboard.press('Enter');
      await expect.poll(() => textOf(page)).toContain('"type": "string"');
    });

    it('tells what it costs, of what, and what would be cheaper', async () => {
      const { page } = await open();
      await page.getByRole('button', { name: '1.1602 DASH' }).click();
      const cost = page.getByRole('tabpanel');
      expect(await cost.getByRole('row', { name: /Indices with a vote/ }).textContent()).toContain('1.0000');
      expect(await cost.textContent()).toContain('Register shopName.byName without a vote');
      expect(await cost.textContent()).toContain('saves 0.9900 DASH');
      const contract = shop();
      delete contract.shopName.indices[0]!.contested;
      await write(page, JSON.stringify(contract));
      await expect.poll(() => verdict(page).textContent()).toContain('0.1702 DASH');
      expect(await cost.textContent()).toContain('Nothing here is paid for twice');
    });

    it('shows what document types hold, and what their indices find, in words', async () => {
      const { page } = await open();
      await page.getByRole('tab', { name: 'Documents' }).click();
      const order = page.getByRole('region', { name: 'Document type order' });
      expect(await order.getByRole('row', { name: /amount/ }).textContent()).toBe(
        'amountinteger, 2 bytes1 to 10,000yes',
      );
      const words = await order.textContent();
      expect(words).toContain(
        'with a given owner, sorted by creation time, or only those in a range of creation time',
      );
      expect(words).toContain('how many documents there are and the sum of amount, with a proof');
      await page.getByLabel('Start from').selectOption('dashpay');
      const requests = page.getByRole('region', { name: 'Document type contactRequest' });
      await expect
        .poll(() => requests.textContent())
        .toContain('with a given toUserId: the network takes ownerIdUserId for this');
    });

    it('gives TypeScript declarations to copy', async () => {
      const { page } = await open();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('tab', { name: 'TypeScript' }).click();
      await page.getByRole('button', { name: 'Copy all' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const copied = await page.evaluate(() => navigator.clipboard.readText());
      expect(copied).toContain('export interface Order {');
    });

    it('compares an update with what is registered', async () => {
      const { page } = await open();
      await page.getByRole('link', { name: 'Compare an update' }).click();
      await page.getByRole('button', { name: 'Take it as registered' }).click();
      await expect
        .poll(() => page.locator('.panel', { hasText: 'Changes' }).textContent())
        .toContain('No difference');
      const contract = shop();
      const update = page.locator('.panel').nth(1).locator('.cm-content');
      const replace = async (): Promise<void> => {
        await update.click();
        await page.keyboard.press('ControlOrMeta+a');
        await page.keyboard.press('Delete');
        await page.keyboard.insertText(JSON.stringify(contract, undefined, 2));
      };
      contract.order.properties['note'] = { type: 'string', maxLength: 20, position: 3 };
      await replace();
      await expect.poll(() => verdict(page).textContent()).toContain('would take this update');
      contract.order.required.push('message');
      await replace();
      await expect.poll(() => verdict(page).textContent()).toContain('would refuse this update');
      await expect.poll(() => page.locator('.change-list').textContent()).toContain('Added/order/required/3');
      await expect.poll(() => page.locator('.cm-changed-add').allTextContents()).toContain('"message"');
    });

    it('gives a link that carries the contract, and no server sees it', async () => {
      const { page } = await open();
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
      const text = '{ "öé漢😀": { "type": "object" } }';
      await write(page, text);
      await page.getByRole('button', { name: 'Copy a link' }).click();
      await page.getByRole('button', { name: 'Copied' }).waitFor();
      const link = await page.evaluate(() => navigator.clipboard.readText());
      const other = await studio.browser.newContext();
      const requests: string[] = [];
      const guest = await other.newPage();
      guest.on('request', (request) => requests.push(request.url() + (request.postData() ?? '')));
      await guest.goto(link);
      await expect.poll(() => textOf(guest)).toBe(text);
      expect(guest.url()).toBe(`${studio.url}#/contract`);
      const secret = new URL(link).hash.slice('#/contract?c='.length, 40);
      expect(requests.filter((request) => request.includes(secret))).toEqual([]);
      await guest.getByRole('button', { name: 'Bring back mine' }).click();
      await expect.poll(() => textOf(guest)).toContain('"order"');
    });

    it.each(['%00', 'AAAA', '!!!', 'a'.repeat(50)])('says that a link is broken: %s', async (encoded) => {
      const { page, errors } = await open(`#/contract?c=${encoded}`);
      await page.getByText('The contract in this link cannot be read').waitFor();
      expect(await verdict(page).textContent()).toContain('would take');
      expect(errors).toEqual([]);
    });

    it('never reads a contract as HTML', async () => {
      const { page, errors } = await open();
      const name = '<img src=x onerror=alert(1)>';
      const evil = { [name]: { type: 'object', properties: { [name]: { type: name, description: name } } } };
      await write(page, JSON.stringify(evil));
      await expect.poll(() => verdict(page).textContent()).toContain('would refuse');
      await page.getByText(name).first().waitFor();
      await page.locator('.cm-lintRange-error').first().hover();
      await page.locator('.cm-diagnostic').first().waitFor();
      expect(await page.locator('img').count()).toBe(0);
      expect(errors).toEqual([]);
    });

    it('keeps what was written when the page is loaded again', async () => {
      const { page } = await open();
      await write(page, '{ "kept": true }');
      await expect.poll(() => textOf(page)).toBe('{ "kept": true }');
      await page.reload();
      await expect.poll(() => page.locator('.cm-content').first().textContent()).toBe('{ "kept": true }');
    });

    it('works by keyboard alone: choose, mend, go on', async () => {
      const { page } = await open();
      const focused = (): Promise<string> =>
        page.evaluate(() => {
          let element = document.activeElement;
          while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
          return element?.getAttribute('aria-label') ?? element?.textContent ?? '';
        });
      const tabTo = async (name: RegExp): Promise<void> => {
        for (let presses = 0; presses < 40; presses += 1) {
          await page.keyboard.press('Tab');
          if (name.test(await focused())) return;
        }
        throw new Error(`no way to ${name} by Tab: ${await focused()}`);
      };
      await tabTo(/an example/);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('ArrowDown');
      await expect.poll(() => verdict(page).textContent()).toContain('would refuse');
      await tabTo(/The contract, as JSON/);
      await tabTo(/^Problems/);
      await page.keyboard.press('ArrowRight');
      expect(await focused()).toMatch(/^Documents/);
      await page.keyboard.press('Home');
      await tabTo(/^Mend them/);
      await page.keyboard.press('Enter');
      await expect.poll(() => squiggled(page)).toEqual(['"maxLenght"']);
    });

    it('loads nothing from elsewhere', async () => {
      const context = await studio.browser.newContext();
      const page = await context.newPage();
      const origins = new Set<string>();
      page.on('request', (request) => origins.add(new URL(request.url()).origin));
      await page.goto(studio.url);
      await page.locator('.cm-content').waitFor();
      expect([...origins]).toEqual([new URL(studio.url).origin]);
    });

    it('can be used in under a second', async () => {
      const times: number[] = [];
      // The machine may be busy with other tests: the best of some attempts tells what the page takes.
      while (times.length < 10 && !(Math.min(...times) < 1000)) {
        const { page } = await studio.open();
        await page.locator('.cm-content').waitFor();
        times.push(await page.evaluate(() => performance.now()));
        await page.context().close();
      }
      expect(Math.min(...times)).toBeLessThan(1000);
    });
  },
);

interface Shop {
  readonly order: { readonly required: string[]; readonly properties: Record<string, unknown> };
  readonly shopName: { readonly indices: { contested?: unknown }[] };
}

/** The example of a shop, to be changed. */
function shop(): Shop {
  const file = new URL('../src/contract/examples/shop.json', import.meta.url);
  const value: Shop = JSON.parse(readFileSync(file, 'utf8'));
  return value;
}
