import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProblemError } from '@dapikit/gateway';
import { ATTACK_REPORT } from './attack-report.js';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

const EDITOR = 'The contract, as JSON';
const SHOP = new URL('../src/contract/examples/shop.json', import.meta.url);

const verdict = (page: Page) => page.locator('.verdict-line');
const squiggled = (page: Page) => page.locator('.cm-lintRange-error').allTextContents();

/** Replaces the contract, as a user who pastes another one does. */
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

describe.skipIf(chromiumProgram === undefined)('the contract tab (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio.stop());

  async function open(hash = '') {
    const opened = await studio.open(hash);
    await opened.page.getByLabel(EDITOR).and(opened.page.locator('.cm-content')).waitFor();
    return opened;
  }

  it('underlines errors and fixes them', async () => {
    const { page, errors } = await open();
    expect(await verdict(page).textContent()).toContain('would accept this contract');
    await page.getByLabel('Start from').selectOption('errors');
    await expect.poll(() => verdict(page).textContent()).toContain('would reject this contract5 errors');
    await expect.poll(() => squiggled(page)).toEqual(['"entry"', '"desc"', '"maxLenght"', '3']);
    expect(await page.locator('.cm-lintRange-warning').allTextContents()).toEqual(['"mesage"']);
    await page.getByRole('button', { name: 'Write "asc".' }).click();
    await expect.poll(() => textOf(page)).toContain('{ "$createdAt": "asc" }');
    await expect.poll(() => squiggled(page)).toEqual(['"entry"', '"maxLenght"', '3']);
    await page.getByRole('button', { name: /unknown keyword "maxLenght"/i }).click();
    await page.keyboard.type('"maxLength"');
    await expect.poll(() => squiggled(page)).toEqual(['"entry"', '3']);
    await page.getByRole('button', { name: 'Fix all' }).click();
    await expect.poll(() => textOf(page)).toContain('"required": ["name", "message", "$createdAt"]');
    await expect.poll(() => verdict(page).textContent()).toContain('would accept this contract');
    expect(errors).toEqual([]);
  });

  it('describes a pasted contract with its suggested fixes', async () => {
    const { page } = await open();
    await page.getByRole('tab', { name: 'Documents' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByRole('region', { name: 'Document type order' }).waitFor();
    const note = {
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: 1000, position: 0 },
        topic: { type: 'string', maxLength: 63, position: 2 },
      },
      indices: [{ name: 'byTopic', properties: [{ topic: 'desc' }] }],
      additionalProperties: false,
    };
    await write(page, JSON.stringify({ note }));
    await panel.getByRole('region', { name: 'Document type note' }).waitFor();
    expect(await panel.textContent()).toContain('with the suggested fixes applied');
    expect(await panel.textContent()).not.toContain('shopName');
    await page.getByRole('tab', { name: 'Cost' }).click();
    await expect.poll(() => panel.textContent()).toContain('0.1304 DASH(estimate) to register it');
    expect(await panel.textContent()).not.toContain('shopName');
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await expect.poll(() => panel.textContent()).toContain('export interface Note {');
    expect(await panel.textContent()).not.toContain('Order');
    await write(page, JSON.stringify({ note }).slice(0, -1));
    await expect.poll(() => panel.textContent()).toContain('Fix the errors listed under Diagnostics first');
    expect(await panel.textContent()).not.toContain('interface');
    await panel.getByRole('button', { name: 'Show the errors' }).click();
    await panel.locator('.diagnostic').first().waitFor();
  });

  it('replaces everything of the previous example', async () => {
    const { page } = await open();
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('tabpanel').getByText('interface').first().waitFor();
    await page.getByLabel('Start from').selectOption('errors');
    await expect.poll(() => verdict(page).textContent()).toContain('would reject this contract');
    const shown = await page.getByRole('tabpanel').textContent();
    expect(shown).toContain('export interface Entry {');
    expect(shown).not.toContain('Order');
  });

  it('offers ways to start without a contract', async () => {
    const { page } = await open();
    await write(page, '');
    await page.getByText('No contract yet').waitFor();
    expect(await verdict(page).count()).toBe(0);
    await page.getByRole('button', { name: 'New contract' }).click();
    await expect.poll(() => verdict(page).textContent()).toContain('would accept this contract');
    expect(await textOf(page)).toContain('"note"');
  });

  it('checks by the chosen protocol version', async () => {
    const { page } = await open();
    await page.getByLabel('Protocol').selectOption('11');
    await expect.poll(() => verdict(page).textContent()).toContain('would reject');
    await page.getByLabel('Protocol').selectOption('12');
    await expect.poll(() => verdict(page).textContent()).toContain('would accept');
  });

  it('accepts every letter of fast typing', async () => {
    const { page } = await open();
    await page.locator('.cm-content').first().click();
    await page.keyboard.press('ControlOrMeta+a');
    const letters = 'abcdefghij'.repeat(12);
    await page.keyboard.type(letters);
    await expect.poll(() => textOf(page)).toBe(letters);
    expect(await page.locator('.cm-content').first().textContent()).toBe(letters);
  });

  it('describes and completes keywords', async () => {
    const { page } = await open();
    await page.getByText('"countable"', { exact: true }).first().hover();
    await expect
      .poll(() => page.locator('.keyword-meaning').textContent())
      .toMatch(/^countableCounts the documents/);
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

  it('shows the parts of the fee and savings', async () => {
    const { page } = await open();
    await page.getByRole('button', { name: '1.1609 DASH' }).click();
    const cost = page.getByRole('tabpanel');
    expect(await cost.getByRole('row', { name: /Contested indices/ }).textContent()).toContain('1.0000');
    expect(await cost.textContent()).toContain('Register shopName.byName without a vote');
    expect(await cost.textContent()).toContain('saves 0.9902 DASH');
    const contract = shop();
    delete contract.shopName.indices[0]!.contested;
    await write(page, JSON.stringify(contract));
    await expect.poll(() => verdict(page).textContent()).toContain('0.1706 DASH');
    expect(await cost.textContent()).toContain('No savings found');
  });

  it('describes document types and the queries of their indices', async () => {
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
    expect(words).toContain('the count of documents and the sum of amount for each value, with a proof');
    await page.getByLabel('Start from').selectOption('dashpay');
    const requests = page.getByRole('region', { name: 'Document type contactRequest' });
    await expect
      .poll(() => requests.textContent())
      .toContain('with a given toUserId: the network uses ownerIdUserId for this');
  });

  it('tries documents by the rules of protocol 14, with what is outside of them', async () => {
    const { page, errors } = await open();
    const note = {
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: 63, position: 0 },
        reader: { type: 'identifier', refersTo: { type: 'identity' }, position: 1 },
      },
      required: ['text'],
      additionalProperties: false,
    };
    await page.getByLabel('Protocol').selectOption('14');
    await page.getByText('Protocol 14 is a preview: Platform 5.0').waitFor();
    await write(page, JSON.stringify({ note }));
    await page.getByRole('tab', { name: 'Try a document' }).click();
    const panel = page.getByRole('tabpanel');
    await panel.getByText('as far as it can be judged').waitFor();
    await panel.getByLabel('Identities that it names').selectOption('no');
    await panel.getByText('would reject this document').waitFor();
    await panel.getByLabel('Identities that it names').selectOption('yes');
    await panel.getByText('would accept this document').waitFor();
    await panel.getByLabel('The document that is written').fill('{"text": 5}');
    await panel.getByRole('button', { name: 'Expected a string, found 5' }).click();
    expect(await page.evaluate(() => getSelection()?.toString())).toBe('5');
    await page.reload();
    await page.getByText('Protocol 14 is a preview: Platform 5.0').waitFor();
    expect(errors).toEqual([]);
  });

  it('copies TypeScript declarations', async () => {
    const { page } = await open();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('tab', { name: 'TypeScript' }).click();
    await page.getByRole('button', { name: 'Copy all' }).click();
    await page.getByRole('button', { name: 'Copied' }).waitFor();
    const copied = await page.evaluate(() => navigator.clipboard.readText());
    expect(copied).toContain('export interface Order {');
  });

  it('compares an update with its baseline', async () => {
    const { page } = await open();
    await page.getByRole('link', { name: 'Compare an update' }).click();
    await page.getByRole('button', { name: 'Use as baseline' }).click();
    await expect
      .poll(() => page.locator('.panel', { hasText: 'Changes' }).textContent())
      .toContain('No changes');
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
    await expect.poll(() => verdict(page).textContent()).toContain('would accept this update');
    contract.order.required.push('message');
    await replace();
    await expect.poll(() => verdict(page).textContent()).toContain('would reject this update');
    await expect.poll(() => page.locator('.change-list').textContent()).toContain('Added/order/required/3');
    await expect.poll(() => page.locator('.cm-changed-add').allTextContents()).toContain('"message"');
  });

  it('shares a contract by a link that is not sent to the server', async () => {
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
    await guest.getByRole('button', { name: 'Restore my draft' }).click();
    await expect.poll(() => textOf(guest)).toContain('"order"');
  });

  it.each(['%00', 'AAAA', '!!!', 'a'.repeat(50)])('reports a broken link: %s', async (encoded) => {
    const { page, errors } = await open(`#/contract?c=${encoded}`);
    await page.getByText('The contract in this link cannot be read').waitFor();
    expect(await verdict(page).textContent()).toContain('would accept');
    expect(errors).toEqual([]);
  });

  it('never renders a contract as HTML', async () => {
    const { page, errors } = await open();
    const name = '<img src=x onerror=alert(1)>';
    const evil = { [name]: { type: 'object', properties: { [name]: { type: name, description: name } } } };
    await write(page, JSON.stringify(evil));
    await expect.poll(() => verdict(page).textContent()).toContain('would reject');
    await page.getByText(name).first().waitFor();
    await page.locator('.cm-lintRange-error').first().hover();
    await page.locator('.cm-diagnostic').first().waitFor();
    expect(await page.locator('img').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('keeps the draft when the page is reloaded', async () => {
    const { page } = await open();
    await write(page, '{ "kept": true }');
    await expect.poll(() => textOf(page)).toBe('{ "kept": true }');
    await page.reload();
    await expect.poll(() => page.locator('.cm-content').first().textContent()).toBe('{ "kept": true }');
  });

  it('works by keyboard alone', async () => {
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
    await expect.poll(() => verdict(page).textContent()).toContain('would reject');
    await tabTo(/The contract, as JSON/);
    await tabTo(/^Diagnostics/);
    await page.keyboard.press('ArrowRight');
    expect(await focused()).toMatch(/^Documents/);
    await page.keyboard.press('Home');
    await tabTo(/^Fix all/);
    await page.keyboard.press('Enter');
    await expect.poll(() => verdict(page).textContent()).toContain('would accept this contract');
  });

  it('shows a report of an attack, pasted or from a file', async () => {
    const { page, errors } = await studio.open('#/contract/attack');
    const pasted = page.getByLabel('Or paste the report');
    await pasted.fill('{"note":{}}');
    await expect
      .poll(() => page.getByRole('alert').textContent())
      .toContain('This is no report of dapikit attack');
    await pasted.fill(ATTACK_REPORT);
    const whole = page.getByRole('region', { name: 'The whole contract' });
    await whole.getByText('Always "alice casts one vote" is broken').waitFor();
    await whole.getByText('Test that executes the steps').click();
    expect(await whole.locator('pre').textContent()).toContain("it('alice casts one vote'");
    const vote = page.getByRole('region', { name: 'vote' });
    expect(await vote.locator('.attack-message').allTextContents()).toEqual([
      'An owner who deletes a "vote" can create it again with the same "poll"',
      'Any identity can create a "vote"',
    ]);
    expect(
      await vote.getByRole('list', { name: 'Executed steps' }).first().getByRole('listitem').count(),
    ).toBe(3);
    expect(await page.locator('.attack-summary').textContent()).toContain('1 error, 1 warning, 1 hint');
    await page.getByText('Nothing is said about odd').waitFor();
    await page.getByText('never "a vote changes its owner"').waitFor();
    await page.getByText('bob for 4GJwNxkWgF52PZ6MvMzf4AQr9v1kgVSuJtyKDYg5e3Ri').waitFor();

    await page.getByRole('button', { name: 'Open another report' }).click();
    const file = { name: 'report.json', mimeType: 'application/json', buffer: Buffer.from(ATTACK_REPORT) };
    await page.getByLabel('Report file').setInputFiles(file);
    await vote.waitFor();
    expect(errors).toEqual([]);
  });

  it('attacks the contract in the editor, cancels, and says why there is no report', async () => {
    const answers: (string | ProblemError)[] = [];
    const texts: string[] = [];
    let aborted = 0;
    const attacking = await startStudio(
      {},
      {
        attack: async (text, { protocolVersion, signal }) => {
          texts.push(`${protocolVersion} ${text.length}`);
          const answer = answers.shift();
          if (answer === undefined)
            await new Promise((_, reject) => {
              signal?.addEventListener('abort', () => {
                aborted += 1;
                reject(new Error('aborted'));
              });
            });
          if (answer instanceof Error) throw answer;
          return String(answer);
        },
      },
    );
    try {
      const { page } = await attacking.open('#/contract/attack');
      const start = page.getByRole('button', { name: 'Attack this contract' });
      await page.getByText('--invariants rules.mjs').waitFor();
      await start.click();
      await page.getByText('At most 20 seconds').waitFor();
      await page.getByRole('progressbar', { name: 'Time of the attack' }).waitFor();
      await page.getByRole('button', { name: 'Cancel' }).click();
      await start.waitFor();
      await expect.poll(() => aborted).toBe(1);
      expect(await page.getByRole('alert').count()).toBe(0);

      answers.push('{"version":1,"files":[]}');
      await start.click();
      await expect
        .poll(() => page.getByRole('alert').textContent())
        .toContain('The network would reject this contract');
      answers.push(
        new ProblemError(503, 'Another contract is attacked', { reason: 'attack-busy', fix: 'Wait.' }),
      );
      await start.click();
      await expect
        .poll(() => page.getByRole('alert').textContent())
        .toContain('Another contract is attacked');
      answers.push(ATTACK_REPORT);
      await start.click();
      await page.getByRole('region', { name: 'The whole contract' }).waitFor();
      expect(await page.locator('.attack-summary').textContent()).toContain('The contract in the editor');
      const whole = readFileSync(SHOP, 'utf8').length;
      expect(new Set(texts)).toEqual(new Set([`13 ${whole}`]));
    } finally {
      await attacking.stop();
    }
  });

  it('says before an attack that no platform runs a protocol that is not released', async () => {
    const attacking = await startStudio({}, { attack: async () => '{}' });
    try {
      const { page } = await attacking.open('#/contract/attack');
      await page.getByRole('button', { name: 'Attack this contract' }).waitFor();
      await page.evaluate(() => {
        const draft = { text: '{}', protocolVersion: 14, baseline: '', contractId: '' };
        localStorage.setItem('dapikit-draft', JSON.stringify(draft));
      });
      await page.reload();
      await page.getByText('Protocol 14 is not released').waitFor();
      expect(await page.getByRole('button', { name: 'Attack this contract' }).count()).toBe(0);
    } finally {
      await attacking.stop();
    }
  });

  it('attacks nothing where the controls are closed to the page', async () => {
    const closed = await startStudio({}, { attack: async () => '{}' }, { hasControls: false });
    try {
      const { page } = await closed.open('#/contract/attack');
      await page.getByRole('button', { name: 'Open a report' }).waitFor();
      expect(await page.getByRole('button', { name: 'Attack this contract' }).count()).toBe(0);
    } finally {
      await closed.stop();
    }
  });

  it('loads nothing from other origins', async () => {
    const context = await studio.browser.newContext();
    const page = await context.newPage();
    const origins = new Set<string>();
    page.on('request', (request) => origins.add(new URL(request.url()).origin));
    await page.goto(studio.url);
    await page.locator('.cm-content').waitFor();
    expect([...origins]).toEqual([new URL(studio.url).origin]);
  });
});

interface Shop {
  readonly order: { readonly required: string[]; readonly properties: Record<string, unknown> };
  readonly shopName: { readonly indices: { contested?: unknown }[] };
}

/** Loads the example of a shop, to be changed. */
function shop(): Shop {
  const value: Shop = JSON.parse(readFileSync(SHOP, 'utf8'));
  return value;
}
