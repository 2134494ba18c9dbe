import { describe, expect, it } from 'vitest';
import { dispatchUnderTest } from '../../../test/dispatch-under-test.js';
import { BLOCK_HASHES } from '../../../test/recorded-layer1.js';

const { call, callWith } = dispatchUnderTest();
const TIP = BLOCK_HASHES.at(-1);

describe('getBestBlockHash', () => {
  it('returns the hash of the tip in display order, equal to that of getBlockHash', async () => {
    const { result } = await call('getBestBlockHash');
    expect(result).toBe(TIP);
    expect(result).toMatch(/^[0-9a-f]{64}$/);
    expect((await call('getBlockHash', { height: BLOCK_HASHES.length - 1 })).result).toBe(result);
  });

  it.each(['[]', '{}', 'null', '[1,2]', '{"height":"x","height":1}'])(
    'ignores the params %s',
    async (params) => {
      expect((await callWith('getBestBlockHash', params)).result).toBe(TIP);
    },
  );
});
