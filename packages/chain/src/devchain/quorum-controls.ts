import { readOptions } from './control-input.js';
import { ancestorAt, type ChainBlock } from '../chain/block-tree/chain-block.js';
import { quorumContext } from '../chain/chainstate/special-transactions.js';
import { dueCommitments, type DueCommitment } from '../rules/consensus/quorum-commitments.js';
import {
  CHAIN_LOCK_QUORUMS,
  INSTANT_LOCK_QUORUMS,
  PLATFORM_QUORUMS,
  QUORUM_TYPES,
  quorumTypeOf,
  type QuorumType,
} from '../rules/consensus/quorum-types.js';
import { signBls, signBlsWith, type BlsKey } from '../base/crypto/bls.js';
import { bytesToHex, hexToBytes } from '../base/bytes/hex.js';
import type { ChainLock } from '../layer1/layer1.js';
import type { ChainTip } from '../layer1/chain-tip.js';
import { chainLockSignHash, SIGN_HEIGHT_OFFSET } from '../rules/signing/chain-lock.js';
import { instantLockSignHash, type InstantLock } from '../rules/signing/instant-lock.js';
import type { MinedCommitment } from '../rules/consensus/quorum-list.js';
import { selectQuorum } from '../rules/signing/select-quorum.js';
import { chainLockRequestId, instantLockRequestId } from '../rules/signing/sign-hash.js';
import { encodeTransaction, type OutPoint, type Transaction } from '../primitives/transaction/transaction.js';
import type { Confirmation, LocalNode } from './local-node.js';
import { droppedLocks, type DroppedLocks } from './dropped-locks.js';
import { checkLockable, isLockable } from './lockable.js';
import type { MinedTransactions } from './mined-transactions.js';
import type { QuorumKeys } from './quorum-keys.js';
import { quorumRecord, type QuorumRecord } from './quorum-record.js';
import { ControlRejectedError } from './control-rejected-error.js';
import {
  checkWithdrawal,
  findUnlock,
  maxWithdrawal,
  nextUnlockIndex,
  signedUnlock,
  signedWithdrawal,
  unlockStatus,
  type UnlockStatus,
  type UnsignedUnlock,
  type WithdrawalRequest,
} from './withdrawal.js';

/** Describes the listeners of locks that quorums sign. */
export interface LockListeners {
  readonly chainLocked: (chainLock: ChainLock) => void;
  readonly instantLocked: (lock: InstantLock) => void;
}

/** Bounds the work after a block; the rest is locked after the next one. */
const MAX_LOCKS_AFTER_BLOCK = 100;

/** Upper bound of cycles to form a quorum that rotates, whose members come from four cycles. */
const MAX_CYCLES = 8;

/** Signs states of the platform as its quorum. */
export interface PlatformSigner {
  readonly quorumType: number;
  /** 32 bytes in display order. */
  readonly quorumHash: Uint8Array;
  /** Signs a digest of 32 bytes: 96 bytes. */
  readonly sign: (digest: Uint8Array) => Uint8Array;
}

/**
 * Represents the masternode quorums of a development chain, and their signatures. A quorum is made as on the network: its
 * members are those that consensus chooses, its final commitment is mined in the window for it. Its key comes from the
 * mnemonic, so everything that a quorum signs can be checked, and anybody can sign it: never take such signatures for
 * more than they are.
 */
export class QuorumControls {
  readonly #node: LocalNode;
  readonly #mined: MinedTransactions;
  readonly #listeners: LockListeners;

  constructor(node: LocalNode, mined: MinedTransactions, listeners: LockListeners) {
    this.#node = node;
    this.#mined = mined;
    this.#listeners = listeners;
  }

