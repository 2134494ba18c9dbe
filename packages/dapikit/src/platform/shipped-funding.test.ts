import { DevChain } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { signFunding } from './fund-wallets.js';
import { shippedFunding } from './shipped-funding.js';

describe('the shipped funding', () => {
  it('has the transitions that the wallets of the initial chain sign', async () => {
    const chain = new DevChain({ mining: 'manual' });
    try {
      const signed = signFunding(chain.wallets);
      const shipped = await shippedFunding();
      expect(signed.size).toBe(22);
      expect([...shipped.keys()]).toEqual([...signed.keys()]);
      for (const [lock, bytes] of signed) expect(shipped.get(lock)).toEqual(Buffer.from(bytes));
    } finally {
      chain.close();
    }
  });

  it('has none for the wallets of another mnemonic', async () => {
    const mnemonic = 'legal winner thank year wave sausage worth useful legal winner thank yellow';
    const chain = new DevChain({ mining: 'manual', mnemonic });
    try {
      const shipped = await shippedFunding();
      const locks = [...signFunding(chain.wallets).keys()];
      expect(locks.filter((lock) => shipped.has(lock))).toEqual([]);
      expect(locks).toHaveLength(chain.wallets.length * 11);
    } finally {
      chain.close();
    }
  });
});
