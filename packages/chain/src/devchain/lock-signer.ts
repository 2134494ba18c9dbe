import { signBlsWith, type BlsKey } from '../base/crypto/bls.js';
import { ancestorAt, type ChainBlock } from '../chain/block-tree/chain-block.js';
import type { ChainTip } from '../layer1/chain-tip.js';
import type { ChainLock } from '../layer1/layer1.js';
import type { OutPoint, Transaction } from '../primitives/transaction/transaction.js';
import {
  CHAIN_LOCK_QUORUMS,
  INSTANT_LOCK_QUORUMS,
  type QuorumType,
} from '../rules/consensus/quorum-types.js';
import { chainLockSignHash } from '../rules/signing/chain-lock.js';
import { instantLockSignHash, type InstantLock } from '../rules/signing/instant-lock.js';
import { chainLockRequestId, instantLockRequestId } from '../rules/signing/sign-hash.js';
import { readOptions } from './control-input.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { droppedLocks, type DroppedLocks } from './dropped-locks.js';
import { formQuorums } from './form-quorums.js';
import type { LocalNode } from './local-node.js';
import { checkLockable, isLockable } from './lockable.js';
import type { MinedTransactions } from './mined-transactions.js';
import type { QuorumKeys } from './quorum-keys.js';
import { noQuorumError, signerAt } from './quorum-signers.js';

/** Describes the listeners of locks that quorums sign. */
export interface LockListeners {
  readonly chainLocked: (chainLock: ChainLock) => void;
  readonly instantLocked: (lock: InstantLock) => void;
}

/** Bounds the work after a block; the rest is locked after the next one. */
const MAX_LOCKS_AFTER_BLOCK = 100;

/** Signs ChainLocks and InstantSend locks with the quorums of a development chain. */
export class LockSigner {
  readonly #node: LocalNode;
  readonly #mined: MinedTransactions;
  readonly #listeners: LockListeners;

  constructor(node: LocalNode, mined: MinedTransactions, listeners: LockListeners) {
    this.#node = node;
    this.#mined = mined;
    this.#listeners = listeners;
  }

  /**
   * Signs a ChainLock of the block at a height with a quorum. If no quorum can sign the tip, one forms first, which changes the tip.
   * @param height the tip's unless said otherwise
   * @returns the highest ChainLock then: a higher one locks the block as well
   * @throws {ControlRejectedError} `unknown-height`; `no-quorum` when none could sign a block below the tip; as {@link formQuorums}
   */
  chainLock(height?: number): ChainLock {
    const { chain } = this.#node;
    if (height === undefined) this.#ensureQuorum(CHAIN_LOCK_QUORUMS, chainLockRequestId);
    const block = height === undefined ? chain.tip : chain.blockAt(height);
    if (block === undefined) {
      throw new ControlRejectedError('unknown-height', {
        expected: `a height from 0 to ${chain.tip.height}`,
        found: height,
      });
    }
    if (chain.chainLock !== undefined && chain.chainLock.height >= block.height) return chain.chainLock;
    const keys = signerAt(this.#node, CHAIN_LOCK_QUORUMS, chainLockRequestId(block.height), block.height);
    if (keys === undefined) throw noQuorumError(block.height);
    return this.#lockBlock(block, keys);
  }

  /**
   * Takes a ChainLock from outside, whose signature is verified.
   * @returns the highest ChainLock then
   * @throws {ControlRejectedError} `unknown-block` for a block that is not in the best chain
   */
  submitChainLock(chainLock: ChainLock): ChainLock {
    readOptions(chainLock, ['height', 'hash', 'signature']);
    const { chain } = this.#node;
    if (chain.blockAt(chainLock.height)?.hash !== chainLock.hash) {
      throw new ControlRejectedError('unknown-block', {
        expected: 'a block of the best chain',
        found: chainLock.hash,
      });
    }
    if (chain.lock(chainLock)) this.#listeners.chainLocked(chainLock);
    return chain.chainLock ?? chainLock;
  }

  #lockBlock({ hash, height }: ChainBlock, keys: QuorumKeys): ChainLock {
    return this.submitChainLock(signedChainLock({ hash, height }, keys));
  }

