import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { ChainState } from '../chain/chainstate/chain-state.js';
import { DEV_MNEMONIC } from './dev-chain-options.js';
import { minedChain, shippedChain } from './prepared-chain.js';
import { SIGN_HEIGHT_OFFSET } from '../rules/signing/chain-lock.js';
import { SHIPPED_CHAIN } from './shipped-blocks.js';

/** All that a chain has, block by block, in a form that can be compared. */
function contents(chain: ChainState): object {
  return {
    blocks: Array.from(chain.blocks(), (chainBlock) => {
      const { hash, height, medianTime, sequence, time, version, serialized, connected } = chainBlock;
      const { masternodes, ...rest } = connected!;
      const list = { all: [...masternodes], root: masternodes.root, payee: masternodes.payee() };
      return { hash, height, medianTime, sequence, time, version, serialized, list, ...rest };
    }),
    coins: [...chain.coins.entries()],
  };
}

function typesThatSign(hasQuorums: boolean): number[] {
  const { chain } = shippedChain(DEV_MNEMONIC, hasQuorums)!;
  const { quorums } = chain.blockAt(chain.tip.height - SIGN_HEIGHT_OFFSET)!.connected!;
  return Array.from(quorums, ({ commitment }) => commitment.llmqType).toSorted((a, b) => a - b);
}

describe('the shipped initial chain', () => {
  it('exists once the project is built', () => {
    expect(existsSync(SHIPPED_CHAIN), 'npm run build').toBe(true);
  });

  it.each([
    ['without', false],
    ['with', true],
  ])('equals the chain mined from the same mnemonic %s quorums', (_, hasQuorums) => {
    const shipped = shippedChain(DEV_MNEMONIC, hasQuorums)!;
    const mined = minedChain(DEV_MNEMONIC, hasQuorums);
    expect(contents(shipped.chain)).toEqual(contents(mined.chain));
    expect(shipped.accounts).toEqual(mined.accounts);
  });

  it('has quorums of every type that sign its tip, if requested', () => {
    expect(typesThatSign(false)).toEqual([]);
    expect(typesThatSign(true)).toEqual([100, 102, 103, 103, 106]);
  });

  it('is used only for its own mnemonic', () => {
    expect(shippedChain('other words', true)).toBeUndefined();
  });
});
