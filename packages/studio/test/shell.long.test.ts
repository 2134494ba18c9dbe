import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

describe.skipIf(chromiumProgram === undefined)('the shell (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio.stop());

  it('shows the chain and new blocks', async () => {
    const { page, errors } = await studio.open();
    const status = page.locator('.chain-status');
    const { height } = studio.chain.tip();
    await expect.poll(() => status.textContent()).toContain(`block ${height}`);
    await expect.poll(() => status.getAttribute('title')).toBe('live');
    studio.chain.mine(2);
    await expect.poll(() => status.textContent()).toContain(`block ${height + 2}`);
    expect(errors).toEqual([]);
  });

  it('shows a lost connection and resumes when the server is back', async () => {
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

  it('opens tabs for the first time while the server is down', async () => {
    const { page } = await studio.open();
    await page.waitForLoadState('networkidle');
    await studio.restart(async () => {
      await page.getByRole('link', { name: 'Chain', exact: true }).click();
      await page.getByRole('heading', { name: 'Chain', exact: true }).waitFor();
      await page.getByRole('link', { name: 'Console' }).click();
      await page.getByRole('heading', { name: 'Console' }).waitFor();
      expect(await page.getByText('could not be loaded').count()).toBe(0);
    });
  });

  it('reports a tab that could not be loaded and loads it once the server responds', async () => {
    const { page } = await studio.open('');
    await page.route('**/chain-tab-*', (route) => route.abort());
    await page.reload();
    await page.locator('.cm-content').waitFor();
    await page.getByRole('link', { name: 'Chain', exact: true }).click();
    await page.getByText('Chain could not be loaded').waitFor();
    await page.unroute('**/chain-tab-*');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('heading', { name: 'Chain', exact: true }).waitFor();
    expect(await page.getByText('could not be loaded').count()).toBe(0);
  });

  it('reports an unknown page', async () => {
    const { page } = await studio.open();
    await page.evaluate(() => void (location.hash = '#/nosuch'));
    await page.getByText('There is no page “nosuch” here').waitFor();
    expect(await page.locator('.cm-content').count()).toBe(0);
    await page.evaluate(() => void (location.hash = '#/platform'));
    await page.getByText('This server does not offer it.').waitFor();
    await page.getByRole('link', { name: 'Contract', exact: true }).click();
    await page.locator('.cm-content').waitFor();
  });

  it('follows the theme of the system and stores a chosen one', async () => {
    const { page } = await studio.open('', { colorScheme: 'dark' });
    const ground = (): Promise<string> =>
      page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    expect(await ground()).toBe('rgb(13, 17, 23)');
    await page.getByRole('button', { name: /^Theme: system/ }).click();
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

  it('fits a phone', async () => {
    const { page } = await studio.open('', { viewport: PHONE });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });

  it('runs no inline script', async () => {
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
