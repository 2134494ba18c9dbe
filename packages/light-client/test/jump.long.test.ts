import { DevChain } from '@dapikit/chain';
import { describe, expect, it } from 'vitest';
import { VerificationError } from '../src/errors/verification-error.js';
import { jump } from '../src/jump/jump.js';
import { nextWindow } from '../src/walk/walk.js';
import { headerAt, headersBetween, listAt, REGTEST, stateAt } from './dev-network.js';

/** A chain with two quorums, of which one is new since `trusted`, and the ChainLocks of all blocks above. */
async function grownChain() {
  const chain = new DevChain({ mining: 'manual' });
  chain.quorums.form();
  chain.quorums.form();
  chain.mine(1);
  const trusted = await stateAt(chain, chain.tip().height);
  chain.quorums.form();
  chain.mine(20);
  const heights = Array.from(
    { length: chain.tip().height - trusted.height },
    (_, at) => trusted.height + 1 + at,
  );
  const chainLocks = new Map(heights.map((height) => [height, chain.quorums.chainLock(height)]));
  return { chain, trusted, chainLockAt: (height: number) => chainLocks.get(height)! };
}

function outcomeOf(attempt: () => boolean): string {
  try {
    return attempt() ? 'accepted' : 'another list';
  } catch (error) {
    return error instanceof VerificationError ? error.reason : String(error);
  }
}

describe('a jump', () => {
  it('is accepted for each ChainLock whose signer is known, at all heights of an interval', async () => {
    const { chain, trusted, chainLockAt } = await grownChain();
    const last = chain.tip().height;
    const outcomes = new Set<string>();
    for (let height = trusted.height + 1; height < last - 3; height += 1) {
      const list = await listAt(chain, height);
      const header = headerAt(chain, height);
      for (const locked of [height, height + 3]) {
        const chainLock = chainLockAt(locked);
        const target = { list, header, headers: headersBetween(chain, height, locked), chainLock };
        outcomes.add(outcomeOf(() => jump(trusted, target).hash === list.hash));
      }
    }
    expect(outcomes).toEqual(new Set(['accepted', 'unknown-signer']));
    chain.close();
  });

  it('is rejected without the headers between, or with other ones', async () => {
    const { chain, trusted, chainLockAt } = await grownChain();
    const { first } = nextWindow(trusted);
    const [height, locked] = [first - 6, first - 3];
    const list = await listAt(chain, height);
    const chainLock = chainLockAt(locked);
    const target = {
      list,
      header: headerAt(chain, height),
      headers: headersBetween(chain, height, locked),
      chainLock,
    };
    expect(() => jump(trusted, { ...target, headers: [] })).toThrow(
      expect.objectContaining({ reason: 'not-chain-locked' }),
    );
    expect(() => jump(trusted, { ...target, header: headerAt(chain, height - 1) })).toThrow(
      expect.objectContaining({ reason: 'header-hash' }),
    );
    const shifted = headersBetween(chain, height - 1, locked - 1);
    expect(() => jump(trusted, { ...target, headers: shifted })).toThrow(
      expect.objectContaining({ reason: 'header-link' }),
    );
    const other = chainLockAt(locked + 1);
    expect(() =>
      jump(trusted, { ...target, chainLock: { ...chainLock, signature: other.signature } }),
    ).toThrow(expect.objectContaining({ name: 'VerificationError' }));
    chain.close();
  });

  it('is rejected by a ChainLock of quorums of a list alone, when none of them is trusted', async () => {
    const { chain, trusted, chainLockAt } = await grownChain();
    const height = chain.tip().height - 4;
    const stranger = { quorumHash: 'ab'.repeat(32), quorumPublicKey: 'ab'.repeat(48) };
    const target = {
      list: await listAt(chain, height),
      header: headerAt(chain, height),
      headers: [],
      chainLock: chainLockAt(height),
    };
    expect(() => jump({ ...trusted, network: REGTEST, quorums: [stranger] }, target)).toThrow(
      expect.objectContaining({ reason: 'unknown-signer' }),
    );
    chain.close();
  });
});
