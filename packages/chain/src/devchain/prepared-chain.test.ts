import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DEV_MNEMONIC } from './dev-chain-options.js';
import { shippedChain } from './prepared-chain.js';
import { SIGN_HEIGHT_OFFSET } from '../rules/signing/chain-lock.js';
import { SHIPPED_CHAIN } from './shipped-blocks.js';

function typesThatSign(hasQuorums: boolean): number[] {
  const { chain } = shippedChain(DEV_MNEMONIC, hasQuorums)!;
  const { quorums } = chain.blockAt(chain.tip.height - SIGN_HEIGHT_OFFSET)!.connected!;
  return Array.from(quorums, ({ commitment }) => commitment.llmqType).toSorted((a, b) => a - b);
}

describe('the shipped initial chain', () => {
  it('exists once the project is built', () => {
    expect(existsSync(SHIPPED_CHAIN), 'npm run build').toBe(true);
  });

  it('has quorums of every type that sign its tip, if requested', () => {
    expect(typesThatSign(false)).toEqual([]);
    expect(typesThatSign(true)).toEqual([100, 102, 103, 103, 106]);
  });

  it('is used only for its own mnemonic', () => {
    expect(shippedChain('other words', true)).toBeUndefined();
  });
});
