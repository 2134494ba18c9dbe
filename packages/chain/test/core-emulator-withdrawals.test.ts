import { expect, it, vi } from 'vitest';
import { EmulatorFixture } from './emulator-fixture.js';

// BLS takes its time where many tests run at once.
vi.setConfig({ testTimeout: 30_000 });

const shown = new EmulatorFixture();
const DASH = 100_000_000n;

it('getassetunlockstatuses returns the status of withdrawals', async () => {
  const { chain, caller } = shown;
  const { address } = chain.accounts[1]!;
  const statuses = async (...height: readonly number[]): Promise<string[]> => {
    const answer = await caller.call<{ index: number; status: string }[]>(
      'getassetunlockstatuses',
      ['0', '1', '+2', '18446744073709551615'],
      ...height,
    );
    expect(answer.slice(0, 3).map(({ index }) => index)).toEqual([0, 1, 2]);
    return answer.map(({ status }) => status);
  };
  expect(await statuses()).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  chain.quorums.withdraw({ address, duffs: DASH });
  chain.quorums.chainLock();
  const { blockHash } = chain.quorums.withdraw({ address, duffs: DASH });
  const txid = await chain.sendTransaction(chain.quorums.signWithdrawal({ address, duffs: DASH }));
  expect(await statuses()).toEqual(['chainlocked', 'mined', 'mempooled', 'unknown']);
  const { height } = chain.tip();
  expect(chain.tip().hash).toBe(blockHash);
  expect(await statuses(height)).toEqual(['chainlocked', 'chainlocked', 'unknown', 'unknown']);
  expect(await statuses(0)).toEqual(['unknown', 'unknown', 'unknown', 'unknown']);
  expect(await caller.call('getrawtransaction', txid, 1)).toMatchObject({
    vin: [],
    vout: [{ valueSat: Number(DASH) }],
    assetUnlockTx: { index: 2, fee: 1_000, requestedHeight: height },
  });
});

it.each<[params: readonly unknown[], code: number, message: string]>([
  [[['x']], -8, 'invalid index'],
  [[['-1']], -8, 'invalid index'],
  [[['18446744073709551616']], -8, 'invalid index'],
  [[['1'], 521], -8, 'Block height out of range'],
  [[['1'], -1], -8, 'Block height out of range'],
  [[Array.from({ length: 101 }, () => '1')], -8, 'Up to 100 indexes only'],
  [[[1]], -3, 'JSON value of type number is not of expected type string'],
])('getassetunlockstatuses rejects %o with %i %s', async (params, code, message) => {
  expect(await shown.caller.rejectionOf('getassetunlockstatuses', ...params)).toEqual([code, message]);
});
