import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, DESKTOP, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What a view is called, where it is, and how to come to it. */
type View = readonly [name: string, hash: string, come: (page: Page) => Promise<unknown>];

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const VIEWS: readonly View[] = [
  ['a contract without problems', '#/contract', (page) => page.locator('.cm-content').waitFor()],
  [
    'a contract with problems',
    '#/contract',
    async (page) => {
      await page.getByLabel('Start from').selectOption('mistakes');
      await page.locator('.cm-lintRange-error').first().waitFor();
    },
  ],
  ['its documents', '#/contract', tab('Documents')],
  ['its cost', '#/contract', tab('Cost')],
  ['its types', '#/contract', tab('TypeScript')],
  ['nothing to compare yet', '#/contract/compare', (page) => page.locator('.cm-content').waitFor()],
  [
    'an update',
    '#/contract/compare',
    (page) => page.getByRole('button', { name: 'Take it as registered' }).click(),
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

  describe.each(SCREENS)('in the %s theme on a %s', (colorScheme, _, viewport) => {
    it.each(VIEWS)('in %s', async (_, hash, come) => {
      const { page, errors } = await studio.open(hash, { colorScheme, viewport });
      await come(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(viewport.width);
      expect(await findings(page)).toEqual([]);
      expect(errors).toEqual([]);
    });
  });
});

/** What axe calls serious or critical: the rule, and where. */
async function findings(page: Page): Promise<string[]> {
  // The policy of the page forbids scripts that are put into it, but not those of its debugger.
  await page.evaluate(AXE);
  const { violations }: AxeResults = await page.evaluate('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
