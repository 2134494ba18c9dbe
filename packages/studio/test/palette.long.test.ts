import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

describe.skipIf(chromiumProgram === undefined)('the command palette (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio.stop());

  it('opens a method by keyboard alone, and gives the focus back', async () => {
    const { page, errors } = await studio.open('#/chain');
    await page.keyboard.press('Control+k');
    const input = page.getByRole('combobox', { name: 'Go to' });
    await input.waitFor();
    const options = page.getByRole('listbox', { name: 'Places' }).getByRole('option');
    await options.filter({ hasText: 'getBlockHash' }).waitFor();
    await page.keyboard.type('get hash');
    expect(await options.allTextContents()).toEqual([
      expect.stringContaining('getBestBlockHash'),
      expect.stringContaining('getBlockHash'),
    ]);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'getBlockHash' }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('closes with Escape, and says so where nothing has the name', async () => {
    const { page } = await studio.open('#/chain');
    await page.getByRole('button', { name: 'Go to …' }).click();
    await page.getByRole('combobox', { name: 'Go to' }).waitFor();
    await page.keyboard.type('no such place');
    await page.getByText('Nothing has this name.').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });
});
