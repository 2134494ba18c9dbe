import { describe, expect, it } from 'vitest';
import { encodeAddress } from '../src/primitives/address/address.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { reasonOf, transfer } from './dev-chain-state.js';

const SOMEBODY = encodeAddress({ kind: 'scriptHash', hash: new Uint8Array(20).fill(7) }, 'regtest');

describe('DevChain.fund', () => {
  it('pays an account at once, repeatedly, and leaves the mempool unchanged', async () => {
    const chain = new DevChain({ mining: 'manual' });
    const [account] = chain.accounts;
    const waiting = await chain.sendTransaction(transfer(chain, 4, 5));
    for (let round = 1; round <= 5; round += 1) {
      const before = chain.balance(account!);
      const { blockHash } = chain.fund(account!.address, 123_456_789n);
      expect(chain.tip()).toEqual({ height: 520 + round, hash: blockHash });
      expect(chain.balance(account!) - before).toBe(123_456_789n);
    }
    expect(chain.mempool()).toEqual([waiting]);
    chain.fund(SOMEBODY, 546n);
  });

  it('pays up to maxFunds and reports that limit', () => {
    const chain = new DevChain({ mining: 'manual' });
    const most = chain.maxFunds;
    expect(most).toBeGreaterThan(10_000_000_000_000n);
    expect(() => chain.fund(SOMEBODY, most + 1n)).toThrow(`expected 546 to ${most} duffs`);
    expect(chain.tip().height).toBe(520);
    chain.fund(SOMEBODY, most);
    expect(reasonOf(() => chain.fund(SOMEBODY, most))).toBe('invalid-amount');
    chain.mine(120);
    expect(chain.maxFunds).toBeGreaterThan(0n);
    chain.fund(SOMEBODY, 10_000n);
  });

  it.each([0n, 545n, -1n, 21_000_000n * 100_000_000n])('rejects %s duffs', (duffs) => {
    expect(reasonOf(() => new DevChain({ mining: 'manual' }).fund(SOMEBODY, duffs))).toBe('invalid-amount');
  });

  it.each(['', 'yWVvJ8KrVMBCXHD3C3PJPNvSYv3VnAkVLN', 'Xx', '0'.repeat(5_000)])(
    'rejects the address %j',
    (address) => {
      expect(reasonOf(() => new DevChain({ mining: 'manual' }).fund(address, 1_000n))).toBe(
        'invalid-address',
      );
    },
  );

  it('keeps the masternode list changing', () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 1 });
    const states = new Set<number>();
    for (let i = 0; i < 6; i += 1) {
      chain.fund(SOMEBODY, 1_000n);
      states.add(chain.masternodes.list().length);
    }
    expect(states).toEqual(new Set([6, 7]));
  });
});
