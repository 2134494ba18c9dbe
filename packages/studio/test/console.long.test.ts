import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

describe.skipIf(chromiumProgram === undefined)('the console (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio.stop());

  it('shows the list of methods in its column', async () => {
    const { page } = await studio.open('#/console/dev/getState');
    const side = page.locator('.console-side');
    await side.getByText('Filter methods').waitFor();
    const [inner, outer] = await side.evaluate(({ scrollWidth, clientWidth }) => [scrollWidth, clientWidth]);
    expect(inner).toBe(outer);
  });

  it('calls a method from its form and shows the response unchanged', async () => {
    const { page, errors } = await studio.open('#/console/layer1/getBlockHash');
    await page.getByLabel('height').fill('0');
    await page.getByRole('button', { name: 'Send' }).click();
    const response = page.getByRole('region', { name: 'Body' });
    await expect.poll(() => response.textContent()).toContain(studio.chain.blockHash(0) ?? 'no such block');
    await expect.poll(() => page.locator('.response-view-facts').textContent()).toContain('HTTP 200');
    expect(errors).toEqual([]);
  });

  it('shows the call as curl and its errors', async () => {
    const { page } = await studio.open('#/console/layer1/getBlockHash');
    await page.getByLabel('height').fill('12');
    const curl = page.getByRole('region', { name: 'The same with curl' });
    expect(await curl.textContent()).toBe(
      `curl -s ${studio.url} -H 'content-type: application/json' -d '{"jsonrpc":"2.0","id":1,"method":"getBlockHash","params":{"height":12}}'`,
    );
    const errors = page.getByRole('region', { name: 'Errors of this method' });
    expect(await errors.textContent()).toContain('height-out-of-range');
  });

  it('reports missing params and invalid JSON without a call', async () => {
    const { page } = await studio.open('#/console/layer1/getBlockHash');
    await page.getByRole('button', { name: 'Send' }).click();
    await expect.poll(() => page.locator('.text-field-error').textContent()).toBe('Required');
    await page.getByLabel('height').fill('{');
    await expect.poll(() => page.locator('.text-field-error').textContent()).toContain('Not JSON');
    expect(await page.getByRole('region', { name: 'Body' }).count()).toBe(0);
  });

  it('has the controls of the development chain', async () => {
    const { page } = await studio.open('#/console/dev');
    await page.getByLabel('Filter methods').fill('mine');
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
