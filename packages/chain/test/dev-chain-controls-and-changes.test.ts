import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { MasternodeRecord } from '../src/devchain/masternode-record.js';
import { transactionId } from '../src/primitives/transaction/transaction.js';

const SERVICE = '127.0.0.77:20777';

interface Control {
  readonly name: string;
  readonly needsOperator?: true;
  readonly run: (chain: DevChain, before: MasternodeRecord) => { readonly txid: string };
  /** What the control promises of the masternode, which is undefined once it is off the list. */
  readonly isDone: (
    after: MasternodeRecord | undefined,
    before: MasternodeRecord,
    chain: DevChain,
  ) => boolean;
}

const CONTROLS: readonly Control[] = [
  {
    name: 'remove',
    run: ({ masternodes }, { proTxHash }) => masternodes.remove(proTxHash),
    isDone: (after) => after === undefined,
  },
  {
    name: 'updateService',
    needsOperator: true,
    run: ({ masternodes }, { proTxHash }) => masternodes.updateService(proTxHash, { service: SERVICE }),
    isDone: (after) => after?.service === SERVICE && after.state === 'enabled',
  },
  {
    name: 'updateRegistrar',
    needsOperator: true,
    run: ({ accounts, masternodes }, { proTxHash }) =>
      masternodes.updateRegistrar(proTxHash, {
        votingAddress: accounts[2]!.address,
        payoutAddress: accounts[3]!.address,
      }),
    isDone: (after, _, { accounts }) =>
      after?.votingAddress === accounts[2]!.address && after.payoutAddress === accounts[3]!.address,
  },
  {
    name: 'ban or unban',
    run: ({ masternodes }, { state, proTxHash }) =>
      state === 'banned' ? masternodes.unban(proTxHash) : masternodes.ban(proTxHash),
    isDone: (after, { state }) => after !== undefined && after.state !== state,
  },
  {
    name: 'revoke',
    needsOperator: true,
    run: ({ masternodes }, { proTxHash }) => masternodes.revoke(proTxHash, 2),
    isDone: (after) => after?.state === 'banned' && after.revocationReason === 2,
  },
];

/** How often the last block has a transaction. */
function timesMined(chain: DevChain, txid: string): number {
  const { transactions } = decodeBlock(chain.serializedBlock(chain.tip().height)!);
  return transactions.filter((transaction) => transactionId(transaction) === txid).length;
}

/** The outcome of a control, after which the chain is as before it. */
function outcomeOf(chain: DevChain, { name, run, isDone }: Control, before: MasternodeRecord): string {
  const snapshot = chain.snapshot();
  try {
    const { txid } = run(chain, before);
    const after = chain.masternodes.list().find(({ proTxHash }) => proTxHash === before.proTxHash);
    const isMinedOnce = timesMined(chain, txid) === 1 && chain.mempool().length === 0;
    return isMinedOnce && isDone(after, before, chain) ? 'done' : `${name} has no effect`;
  } catch (error) {
    return `${name} fails: ${String(error)}`;
  } finally {
    chain.revert(snapshot);
  }
}

describe('a control of a masternode in the block of an automatic change', () => {
  it.each([
    [1, 525, 541],
    [2, 525, 559],
    [10, 529, 590],
  ])('has its effect, at an interval of %i', (interval, from, to) => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: interval });
    chain.mine(from - chain.tip().height);
    const outcomes: string[] = [];
    for (; chain.tip().height < to; chain.mine(1)) {
      const { height } = chain.tip();
      if ((height + 1) % interval !== 0) continue;
      // It is the one that comes and goes by itself, while that is there.
      const before = chain.masternodes.list().at(-1)!;
      for (const control of CONTROLS) {
        if (control.needsOperator === true && before.operatorPublicKey === undefined) continue;
        outcomes.push(`${height}: ${outcomeOf(chain, control, before)}`);
      }
    }
    expect(outcomes.length).toBeGreaterThan(20);
    expect(outcomes.filter((outcome) => !outcome.endsWith(': done'))).toEqual([]);
  });

  it('leaves the automatic change to the block where the control is of another masternode', () => {
    const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 10 });
    chain.mine(549 - chain.tip().height);
    const count = chain.masternodes.list().length;
    const [founder] = chain.masternodes.list();
    chain.masternodes.updateService(founder!.proTxHash, { service: SERVICE });
    expect(chain.masternodes.list()).toHaveLength(count + 1);
  });
});
