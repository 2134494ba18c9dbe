import { bytesToHex } from '@dapikit/chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumProgram, PHONE, startStudio, type StudioUnderTest } from './studio-under-test.js';

describe.skipIf(chromiumProgram === undefined)('the chain tab (needs Chromium)', () => {
  let studio: StudioUnderTest;
  beforeAll(async () => {
    studio = await startStudio();
  });
  afterAll(() => studio.stop());

  it('mines a block and shows it with its transactions', async () => {
    const { page, errors } = await studio.open('#/chain');
    const { height } = studio.chain.tip();
    await page.getByRole('button', { name: 'Mine a block' }).click();
    await page.getByRole('heading', { name: `Tip: block ${height + 1}` }).waitFor();
    const { hash } = studio.chain.tip();
    await page.getByRole('region', { name: 'The last blocks' }).getByRole('link').first().click();
    await page.getByRole('heading', { name: `Block ${height + 1}`, exact: true }).waitFor();
    expect(await page.locator('.facts').textContent()).toContain(hash);
    expect(await page.locator('.transaction-facts').first().textContent()).toContain('coinbase');
    expect(errors).toEqual([]);
  });

  it('shows disconnected blocks after a reorg', async () => {
    const { page } = await studio.open('#/chain');
    await page.getByRole('button', { name: 'Reorganise 2 blocks' }).click();
    await expect
      .poll(() => page.locator('.block-list-note').textContent())
      .toContain('2 blocks were disconnected');
  });

  it('funds an address and rejects an invalid one', async () => {
    const { page } = await studio.open('#/chain');
    const [alice] = studio.chain.accounts;
    const before = studio.chain.balance(alice!);
    await page.getByLabel('Address', { exact: true }).fill(alice!.address);
    await page.getByRole('button', { name: 'Fund', exact: true }).click();
    await page.locator('.chain-controls-done', { hasText: 'Paid 10 DASH' }).waitFor();
    expect(studio.chain.balance(alice!)).toBe(before + 1_000_000_000n);
    await page.getByLabel('Address', { exact: true }).fill('nobody');
    await page.getByRole('button', { name: 'Fund', exact: true }).click();
    await page.getByText('Nothing was paid').waitFor();
    await page.getByText(/^Expected an address of regtest, found nobody/).waitFor();
  });

  it('rejects an invalid amount without a call', async () => {
    const { page } = await studio.open('#/chain');
    const height = studio.chain.tip().height;
    for (const amount of ['abc', '', '0', '-1', '1e3']) {
      await page.getByLabel('Amount in DASH').fill(amount);
      await page.getByText('Enter a number above 0, such as 10 or 0.5.').waitFor();
      expect(await page.getByRole('button', { name: 'Fund', exact: true }).isDisabled()).toBe(true);
    }
    await page.getByLabel('Amount in DASH').press('Enter');
    await page.getByLabel('Amount in DASH').fill('0.5');
    await page.getByRole('button', { name: 'Fund', exact: true }).click();
    await page.locator('.chain-controls-done', { hasText: 'Paid 0.5 DASH' }).waitFor();
    expect(studio.chain.tip().height).toBe(height + 1);
  });

  it('explains an invalid hash', async () => {
    const { page } = await studio.open('#/chain/block/zzzz');
    await page.getByText('zzzz is not a hash').waitFor();
    expect(await page.locator('.notice').textContent()).toContain('A hash has 64 hexadecimal digits.');
  });

  it('offers the accounts of the chain and shows the payment', async () => {
    const { page } = await studio.open('#/chain');
    const [, bob] = studio.chain.accounts;
    await page.getByLabel('Pay to').selectOption(bob!.address);
    const before = studio.chain.balance(bob!);
    await page.getByRole('button', { name: 'Fund', exact: true }).click();
    await page.getByRole('link', { name: /^Transaction/ }).click();
    await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
    expect(await page.locator('.transaction-facts').textContent()).toContain(`10 DASH to ${bob!.address}`);
    expect(studio.chain.balance(bob!)).toBe(before + 1_000_000_000n);
    await page.getByRole('link', { name: 'fund in the console, with curl' }).click();
    await page.getByRole('heading', { name: 'fund', exact: true }).waitFor();
  });

  it('shows how many blocks a ChainLock needed and that a reorg drops it', async () => {
    const { page } = await studio.open('#/chain');
    const before = studio.chain.tip().height;
    await page.getByRole('button', { name: 'ChainLock the tip' }).click();
    await page
      .locator('.chain-controls-done')
      .getByText(/has a ChainLock; \d+ blocks were mined/)
      .waitFor();
    expect(studio.chain.tip().height).toBeGreaterThan(before);
    await page.reload();
    const newest = page.getByRole('region', { name: 'The last blocks' }).locator('tbody tr').first();
    await expect.poll(() => newest.textContent()).toContain('ChainLocked');
    const { height } = studio.chain.tip();
    await page.getByRole('button', { name: 'Reorganise 2 blocks' }).click();
    const done = page.locator('.chain-controls-done');
    await done.getByText(`the ChainLock of block ${height} was dropped`).waitFor();
  });

  it('shows a disconnected block', async () => {
    const { page } = await studio.open('#/chain');
    studio.chain.mine(3);
    const { hash } = studio.chain.tip();
    await page.getByRole('heading', { name: `Tip: block ${studio.chain.tip().height}` }).waitFor();
    await page.getByRole('button', { name: 'Reorganise 2 blocks' }).click();
    await page.locator(`.block-list-note a[href$="${hash}"]`).click();
    const state = page.getByText('disconnected by a reorg', { exact: true });
    await expect.poll(() => state.count()).toBe(1);
  });

  it('has one subscription for blocks, whichever tab is open', async () => {
    const { page } = await studio.open('#/contract');
    const opened: string[] = [];
    page.on('websocket', (socket) =>
      socket.on('framesent', ({ payload }) => {
        if (String(payload).includes('subscribeToBlocks')) opened.push(String(payload));
      }),
    );
    await page.reload();
    await page.getByRole('link', { name: 'Chain', exact: true }).click();
    await page.getByRole('region', { name: 'The last blocks' }).waitFor();
    await page.getByRole('link', { name: 'Contract', exact: true }).click();
    await page.getByRole('link', { name: 'Chain', exact: true }).click();
    studio.chain.mine(1);
    await page.getByRole('heading', { name: `Tip: block ${studio.chain.tip().height}` }).waitFor();
    expect(opened).toHaveLength(1);
  });

  it('shows changes of the masternode list', async () => {
    const { page } = await studio.open('#/chain/masternodes');
    const list = page.getByRole('region', { name: 'Masternodes' });
    const { length } = studio.chain.masternodes.list();
    await expect.poll(() => list.locator('tbody tr').count()).toBe(length);
    const [first] = studio.chain.masternodes.list();
    studio.chain.masternodes.ban(first!.proTxHash);
    await expect.poll(() => page.locator('.masternode-changes').textContent()).toContain('was banned');
  });

  it('shows the checks and content of a transaction and sends it', async () => {
    const { page } = await studio.open('#/chain/send');
    const [alice, bob] = studio.chain.accounts;
    const payment = bytesToHex(studio.chain.transfer(alice!, bob!, 100_000_000n));
    const field = page.getByRole('textbox', { name: 'Transaction' });
    await field.fill(`${payment.slice(0, -2)}ff`);
    await page.getByRole('button', { name: 'Decode and check' }).click();
    await page.getByText('The mempool would reject it').waitFor();
    expect(await page.locator('.transaction-checks li.tone-bad').count()).toBe(1);
    await field.fill(payment);
    await page.getByRole('button', { name: 'Decode and check' }).click();
    await page.getByText('The mempool would accept it').waitFor();
    expect(await page.locator('.transaction-checks li.tone-good').count()).toBe(16);
    expect(await page.locator('.transaction-facts').textContent()).toContain(`1 DASH to ${bob!.address}`);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Its id is').getByRole('link').click();
    await page.getByRole('heading', { name: 'Transaction', exact: true }).waitFor();
    expect(await page.locator('.facts').textContent()).toContain(`block ${studio.chain.tip().height}`);
  });

  it('extracts a transaction from a curl line and shows the failed check of a mined one', async () => {
    const { page } = await studio.open('#/chain/send');
    const [alice, bob] = studio.chain.accounts;
    const payment = bytesToHex(studio.chain.transfer(alice!, bob!, 100_000_000n));
    const field = page.getByRole('textbox', { name: 'Transaction' });
    await field.fill(`curl -s ${studio.url} -d '{"method":"sendRawTransaction","params":["${payment}"]}'`);
    expect(await field.inputValue()).toBe(payment);
    await page.getByRole('button', { name: 'Decode and check' }).click();
    await page.getByText('The mempool would accept it').waitFor();
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('Its id is').waitFor();
    expect(await page.getByText('The mempool would accept it').count()).toBe(0);
    await page.getByRole('button', { name: 'Send' }).click();
    await page.getByText('The transaction was rejected').waitFor();
    expect(await page.locator('.transaction-checks li.tone-bad').count()).toBe(1);
    expect(await page.getByText('The mempool would').count()).toBe(0);
  });

  it('has no controls if the server offers none', async () => {
    const plain = await startStudio({}, {}, { hasControls: false });
    try {
      const { page } = await plain.open('#/chain');
      await page.getByRole('region', { name: 'The last blocks' }).waitFor();
      expect(await page.getByRole('button', { name: 'Mine a block' }).count()).toBe(0);
      expect(await page.getByRole('tab').allTextContents()).toEqual([
        'Blocks',
        'Masternodes',
        'Send a transaction',
      ]);
    } finally {
      await plain.stop();
    }
  });

  it('fits a phone', async () => {
    const { page } = await studio.open('#/chain', { viewport: PHONE });
    await page.getByRole('button', { name: 'Mine a block' }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(PHONE.width);
  });
});
