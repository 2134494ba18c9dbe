import { describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import type { MasternodeRecord } from '../src/devchain/masternode-record.js';
import { NodeRejectionError } from '../src/layer1/layer1.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import { decodeBlock } from '../src/primitives/block/block.js';
import { transactionId } from '../src/primitives/transaction/transaction.js';
import { everythingOf, reasonOf } from './dev-chain-state.js';

const still = (): DevChain => new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });

const find = (chain: DevChain, proTxHash: string): MasternodeRecord | undefined =>
  chain.masternodes.list().find((masternode) => masternode.proTxHash === proTxHash);

function typeOf(chain: DevChain, blockHash: string, txid: string): number | undefined {
  expect(chain.tip().hash).toBe(blockHash);
  const { transactions } = decodeBlock(chain.serializedBlock(chain.tip().height)!);
  return transactions.find((transaction) => transactionId(transaction) === txid)?.type;
}

describe('masternodes of DevChain', () => {
  it('are six at the start', () => {
    const list = still().masternodes.list();
    expect(list.map(({ type, state }) => `${type} ${state}`)).toEqual([
      ...Array.from({ length: 4 }, () => 'regular enabled'),
      ...Array.from({ length: 2 }, () => 'evo enabled'),
    ]);
    expect(new Set(list.map(({ service }) => service)).size).toBe(6);
    for (const { payoutAddress, votingAddress, ownerAddress } of list) {
      for (const address of [payoutAddress, votingAddress, ownerAddress]) expect(address).toMatch(/^y/);
    }
  });

  it.each(['regular', 'evo'] as const)('of the type %s go through a whole life cycle', (type) => {
    const chain = still();
    const [first, second, third] = chain.accounts;
    const funds = chain.maxFunds;
    const { txid: hash, blockHash } = chain.masternodes.register({ type, payoutAddress: first!.address });
    expect(typeOf(chain, blockHash, hash)).toBe(TransactionType.providerRegister);
    const registered = find(chain, hash)!;
    expect(registered).toMatchObject({
      type,
      state: 'enabled',
      payoutAddress: first!.address,
      registeredHeight: 521,
    });
    expect(chain.maxFunds).toBeLessThan(funds);

    const ban = chain.masternodes.ban(hash);
    expect(typeOf(chain, ban.blockHash, ban.txid)).toBe(TransactionType.providerUpdateRegistrar);
    expect(find(chain, hash)).toMatchObject({ state: 'banned', banHeight: 522, service: undefined });
    expect(reasonOf(() => chain.masternodes.ban(hash))).toBe('already-banned');

    const unban = chain.masternodes.unban(hash);
    expect(typeOf(chain, unban.blockHash, unban.txid)).toBe(TransactionType.providerUpdateService);
    expect(find(chain, hash)).toMatchObject({
      state: 'enabled',
      revivedHeight: 523,
      service: registered.service,
    });
    expect(reasonOf(() => chain.masternodes.unban(hash))).toBe('not-banned');

    chain.masternodes.updateService(hash, { service: '127.0.0.9:20999' });
    chain.masternodes.updateRegistrar(hash, {
      votingAddress: second!.address,
      payoutAddress: third!.address,
    });
    expect(find(chain, hash)).toMatchObject({
      state: 'enabled',
      service: '127.0.0.9:20999',
      votingAddress: second!.address,
      payoutAddress: third!.address,
      registeredHeight: 521,
    });

    const revoke = chain.masternodes.revoke(hash, 2);
    expect(typeOf(chain, revoke.blockHash, revoke.txid)).toBe(TransactionType.providerUpdateRevoke);
    expect(find(chain, hash)).toMatchObject({
      state: 'banned',
      operatorPublicKey: undefined,
      revocationReason: 2,
    });
    expect(reasonOf(() => chain.masternodes.updateService(hash))).toBe('no-operator');
    expect(reasonOf(() => chain.masternodes.revoke(hash))).toBe('no-operator');
    chain.masternodes.unban(hash);
    expect(find(chain, hash)).toMatchObject({ state: 'enabled' });
    expect(find(chain, hash)!.operatorPublicKey).not.toBe(registered.operatorPublicKey);

    chain.masternodes.remove(hash);
    expect(find(chain, hash)).toBeUndefined();
    expect(reasonOf(() => chain.masternodes.remove(hash))).toBe('unknown-masternode');
  });

  it('that existed or joined by themselves accept controls', () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(31);
    const list = chain.masternodes.list();
    expect(list).toHaveLength(7);
    for (const { proTxHash } of list) {
      chain.masternodes.ban(proTxHash);
      expect(find(chain, proTxHash)?.state).toBe('banned');
    }
    for (const { proTxHash } of chain.masternodes.list()) chain.masternodes.remove(proTxHash);
    expect(chain.masternodes.list()).toEqual([]);
    chain.mine(3);
  });

  it('can be many', () => {
    const chain = still();
    for (let i = 0; i < 12; i += 1) chain.masternodes.register({ type: i % 3 === 0 ? 'evo' : 'regular' });
    const list = chain.masternodes.list();
    expect(list).toHaveLength(18);
    expect(new Set(list.map(({ operatorPublicKey }) => operatorPublicKey)).size).toBe(18);
    const before = new Set(list.filter(({ lastPaidHeight }) => lastPaidHeight > 532));
    expect(before.size).toBe(0);
    chain.mine(18);
    expect(chain.masternodes.list().filter(({ lastPaidHeight }) => lastPaidHeight > 532)).toHaveLength(18);
  });

  it('reject invalid changes and stay unchanged', () => {
    const chain = still();
    const [first, second] = chain.masternodes.list();
    const { proTxHash, ownerAddress } = first!;
    const { service } = second!;
    const before = everythingOf(chain);
    const { masternodes } = chain;
    for (const hash of ['', 'x', 'ab'.repeat(32)]) {
      expect(reasonOf(() => masternodes.remove(hash))).toBe('unknown-masternode');
    }
    expect(reasonOf(() => masternodes.updateService(proTxHash, { service: 'localhost:1' }))).toBe(
      'invalid-service',
    );
    expect(reasonOf(() => masternodes.updateService(proTxHash, { service: '1.2.3.4:70000' }))).toBe(
      'invalid-service',
    );
    expect(reasonOf(() => masternodes.revoke(proTxHash, 4))).toBe('invalid-reason');
    expect(reasonOf(() => masternodes.updateRegistrar(proTxHash, { votingAddress: 'y' }))).toBe(
      'invalid-address',
    );
    expect(reasonOf(() => masternodes.register({ payoutAddress: 'y' }))).toBe('invalid-address');
    expect(() => masternodes.updateService(proTxHash, { service: service! })).toThrow(
      new NodeRejectionError(-26, 'bad-protx-dup-netinfo-entry'),
    );
    expect(() =>
      masternodes.updateRegistrar(proTxHash, {
        payoutAddress: ownerAddress,
        newOperator: true,
      }),
    ).toThrow(NodeRejectionError);
    expect(everythingOf(chain)).toEqual(before);
  });
});