  /** Returns the quorums that sign after the tip, by type; of a type the latest first, or by index where it rotates. */
  list(): QuorumRecord[] {
    const { connected } = this.#node.chain.tip;
    return (connected?.quorums.allActive() ?? []).map((mined) => quorumRecord(mined, this.#keysOf(mined)));
  }

  /**
   * Forms quorums: mines blocks until the final commitment of one of each type is in the chain, of two where the type rotates,
   * and eight more, so that they can sign. The mempool is not mined. Quorums that rotate choose a quarter of their
   * members in each of four cycles of 24 blocks: on a chain as it starts they take a hundred blocks.
   * @param names of types, as Dash Core calls them; all types of regtest where they are not given
   * @returns all quorums that sign then
   * @throws {ControlRejectedError} `unknown-quorum-type`; `too-few-members` when not enough masternodes can be members whose operator
   * key is of this chain's mnemonic
   */
  form(names?: readonly string[]): QuorumRecord[] {
    if (names !== undefined && !Array.isArray(names)) throw unknownType(names);
    this.#form(names === undefined ? QUORUM_TYPES : names.map(typeWithName));
    return this.list();
  }

  /** Returns the highest ChainLock; `undefined` where there is none yet. */
  get bestChainLock(): ChainLock | undefined {
    return this.#node.chain.chainLock;
  }

  /**
   * Signs a ChainLock of the block at a height with a quorum. If no quorum can sign the tip, one forms first, which changes the tip.
   * @param height the tip's unless said otherwise
   * @returns the highest ChainLock then: a higher one locks the block as well
   * @throws {ControlRejectedError} `unknown-height`; `no-quorum` when none could sign a block below the tip; as {@link form}
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
    const keys = this.#signer(CHAIN_LOCK_QUORUMS, chainLockRequestId(block.height), block.height);
    if (keys === undefined) throw noQuorum(block.height);
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

  /** Returns the InstantSend locks that were signed, in their order. */
  get instantLocks(): InstantLock[] {
    return [...this.#node.mempool.instantLocks];
  }

  /**
   * Signs an InstantSend lock of a transaction, in the mempool or in a block, with a quorum. If no quorum can sign, one forms first, in blocks without the transaction.
   * @returns its lock, which may be there already
   * @throws {ControlRejectedError} `unknown-transaction`; `not-lockable` for one whose inputs a network would not lock yet, or that has
   * none; as {@link form}
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
    if (lock === undefined) throw noQuorum(chain.tip.height);
    return lock;
  }

  /** Signs an InstantSend lock; gives `undefined` where no quorum signs. */
  #lockTransaction(txid: string, transaction: Transaction): InstantLock | undefined {
    const { chain, mempool } = this.#node;
    const inputs = inputsOf(transaction);
    const keys = this.#signer(INSTANT_LOCK_QUORUMS, instantLockRequestId(inputs), chain.tip.height);
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
   * Signs the locks that the settings of the chain ask for: a ChainLock of the tip, and InstantSend locks of transactions of the
   * mempool. Mines nothing: where no quorum signs, there is no lock yet.
   */
  lockAutomatically(): void {
    const { chain, mempool, settings } = this.#node;
    const { tip } = chain;
    if (settings.locks.chainLocks && tip.height > (chain.chainLock?.height ?? -1)) {
      const keys = this.#signer(CHAIN_LOCK_QUORUMS, chainLockRequestId(tip.height), tip.height);
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
   * Signs an InstantSend lock of a transaction of the mempool if the settings of the chain ask for it, its inputs can be locked and a
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
   * Forms quorums with the next blocks for locks that the settings of the chain request and that no quorum signs,
   * and for the platform.
   */
  renew(): void {
    const { chain, settings } = this.#node;
    const { instantSend, chainLocks } = settings.locks;
    const wanted = [
      ...(chainLocks ? [CHAIN_LOCK_QUORUMS] : []),
      ...(instantSend ? [INSTANT_LOCK_QUORUMS] : []),
      ...(chainLocks || instantSend ? [PLATFORM_QUORUMS] : []),
    ];
    const quorums = chain.tip.connected?.quorums;
    const missing = wanted.filter(
      (type) => (quorums?.latest(type, type.perCycle).length ?? 0) < type.perCycle,
    );
    if (missing.length > 0) this.#agree(new Set(missing));
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
    const keys = fork && this.#signer(CHAIN_LOCK_QUORUMS, chainLockRequestId(height), height);
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

  /** Returns the most duffs that {@link withdraw} can pay now. */
  get maxWithdrawal(): bigint {
    return maxWithdrawal(this.#node);
  }

  /**
   * Withdraws duffs from the credit pool to an address by an asset unlock that a quorum of the platform signs, and mines a block with it. If no quorum of the platform can sign, one forms first. The transactions of the mempool stay there.
   * @throws {ControlRejectedError} `invalid-address`; `invalid-amount`, which says how much there is; as {@link form}
   */
  withdraw(request: WithdrawalRequest): Confirmation {
    return this.#node.confirm(this.#withdrawal(request));
  }

  /**
   * Signs a withdrawal as {@link withdraw} does, but returns it serialised for `sendTransaction` instead of sending it. A block must take it within 48 blocks.
   * @throws {ControlRejectedError} as {@link withdraw}
   */
  signWithdrawal(request: WithdrawalRequest): Uint8Array {
    return encodeTransaction(this.#withdrawal(request));
  }

  /** Returns the number after the highest that asset unlocks have in blocks or the mempool. */
  get nextUnlockIndex(): bigint {
    return nextUnlockIndex(this.#node);
  }

  /** Returns how far the chain has the asset unlock with a number. */
  unlockStatus(index: bigint): UnlockStatus {
    return unlockStatus(this.#node, index);
  }

  /** Returns whether the asset unlock with a number pays these duffs to this script, and nothing else. */
  unlockPays(index: bigint, duffs: bigint, outputScript: Uint8Array): boolean {
    const [output, ...others] = findUnlock(this.#node, index)?.outputs ?? [];
    if (output === undefined || others.length > 0 || output.value !== duffs) return false;
    return bytesToHex(output.scriptPubKey) === bytesToHex(outputScript);
  }

  /** Returns whether the settings of the chain request a ChainLock of each block. */
  get locksBlocks(): boolean {
    return this.#node.settings.locks.chainLocks;
  }

  /** Signs an asset unlock of the platform at the tip, and returns it serialised; `undefined` where no quorum of the platform can sign. */
  signUnlock(unlock: UnsignedUnlock): Uint8Array | undefined {
    const keys = this.#platformKeys();
    return keys && encodeTransaction(signedUnlock(this.#node, unlock, keys));
  }

  #withdrawal(request: WithdrawalRequest): Transaction {
    checkWithdrawal(this.#node, request);
    const keys = this.#platformKeys() ?? (this.#form([PLATFORM_QUORUMS]), this.#platformKeys());
    if (keys === undefined) throw noQuorum(this.#node.chain.tip.height);
    return signedWithdrawal(this.#node, request, keys);
  }

  /** Returns what signs the state of the platform: its latest quorum; `undefined` where no quorum of the platform can sign. */
  platformSigner(): PlatformSigner | undefined {
    const keys = this.#platformKeys();
    if (keys === undefined) return undefined;
    const { secretKey, commitment } = keys;
    return {
      quorumType: commitment.llmqType,
      quorumHash: hexToBytes(commitment.quorumHash),
      sign: (digest) => signBls(digest, secretKey),
    };
  }

  /** Returns the keys of the latest quorum of the platform that signs; `undefined` where none does, or not with a key of this chain. */
  #platformKeys(): QuorumKeys | undefined {
    const active = this.#node.chain.tip.connected?.quorums.active(PLATFORM_QUORUMS) ?? [];
    return active.map((mined) => this.#keysOf(mined)).find((keys) => keys !== undefined);
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
    if (this.#signer(quorumType, requestIdAt(height), height) === undefined) this.#form([quorumType]);
  }

  /** Returns the keys of the quorum that signs a request at a height; `undefined` where none does, or not with a key of this chain. */
  #signer(quorumType: QuorumType, requestId: string, height: number): QuorumKeys | undefined {
    const from = this.#node.chain.blockAt(height - SIGN_HEIGHT_OFFSET);
    const active = from?.connected?.quorums.active(quorumType) ?? [];
    const quorum = selectQuorum(
      active.map(({ commitment }) => commitment),
      requestId,
    );
    const mined = active.find(({ commitment }) => commitment === quorum);
    return mined && this.#keysOf(mined);
  }

  #keysOf({ commitment, height }: MinedCommitment): QuorumKeys | undefined {
    const quorumType = quorumTypeOf(commitment.llmqType);
    const base = this.#node.chain.blockAt(height);
    const keys = quorumType && base && this.#node.quorumKeys(quorumType, base);
    return keys?.commitment.quorumPublicKey === commitment.quorumPublicKey ? keys : undefined;
  }

  #form(types: readonly QuorumType[]): void {
    const node = this.#node;
    const before = node.point();
    const missing = new Set(types);
    if (missing.size === 0) return;
    for (let blocks = 0; missing.size > 0; blocks += 1) {
      if (blocks === MAX_CYCLES * CHAIN_LOCK_QUORUMS.cycle) {
        node.restore(before);
        throw tooFewMembers([...missing]);
      }
      this.#agree(missing);
      const { height, connected } = node.mineApart([]);
      for (const type of missing) {
        const mined = connected?.quorums.latest(type, type.perCycle) ?? [];
        const isFormed =
          mined.length === type.perCycle && mined.every(({ minedHeight }) => minedHeight === height);
        if (isFormed) missing.delete(type);
      }
    }
    for (let blocks = 0; blocks < SIGN_HEIGHT_OFFSET; blocks += 1) node.mineApart([]);
    this.lockAutomatically();
  }

  /** Generates the keys of the quorums that are due in the next block, if all quorums of the cycle can form. */
  #agree(types: ReadonlySet<QuorumType>): void {
    const node = this.#node;
    for (const type of types) {
      const due = dueCommitments(quorumContext(node.chain.tip)).filter(
        ({ quorumType }) => quorumType === type,
      );
      const formed = due.filter(({ quorumHash }) => {
        const base = node.chain.block(quorumHash);
        return base !== undefined && node.quorumKeys(type, base) !== undefined;
      });
      if (formed.length === 0 || formed.length < type.perCycle) continue;
      const isNew = ({ quorumHash }: DueCommitment): boolean =>
        node.settings.formed.every((each) => each.llmqType !== type.type || each.quorumHash !== quorumHash);
      const added = formed.filter(isNew).map(({ quorumHash }) => ({ llmqType: type.type, quorumHash }));
      if (added.length === 0) continue;
      node.settings = { ...node.settings, formed: [...node.settings.formed, ...added] };
    }
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

function typeWithName(name: string): QuorumType {
  const found = QUORUM_TYPES.find((quorumType) => quorumType.name === name);
  if (found !== undefined) return found;
  throw unknownType(name);
}

function unknownType(found: unknown): ControlRejectedError {
  return new ControlRejectedError('unknown-quorum-type', {
    expected: `an array of ${QUORUM_TYPES.map((quorumType) => quorumType.name).join(', ')}`,
    found,
  });
}

function noQuorum(height: number): ControlRejectedError {
  return new ControlRejectedError('no-quorum', {
    expected: `a block eight blocks or more above a quorum of this chain's mnemonic`,
    found: height,
    fix: 'lock the tip: a quorum is formed if there is none',
  });
}

function tooFewMembers(types: readonly QuorumType[]): ControlRejectedError {
  return new ControlRejectedError('too-few-members', {
    expected: types
      .map(({ name, minSize, isEvoOnly }) => `${minSize} ${isEvoOnly ? 'evolution ' : ''}members for ${name}`)
      .join(', '),
    found: 'fewer masternodes that are confirmed, not banned, and operated with keys of the mnemonic',
    fix: 'register masternodes, or lift bans',
  });
}
