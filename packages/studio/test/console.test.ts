import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

describe.skipIf(chromiumProgram === undefined)('the console (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  }, 30_000);
  afterAll(() => studio.stop());

  it('calls a method by its form, and shows the answer to the letter', async () => {
    const { page, errors } = await studio.open('#/console/layer1/getBlockHash');
    await page.getByLabel('height').fill('0');
    await page.getByRole('button', { name: 'Send' }).click();
    const response = page.getByRole('region', { name: 'Response' });
    await expect.poll(() => response.textContent()).toContain(studio.chain.blockHash(0) ?? 'no such block');
    await expect.poll(() => page.locator('.answer-view-facts').textContent()).toContain('HTTP 200');
    expect(errors).toEqual([]);
  });

  it('shows the call as curl, and its errors', async () => {
    const { page } = await studio.open('#/console/layer1/getBlockHash');
    await page.getByLabel('height').fill('12');
    const curl = page.getByRole('region', { name: 'The same with curl' });
    expect(await curl.textContent()).toBe(
      `curl -s ${studio.url} -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"getBlockHash","params":{"height":12}}'`,
    );
    const errors = page.getByRole('region', { name: 'Errors of this method' });
    expect(await errors.textContent()).toContain('height-out-of-range');
  });

  it('says what is missing and what is no JSON, and sends nothing then', async () => {
    const { page } = await studio.open('#/console/layer1/getBlockHash');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.locator('.text-field-problem').textContent()).toBe('Needed');
    await page.getByLabel('height').fill('{');
    await expect.poll(() => page.locator('.text-field-problem').textContent()).toContain('No JSON');
    expect(await page.getByRole('region', { name: 'Response' }).count()).toBe(0);
  });

  it('has the controls of the development chain', async () => {
    const { page } = await studio.open('#/console/dev');
    await page.getByLabel('Find a method').fill('mine');
    await page.getByRole('link', { name: /^mine/ }).click();
    const { height } = studio.chain.tip();
    await page.getByLabel('count (optional)').fill('3');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => studio.chain.tip().height).toBe(height + 3);
  });

  it('fits a phone', async () => {
    const { page } = await studio.open('#/console/layer1/sendRawTransaction', { viewport: PHONE });
    await page.getByRole('button', { name: 'Send' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});
