import { beforeEach, describe, expect, it } from 'vitest';
import type { ChainBlock } from '../src/chain/block-tree/chain-block.js';
import type { BlockEvent } from '../src/layer1/layer1.js';
import { masternodeDiff } from '../src/devchain/masternode-diff.js';
import { masternodeKeys } from '../src/devchain/masternode-keys.js';
import { registration } from '../src/devchain/provider-drafts.js';
import { MasternodeType } from '../src/primitives/masternode/masternode-type.js';
import type { Transaction } from '../src/primitives/transaction/transaction.js';
import { append, coinbasePayload, forge, stateOf } from './forge-block.js';
import { Workshop } from './workshop.js';

let workshop: Workshop;
let fork: ChainBlock;
let events: BlockEvent[];

beforeEach(() => {
  workshop = new Workshop();
  fork = workshop.tip;
  events = [];
  workshop.chain.onBlock((event) => events.push(event));
});

const transfer = (from: number, to: number, value: bigint): Transaction =>
  workshop.pay(workshop.account(from), {
    outputs: [{ value, scriptPubKey: workshop.account(to).scriptPubKey }],
  });

const mempool = (): string[] => Array.from(workshop.mempool.entries(), ({ txid }) => txid);
const everything = (): unknown => ({ chain: stateOf(workshop.chain), mempool: mempool() });

/** A block that is only rejected when it is connected. */
function invalidOn(previous: ChainBlock): Parameters<Workshop['rejectionOf']>[0] {
  return forge(workshop.block({ previous, later: 9 }), coinbasePayload({ creditPoolBalance: 7n }));
}

describe('a competing branch', () => {
  it('of the same length does not win', () => {
    const tip = workshop.extend(2);
    const before = everything();
    for (const block of rivals(2)) workshop.accept(block);
    expect(workshop.tip).toBe(tip);
    expect(everything()).toEqual(before);
    expect(events.map(({ kind }) => kind)).toEqual(['connected', 'connected']);
  });

  it('wins if it is longer', () => {
    workshop.extend(2);
    const tip = branch(3);
    expect(workshop.tip.block.hash).toBe(tip.block.hash);
    expect(workshop.chain.blockAt(fork.height + 1)).not.toBe(undefined);
    expect(workshop.chain.isInBestChain(fork)).toBe(true);
  });

  it('is emitted as disconnected blocks from the tip, then connected blocks from the fork', () => {
    workshop.extend(2);
    const leaving = [2, 1].map((above) => workshop.chain.blockAt(fork.height + above)!);
    events = [];
    branch(3);
    const joining = [1, 2, 3].map((above) => workshop.chain.blockAt(fork.height + above)!);
    expect(events).toEqual([
      ...leaving.map(({ block, height }) => ({ kind: 'disconnected', hash: block.hash, height })),
      ...joining.map(({ block, height }) => ({ kind: 'connected', hash: block.hash, height })),
    ]);
  });

  it('is emitted after the reorg is complete', () => {
    workshop.extend(1);
    const tips: string[] = [];
    workshop.chain.onBlock(() => tips.push(workshop.tip.block.hash));
    const tip = branch(2);
    expect(new Set(tips)).toEqual(new Set([tip.block.hash]));
  });

  it('can be left again', () => {
    workshop.extend(1);
    const before = stateOf(workshop.chain);
    const [old] = [workshop.tip];
    branch(2);
    workshop.chain.invalidate(workshop.chain.blockAt(fork.height + 1)!);
    workshop.follower.settle();
    expect(workshop.tip).toBe(old);
    expect(stateOf(workshop.chain)).toEqual(before);
  });
});

describe('a longer branch with an invalid block', () => {
  it('leaves everything unchanged and emits nothing', () => {
    workshop.admit(transfer(3, 4, 1_000n));
    workshop.mine(2);
    const rival = transfer(0, 2, 6_000n);
    workshop.admit(transfer(0, 1, 5_000n));
    const before = everything();
    events = [];
    const [first, second, third] = rivals(3, [rival]);
    const damage = coinbasePayload({ creditPoolBalance: 7n });
    workshop.accept(first!);
    workshop.accept(second!);
    expect(workshop.rejectionOf(forge(third!, damage))).toBe('bad-cbtx-assetlocked-amount');
    expect(everything()).toEqual(before);
    expect(events).toEqual([]);
    // The blocks before the invalid one are none the worse for it.
    workshop.accept(third!);
    expect(workshop.tip.block).toBe(third);
  });

  it('is rejected from its first invalid block on', () => {
    workshop.extend(2);
    const before = everything();
    const bad = invalidOn(fork);
    expect(workshop.rejectionOf(bad)).toBeUndefined();
    const child = sibling(bad.hash, 1);
    expect(workshop.rejectionOf(child)).toBeUndefined();
    const grandchild = sibling(child.hash, 2);
    expect(workshop.rejectionOf(grandchild)).toBe('bad-cbtx-assetlocked-amount');
    expect(everything()).toEqual(before);
    expect(workshop.rejectionOf(sibling(child.hash, 3))).toBe('bad-prevblk');
    expect(workshop.rejectionOf(child)).toBe('duplicate-invalid');
  });
});