  /**
   * Signs an InstantSend lock of a transaction, in the mempool or in a block, with a quorum. If no quorum can sign, one forms first, in blocks without the transaction.
   * @returns its lock, which may be there already
   * @throws {ControlRejectedError} `unknown-transaction`; `not-lockable` for one whose inputs a network would not lock yet, or that has
   * none; as {@link formQuorums}
   */
  instantLock(txid: string): InstantLock {
    const { chain, mempool } = this.#node;
    const known = mempool.instantLocks.of(txid);
    if (known !== undefined) return known;
    const transaction = this.#transaction(txid);
    checkLockable({ txid, transaction }, this.#node, this.#mined);
    const requestId = instantLockRequestId(inputsOf(transaction));
    this.#ensureQuorum(INSTANT_LOCK_QUORUMS, () => requestId);
    const lock = this.#lockTransaction(txid, transaction);
    if (lock === undefined) throw noQuorumError(chain.tip.height);
    return lock;
  }

  /** Signs an InstantSend lock; gives `undefined` where no quorum signs. */
  #lockTransaction(txid: string, transaction: Transaction): InstantLock | undefined {
    const { chain, mempool } = this.#node;
    const inputs = inputsOf(transaction);
    const keys = signerAt(this.#node, INSTANT_LOCK_QUORUMS, instantLockRequestId(inputs), chain.tip.height);
    const base = keys && chain.block(keys.commitment.quorumHash);
    const cycle = base && ancestorAt(base, base.height - keys.commitment.quorumIndex);
    if (keys === undefined || cycle === undefined) return undefined;
    const message = instantLockSignHash({ txid, inputs }, keys.commitment);
    const lock = { txid, inputs, cycleHash: cycle.hash, signature: signBlsWith(blsKeyOf(keys), message) };
    mempool.instantLocks = mempool.instantLocks.with(lock);
    this.#listeners.instantLocked(lock);
    return lock;
  }

  /**
   * Signs the locks that the settings of the chain request: a ChainLock of the tip, and InstantSend locks of transactions of the
   * mempool. Mines nothing: where no quorum signs, there is no lock yet.
   */
  lockAutomatically(): void {
    const { chain, mempool, settings } = this.#node;
    const { tip } = chain;
    if (settings.locks.chainLocks && tip.height > (chain.chainLock?.height ?? -1)) {
      const keys = signerAt(this.#node, CHAIN_LOCK_QUORUMS, chainLockRequestId(tip.height), tip.height);
      if (keys !== undefined) this.#lockBlock(tip, keys);
    }
    if (!settings.locks.instantSend) return;
    let attempts = 0;
    for (const { txid, transaction } of mempool.entries()) {
      if (mempool.instantLocks.of(txid) !== undefined) continue;
      if (!isLockable(transaction, this.#node, this.#mined)) continue;
      this.#lockTransaction(txid, transaction);
      attempts += 1;
      if (attempts === MAX_LOCKS_AFTER_BLOCK) return;
    }
  }

  /**
   * Signs an InstantSend lock of a transaction of the mempool if the settings of the chain request it, its inputs can be locked and a
   * quorum signs.
   */
  lockSent(txid: string): void {
    const { mempool, settings } = this.#node;
    const transaction = mempool.get(txid)?.transaction;
    if (!settings.locks.instantSend || transaction === undefined) return;
    if (mempool.instantLocks.of(txid) !== undefined) return;
    if (isLockable(transaction, this.#node, this.#mined)) this.#lockTransaction(txid, transaction);
  }

  /**
   * Plans to drop the locks above a height: the ChainLock, and the InstantSend locks of all transactions that are not in a block up to there.
   * A ChainLock locked the blocks below it as well, so the block at the height has the ChainLock then that a quorum signs for it, if one
   * signs that low.
   */
  droppingLocksAbove(height: number): { drop: (node: LocalNode) => void; dropped: DroppedLocks } {
    const { chain, mempool } = this.#node;
    const { chainLock } = chain;
    const isAbove = chainLock !== undefined && chainLock.height > height;
    const fork = isAbove ? chain.blockAt(height) : undefined;
    const keys = fork && signerAt(this.#node, CHAIN_LOCK_QUORUMS, chainLockRequestId(height), height);
    const lower = fork && keys && signedChainLock(fork, keys);
    const before = mempool.instantLocks;
    const after = before.filter(({ txid }) => (this.#mined.blockOf(txid)?.height ?? Infinity) <= height);
    return {
      drop: (node) => {
        if (isAbove) node.chain.replaceLock(lower);
        node.mempool.instantLocks = after;
      },
      dropped: droppedLocks({ chainLock: isAbove ? chainLock : undefined, before, after }),
    };
  }

  #transaction(txid: string): Transaction {
    const { chain, mempool } = this.#node;
    const waiting = mempool.get(txid)?.transaction;
    if (waiting !== undefined) return waiting;
    const place = this.#mined.blockOf(txid);
    const block = place && chain.block(place.hash)?.block;
    const mined = block?.transactions.find((each) => each.txid === txid)?.transaction;
    if (mined !== undefined) return mined;
    throw new ControlRejectedError('unknown-transaction', {
      expected: 'the id of a transaction that waits in the mempool or is in a block',
      found: txid,
    });
  }

  #ensureQuorum(quorumType: QuorumType, requestIdAt: (height: number) => string): void {
    const { height } = this.#node.chain.tip;
    if (signerAt(this.#node, quorumType, requestIdAt(height), height) !== undefined) return;
    formQuorums(this.#node, [quorumType]);
    this.lockAutomatically();
  }
}

const inputsOf = ({ inputs }: Transaction): OutPoint[] => inputs.map(({ previousOutput }) => previousOutput);

const blsKeyOf = ({ secretKey, commitment }: QuorumKeys): BlsKey => ({
  secretKey,
  publicKey: commitment.quorumPublicKey,
});

function signedChainLock({ hash, height }: ChainTip, keys: QuorumKeys): ChainLock {
  const message = chainLockSignHash({ hash, height }, keys.commitment);
  return { hash, height, signature: signBlsWith(blsKeyOf(keys), message) };
}
