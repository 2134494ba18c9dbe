import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { createPlatform, type Platform } from '@dapikit/platform';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ATTACK_REPORT } from './attack-report.js';
import { nodeOf, PEERS, reportAt } from './network-report.js';
import { createTokenContract } from './token-contract.js';
import { chromiumProgram, DESKTOP, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The name of a view, its address, and how to open it from the view before. */
type View = readonly [name: string, hash: string, come: (page: Page) => Promise<unknown>];

const tab = (name: string) => (page: Page) => page.getByRole('tab', { name }).click();

const VIEWS: readonly View[] = [
  ['a contract', '#/contract', (page) => page.locator('.cm-content').waitFor()],
  ['its documents', '#/contract', tab('Documents')],
  [
    'a document that is tried',
    '#/contract',
    async (page) => {
      await tab('Try a document')(page);
      await page.getByLabel('The document that is written').fill('{}');
      await page.getByText('would reject this document').waitFor();
    },
  ],
  ['its cost', '#/contract', tab('Cost')],
  ['its types', '#/contract', tab('TypeScript')],
  ['nothing to compare yet', '#/contract/compare', (page) => page.locator('.cm-content').waitFor()],
  [
    'an update',
    '#/contract/compare',
    async (page) => {
      await page.getByRole('button', { name: 'Use as baseline' }).click();
      await page.locator('.cm-content').nth(1).waitFor();
    },
  ],
  [
    'no report of an attack yet',
    '#/contract/attack',
    (page) => page.getByLabel('Or paste the report').waitFor(),
  ],
  [
    'an attack that runs',
    '#/contract/attack',
    async (page) => {
      await page.getByRole('button', { name: 'Attack this contract' }).click();
      await page.getByRole('progressbar', { name: 'Time of the attack' }).waitFor();
    },
  ],
  [
    'a report of an attack',
    '#/contract/attack',
    async (page) => {
      await page.getByLabel('Or paste the report').fill(ATTACK_REPORT);
      await page.getByRole('region', { name: 'The whole contract' }).waitFor();
    },
  ],
  [
    'a contract with errors',
    '#/contract',
    async (page) => {
      await page.getByLabel('Start from').selectOption('errors');
      await page.locator('.cm-lintRange-error').first().waitFor();
    },
  ],
  [
    'the platform without an own contract',
    '#/platform/register',
    (page) => page.getByText('Examples and system contracts').waitFor(),
  ],
  [
    'documents and a rejection',
    '#/platform/register',
    async (page) => {
      await page.getByRole('button', { name: 'Register A small shop' }).click();
      await page.getByRole('button', { name: /^Create as/ }).click();
      await page.getByText('The fee was').waitFor();
      await page.getByLabel('amount').fill('0');
      await page.getByRole('button', { name: /^Create as/ }).click();
      await page.getByRole('alert').waitFor();
    },
  ],
  ['an open document', '', (page) => page.getByRole('button', { name: /^Open “/ }).click()],
  ['aggregates', '', tab('Aggregates')],
  ['a query', '', tab('Query')],
  [
    'a contest',
    '',
    async (page) => {
      await page.getByRole('link', { name: 'shopName' }).click();
      await tab('Documents')(page);
      await page.getByRole('button', { name: /^Contend as/ }).click();
      await page.getByRole('link', { name: 'go to the contest' }).click();
      await page.getByRole('button', { name: 'Cast the vote' }).click();
      await page.getByText(/, voted /).waitFor();
    },
  ],
  [
    'a contest that has ended',
    '',
    async (page) => {
      await page.getByRole('button', { name: 'End of the contest' }).click();
      await page.getByText(/ won “/).waitFor();
    },
  ],
  ['executed transitions', '#/explorer', (page) => page.getByText('No transitions yet').waitFor()],
  [
    'an identity',
    '#/explorer/identities',
    async (page) => {
      await page.getByRole('region', { name: 'Identities' }).getByRole('link').first().click();
      await page.getByRole('region', { name: 'Keys' }).waitFor();
    },
  ],
  [
    'a proof',
    '',
    async (page) => {
      await page.getByRole('link', { name: 'Show proof' }).click();
      await page.getByText(/part of the state at block/).waitFor();
    },
  ],
  [
    'a token with a proposal',
    '#/explorer/tokens',
    async (page) => {
      await page.getByRole('link', { name: 'points', exact: true }).click();
      await page
        .getByRole('button', { name: /^Sign as/ })
        .first()
        .waitFor();
    },
  ],
  [
    'decoded bytes',
    '#/explorer/decode',
    async (page) => {
      await page.getByLabel('Bytes').fill(`00${'ab'.repeat(20)}`);
      await page.getByText('platform address, 21 bytes').waitFor();
    },
  ],
  [
    'the command palette',
    '#/chain',
    async (page) => {
      await page.getByRole('button', { name: 'Go to …' }).click();
      await page.getByRole('option', { name: /getStatus/ }).waitFor();
    },
  ],
  [
    'programs that connect',
    '#/connect',
    async (page) => {
      await page.getByRole('tab', { name: 'evo-sdk' }).click();
      await page.getByText('Nothing has happened yet').waitFor();
    },
  ],
  [
    'a verified network',
    '#/network',
    (page) => page.getByRole('region', { name: 'Peers in quarantine' }).waitFor(),
  ],
  ['the last blocks', '#/chain', (page) => page.getByRole('region', { name: 'The last blocks' }).waitFor()],
  [
    'a block',
    '#/chain',
    async (page) => {
      await page.getByRole('region', { name: 'The last blocks' }).getByRole('link').first().click();
      await page.locator('.transaction-facts').first().waitFor();
    },
  ],
  [
    'the masternodes',
    '#/chain/masternodes',
    (page) => page.getByRole('region', { name: 'Masternodes' }).waitFor(),
  ],
  [
    'a rejected transaction',
    '#/chain/send',
    async (page) => {
      await page.getByRole('textbox', { name: 'Transaction' }).fill('00');
      await page.getByRole('button', { name: 'Decode and check' }).click();
      await page.locator('.transaction-checks').waitFor();
    },
  ],
  [
    'a response in the console',
    '#/console/layer1/getBlockHash',
    async (page) => {
      await page.getByLabel('height').fill('1');
      await page.getByRole('button', { name: 'Send' }).click();
      await page.getByRole('region', { name: 'Body' }).waitFor();
    },
  ],
];

const SCREENS = [
  ['light', 'desktop', DESKTOP],
  ['dark', 'desktop', DESKTOP],
  ['light', 'phone', PHONE],
  ['dark', 'phone', PHONE],
] as const;

describe.skipIf(chromiumProgram === undefined)('the studio (needs Chromium)', () => {
  let studio: StudioUnderTest;
  let platform: Platform;
  beforeAll(async () => {
    platform = await createPlatform({ signsWithStore: true });
    await platform.registerMasternode({});
    await proposeMint(platform);
    const quorum = await platform.stateQuorum();
    studio = await startStudio(
      {},
      {
        platform: { platform: () => Promise.resolve(platform), stateQuorum: () => quorum },
        verification: () => reportAt(Date.now()),
        nodes: () => PEERS.map(nodeOf),
        attack: async (_, { signal }) =>
          new Promise((_resolve, reject) => {
            signal?.addEventListener('abort', () => reject(new Error('nobody waits')));
          }),
      },
    );
  });
  afterAll(async () => {
    await studio.stop();
    await platform.close();
  });

  it.each(SCREENS)(
    'has no serious axe violation in the %s theme on a %s and fits the screen',
    async (colorScheme, _, viewport) => {
      const { page, errors } = await studio.open(VIEWS[0]?.[1], { colorScheme, viewport });
      const found: string[] = [];
      // The policy of the page forbids injected scripts, but not those of the debugger.
      await page.evaluate(AXE);
      for (const [name, hash, come] of VIEWS) {
        // An empty address continues from the view before.
        if (hash !== '') await page.evaluate((to) => void (location.hash = to), hash);
        await come(page);
        const width = await page.evaluate(() => document.documentElement.scrollWidth);
        if (width > viewport.width) found.push(`${name}: ${width} pixels wide`);
        found.push(...(await findings(page)).map((finding) => `${name}: ${finding}`));
      }
      expect(found).toEqual([]);
      expect(errors).toEqual([]);
    },
    180_000,
  );
});

/** Registers a token of a group, and proposes to mint some. */
async function proposeMint(platform: Platform): Promise<void> {
  const { id: by } = await platform.createIdentity({ credits: 10n ** 14n });
  const { id: other } = await platform.createIdentity();
  const { contractId } = await platform.registerContract({
    by,
    contract: createTokenContract({ [by]: 1, [other]: 1 }),
  });
  await platform.mintTokens({ by, contractId, recipientId: other, amount: 5, group: { position: 0 } });
}

/** Lists the serious and critical violations: the rule, and the element. */
async function findings(page: Page): Promise<string[]> {
  const { violations }: AxeResults = await page.evaluate('axe.run()');
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
}