/** A block for two or three above the fork that was not asked whether it fits. */
function sibling(previousBlockHash: string, above: number): ReturnType<Workshop['block']> {
  const { header, transactions } = workshop.block({ previous: fork, later: above * 150 + 11 });
  return forge({
    ...workshop.block({ previous: fork }),
    transactions,
    header: { ...header, previousBlockHash },
  });
}

function bestBlocks(height: number): ReturnType<Workshop['block']>[] {
  return Array.from({ length: height }, (_, i) => workshop.chain.blockAt(i + 1)!.block);
}

/** Blocks on the fork that were mined where nobody knew of the others. */
function rivals(length: number, transactions: readonly Transaction[] = []): ReturnType<Workshop['block']>[] {
  const other = new Workshop(bestBlocks(fork.height));
  other.extend(length, { later: 1, transactions });
  return Array.from({ length }, (_, i) => other.chain.blockAt(fork.height + 1 + i)!.block);
}

/** Puts so many rival blocks on the fork; gives the tip. */
function branch(length: number, transactions: readonly Transaction[] = []): ChainBlock {
  for (const block of rivals(length, transactions)) workshop.accept(block);
  return workshop.tip;
}

describe('the mempool after a reorg', () => {
  it('has the disconnected transactions in an order that can be mined', () => {
    const parent = transfer(0, 1, 30_000_000_000n);
    const parentId = workshop.admit(parent);
    workshop.mine();
    const child = transfer(1, 2, 120_000_000_000n);
    const childId = workshop.admit(child);
    workshop.mine();
    const waitingId = workshop.admit(transfer(3, 4, 1_000n));
    branch(3);
    expect(mempool()).toEqual([parentId, childId, waitingId]);
    workshop.mine();
    expect(mempool()).toEqual([]);
  });

  it('has no transactions of the new blocks', () => {
    const payment = transfer(0, 1, 5_000n);
    workshop.admit(payment);
    workshop.mine();
    branch(2, [payment]);
    expect(mempool()).toEqual([]);
  });

  it('has no transactions that conflict with the new blocks, nor their descendants', () => {
    const rival = transfer(0, 2, 6_000n);
    workshop.admit(transfer(0, 1, 30_000_000_000n));
    workshop.admit(transfer(1, 3, 1_000n));
    workshop.mine();
    const unrelated = workshop.admit(transfer(4, 5, 1_000n));
    branch(2, [rival]);
    expect(mempool()).toContain(unrelated);
    expect(mempool()).not.toContain(rival);
    workshop.mine();
    expect(mempool()).toEqual([]);
  });

  it('has no spend of a coinbase that became immature', () => {
    workshop.extend(1, { miner: workshop.account(9) });
    workshop.extend(99);
    workshop.admit(transfer(9, 1, 100_100_000_000n));
    const second = workshop.admit(transfer(0, 1, 5_000n));
    workshop.chain.invalidate(workshop.tip);
    workshop.follower.settle();
    expect(mempool()).toEqual([second]);
  });
});

describe('masternodes after a reorg', () => {
  it('are those of the new branch, also in diffs', () => {
    const keys = masternodeKeys(workshop.keyRing, MasternodeType.regular, 20);
    const before = [...workshop.tip.connected!.masternodes];
    const proTxHash = workshop.admit(workshop.pay(workshop.treasury, registration(keys)));
    workshop.mine(2);
    expect(workshop.tip.connected!.masternodes.get(proTxHash)).toBeDefined();
    const diff = () => masternodeDiff(workshop.chain, fork.block.hash, workshop.tip.block.hash);
    expect(diff().mnList.map(({ proRegTxHash }) => proRegTxHash)).toContain(proTxHash);
    branch(3);
    expect(workshop.tip.connected!.masternodes.get(proTxHash)).toBeUndefined();
    expect(diff().mnList.map(({ proRegTxHash }) => proRegTxHash)).not.toContain(proTxHash);
    expect([...workshop.tip.connected!.masternodes].map((m) => m.proTxHash)).toEqual(
      before.map((m) => m.proTxHash),
    );
    // The registration is in the mempool again, and registers in the next block.
    workshop.mine();
    expect(workshop.tip.connected!.masternodes.get(proTxHash)?.registeredHeight).toBe(workshop.tip.height);
  });

  it('have no diffs to disconnected blocks', () => {
    workshop.extend(1);
    const abandoned = workshop.tip.block.hash;
    branch(2);
    expect(() => masternodeDiff(workshop.chain, fork.block.hash, abandoned)).toThrow('not in the same chain');
  });

  it('may register again with keys that were in use only on the old branch', () => {
    const keys = masternodeKeys(workshop.keyRing, MasternodeType.evo, 21);
    const first = workshop.pay(workshop.treasury, registration(keys));
    const coins = workshop.coins(workshop.treasury).slice(9);
    const second = workshop.pay(workshop.treasury, registration(keys), coins);
    workshop.accept(workshop.block({ transactions: [first] }));
    branch(2, [second]);
    expect(mempool()).toEqual([]);
    const registered = [...workshop.tip.connected!.masternodes].filter(
      ({ keyIdOwner }) => keyIdOwner === keys.owner.keyId,
    );
    expect(registered).toHaveLength(1);
    expect(workshop.rejectionOf(forge(workshop.block(), append(first)))).toMatch(/^bad-protx-dup/);
  });
});
