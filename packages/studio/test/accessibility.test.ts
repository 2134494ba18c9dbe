import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, DESKTOP, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a view is called, where it is, and how to come to it from the one before. */
type View = readonly [name: string, hash: string, come: (page: Page) => Promise<unknown>];

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const VIEWS: readonly View[] = [
  ['a contract', '#/contract', (page) => page.locator('.cm-content').waitFor()],
  ['its documents', '#/contract', tab('Documents')],
  ['its cost', '#/contract', tab('Cost')],
  ['its types', '#/contract', tab('TypeScript')],
  ['nothing to compare yet', '#/contract/compare', (page) => page.locator('.cm-content').waitFor()],
  [
    'an update',
    '#/contract/compare',
    async (page) => {
      await page.getByRole('button', { name: 'Take it as registered' }).click();
      await page.locator('.cm-content').nth(1).waitFor();
    },
  ],
  [
    'a contract with problems',
    '#/contract',
    async (page) => {
      await page.getByLabel('Start from').selectOption('mistakes');
      await page.locator('.cm-lintRange-error').first().waitFor();
    },
  ],
];

const SCREENS = [
  ['light', 'desktop', DESKTOP],
  ['dark', 'desktop', DESKTOP],
  ['light', 'phone', PHONE],
  ['dark', 'phone', PHONE],
] as const;

describe.skipIf(chromiumProgram === undefined)('axe finds nothing serious (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  }, 30_000);
  afterAll(() => studio.stop());

  it.each(SCREENS)(
    'in the %s theme on a %s, where nothing is wider than the screen',
    async (colorScheme, _, viewport) => {
      const { page, errors } = await studio.open(VIEWS[0]?.[1], { colorScheme, viewport });
      const found: string[] = [];
      // The policy of the page forbids scripts that are put into it, but not those of its debugger.
      await page.evaluate(AXE);
      for (const [name, hash, come] of VIEWS) {
        await page.evaluate((to) => void (location.hash = to), hash);
        await come(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > viewport.width) found.push(`${name}: ${width} pixels wide`);
        found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
      }
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
    60_000,
  );
});

/** What axe calls serious or critical: the rule, and where. */
async function findings(page: Page): Promise<string[]> {
  const { violations }: AxeResults = await page.evaluate('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
