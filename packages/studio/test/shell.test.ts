import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

describe.skipIf(chromiumProgram === undefined)('the shell (needs Chromium)', { timeout: 60_000 }, () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  }, 30_000);
  afterAll(() => studio.stop());

  it('shows the chain, and new blocks as they come', async () => {
    const { page, errors } = await studio.open();
    const status = page.locator('.chain-status');
    const { height } = studio.chain.tip();
    await expect.poll(() => status.textContent()).toContain(`block ${height}`);
    await expect.poll(() => status.getAttribute('title')).toBe('live');
    studio.chain.mine(2);
    await expect.poll(() => status.textContent()).toContain(`block ${height + 2}`);
    expect(errors).toEqual([]);
  });

  it('says that the connection is lost, and goes on when the server is back', async () => {
    const { page } = await studio.open();
    const status = page.locator('.chain-status');
    await expect.poll(() => status.getAttribute('title')).toBe('live');
    await studio.restart(async () => {
      await expect.poll(() => status.getAttribute('title')).toBe('connection lost, trying again');
      studio.chain.mine(3);
    });
    await expect.poll(() => status.getAttribute('title')).toBe('live');
    const { height } = studio.chain.tip();
    await expect.poll(() => status.textContent()).toContain(`block ${height}`);
  });

  it('is dark where the system is, and keeps what was chosen instead', async () => {
    const { page } = await studio.open('', { colorScheme: 'dark' });
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(13, 17, 23)');
    await page.getByRole('button', { name: /^Theme: as the system/ }).click();
    expect(await ground()).toBe('rgb(245, 247, 249)');
    await page.reload();
    expect(await ground()).toBe('rgb(245, 247, 249)');
  });

  it('lets the keyboard skip to the content', async () => {
    const { page } = await studio.open();
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main');
  });

  it('fits a phone: nothing is wider than the screen', async () => {
    const { page } = await studio.open('', { viewport: PHONE });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  it('runs no script and no style of the page itself, wherever it comes from', async () => {
    const { page, errors } = await studio.open();
    await page
      .evaluate(() => {
        const script = document.createElement('script');
        script.text = 'window.broken = true';
        document.body.append(script);
      })
      .catch(() => undefined);
    expect(await page.evaluate(() => 'broken' in window)).toBe(false);
    expect(errors.join()).toMatch(/Content Security Policy|TrustedScript/);
  });
});
