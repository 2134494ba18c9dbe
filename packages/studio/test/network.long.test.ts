import type { GatewayParts } from '@dapikit/gateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { nodeOf, PEERS, reportAt } from './network-report.js';
import { chromiumProgram, startStudio, type StudioUnderTest } from './studio-under-test.js';

type Report = ReturnType<NonNullable<GatewayParts['verification']>>;

describe.skipIf(chromiumProgram === undefined)('the tab Network (needs Chromium)', () => {
  let studio: StudioUnderTest;
  let report: () => Report;
  beforeAll(async () => {
    const parts = { verification: () => report(), nodes: () => report().peers.map(nodeOf) };
    studio = await startStudio({}, parts, { hasControls: false });
  });
  afterAll(() => studio.stop());

  /** Opens the tab. @param verified what the server has verified when it is asked */
  const openTab = async (verified: () => Report) => {
    report = verified;
    return studio.open('#/network');
  };

  it('shows the verified chain, the peers that were asked, and the lie of one in quarantine', async () => {
    const { page, errors } = await openTab(() => reportAt(Date.now()));
    const chain = page.getByRole('region', { name: 'Verified up to block 2,450,008' });
    await chain.waitFor();
    const facts = await chain.innerText();
    expect(facts).toContain('1 minute 35 seconds old');
    expect(facts).toContain('2 blocks above the ChainLock');
    expect(facts).toContain('2,930 masternodes, 1 block behind the ChainLock');
    const peers = page.getByRole('region', { name: 'Peers', exact: true }).getByRole('table');
    const rows = await peers.getByRole('row').allInnerTexts();
    expect(rows.slice(1).map((row) => row.split(/\s+/).slice(0, 2))).toEqual([
      ['https://192.0.2.3:443', 'quarantined'],
      ['https://192.0.2.2:443', 'paused'],
      ['https://192.0.2.1:443', 'healthy'],
    ]);
    await page.getByText('1 more is known and not asked now.').waitFor();
    const liar = page.getByRole('region', { name: 'Peers in quarantine' });
    expect(await liar.innerText()).toContain('the masternode list lacks the root of its coinbase');
    expect(await liar.innerText()).toContain('23 hours 59 minutes');
    expect(errors).toEqual([]);
  });

  it('follows the chain while it is open', async () => {
    let height = 2_450_008;
    const { page } = await openTab(() => {
      const report = reportAt(Date.now());
      return {
        ...report,
        chain: report.chain && { ...report.chain, locked: { height, hash: 'ab'.repeat(32) } },
      };
    });
    const title = page.getByRole('heading', { name: 'Verified up to block' });
    await expect.poll(() => title.textContent()).toBe('Verified up to block 2,450,008');
    height += 1;
    await expect.poll(() => title.textContent()).toBe('Verified up to block 2,450,009');
  });

  it('tells how far the walk to the tip has come, and accuses no peer before its end', async () => {
    const { page } = await openTab(() => ({
      ...reportAt(Date.now()),
      chain: undefined,
      walkedTo: 2_448_864,
      peers: PEERS.slice(0, 2),
    }));
    await page.getByText('has reached block 2,448,864').waitFor();
    await page.getByText('No peer was found to lie').waitFor();
    expect(await page.getByText('ready', { exact: true }).count()).toBe(1);
  });

  it('shows both blocks of a fork, and how to decide', async () => {
    const hashes = ['ab'.repeat(32), 'cd'.repeat(32)] as const;
    const { page } = await openTab(() => ({
      ...reportAt(Date.now()),
      chain: undefined,
      fork: { of: 'block', height: 2_450_009, hashes, chainLocks: [] },
    }));
    const notice = page.getByRole('alert');
    await notice.waitFor();
    const text = await notice.innerText();
    expect(text).toContain('Quorums signed two blocks of height 2450009');
    for (const hash of hashes) expect(text).toContain(hash);
  });

  it('keeps the last state while the server does not respond', async () => {
    const { page } = await openTab(() => reportAt(Date.now()));
    await page.getByText('Verified up to block').waitFor();
    await page.route('**/studio/network.json', (route) => route.abort());
    await page.getByText('The server does not respond').waitFor();
    expect(await page.getByText('Verified up to block').count()).toBe(1);
  });

  it('is offered only where the server verifies', async () => {
    const { page } = await studio.open();
    await page.getByRole('link', { name: 'Network', exact: true }).waitFor();
    await page.route('**/studio/server.json', (route) =>
      route.fulfill({ json: { network: 'main', controls: false, platform: false } }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'Console' }).waitFor();
    expect(await page.getByRole('link', { name: 'Network', exact: true }).count()).toBe(0);
  });
});
