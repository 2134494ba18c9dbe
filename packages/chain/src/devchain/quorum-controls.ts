import { bytesToHex } from '../bytes/hex.js';
import { ancestorAt } from '../chainstate/chain-block.js';
import { quorumContext } from '../chainstate/special-transactions.js';
import { dueCommitments } from '../consensus/quorum-commitments.js';
import {
  CHAIN_LOCK_QUORUMS,
  INSTANT_LOCK_QUORUMS,
  PLATFORM_QUORUMS,
  QUORUM_TYPES,
  quorumTypeOf,
  type QuorumType,
} from '../consensus/quorum-types.js';
import { signBls } from '../crypto/bls.js';
import type { ChainLock } from '../layer1.js';
import { chainLockSignHash, SIGN_HEIGHT_OFFSET } from '../quorum/chain-lock.js';
import { instantLockSignHash, type InstantLock } from '../quorum/instant-lock.js';
import type { MinedCommitment } from '../quorum/quorum-list.js';
import { selectQuorum } from '../quorum/select-quorum.js';
import { chainLockRequestId, instantLockRequestId } from '../quorum/sign-hash.js';
import { encodeTransaction, type Transaction } from '../transaction/transaction.js';
import type { Confirmation, LocalNode } from './local-node.js';
import { checkLockable } from './lockable.js';
import type { MinedTransactions } from './mined-transactions.js';
import type { QuorumKeys } from './quorum-keys.js';
import { quorumRecord, type QuorumRecord } from './quorum-record.js';
import { RefusedControl } from './refused-control.js';
import { checkWithdrawal, mostWithdrawn, signedWithdrawal, type WithdrawalWish } from './withdrawal.js';

/** Who hears of what quorums sign. */
export interface LockListeners {
  readonly chainLocked: (chainLock: ChainLock) => void;
  readonly instantLocked: (lock: InstantLock) => void;
}

/** So many cycles it can take until members of four cycles make up a quorum that rotates, and some more. */
const MOST_CYCLES = 8;

/**
 * The masternode quorums of a development chain, and what they sign. A quorum is made as on the network: its members are those
 * that consensus chooses, its final commitment is mined in the window for it. Its key comes from the mnemonic, so everything that
 * a quorum signs can be checked, and anybody can sign it: never take such signatures for more than they are.
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

  /** The quorums that sign after the tip, by type; of a type the latest first, or by index where it rotates. */
  list(): QuorumRecord[] {
    const { connected } = this.#node.chain.tip;
    return (connected?.quorums.allActive() ?? []).map((mined) => quorumRecord(mined, this.#keysOf(mined)));
  }

  /**
   * Has quorums form: mines blocks until the final commitment of one of each type is in the chain, of two where the type rotates,
   * and eight more, so that they can sign. What waits in the mempool goes on waiting. Quorums that rotate choose a quarter of their
   * members in each of four cycles of 24 blocks: on a chain as it starts they take a hundred blocks.
   * @param names of types, as Dash Core calls them; all types of regtest where they are not given
   * @returns all quorums that sign then
   * @throws {RefusedControl} `unknown-quorum-type`; `too-few-members` when not enough masternodes can be members whose operator
   * key is of this chain's mnemonic
   */
  form(names?: readonly string[]): QuorumRecord[] {
    if (names !== undefined && !Array.isArray(names)) throw unknownType(names);
    this.#form(names === undefined ? QUORUM_TYPES : names.map(typeWithName));
    return this.list();
  }

  /** The highest ChainLock; `undefined` where there is none yet. */
  get bestChainLock(): ChainLock | undefined {
    return this.#node.chain.chainLock;
  }

  /**
   * Has a quorum sign that the block at a height will not be reorganised, nor those before it. Where no quorum can sign the tip,
   * one forms first, and the tip is then another.
   * @param height the tip's unless said otherwise
   * @returns the highest ChainLock then: a higher one locks the block as well
   * @throws {RefusedControl} `unknown-height`; `no-quorum` when none could sign a block below the tip; as {@link form}
   */
  chainLock(height?: number): ChainLock {
    const { chain } = this.#node;
    if (height === undefined) this.#ensureQuorum(CHAIN_LOCK_QUORUMS, chainLockRequestId);
    const block = height === undefined ? chain.tip : chain.blockAt(height);
    if (block === undefined) {
      throw new RefusedControl('unknown-height', {
        expected: `a height from 0 to ${chain.tip.height}`,
        found: height,
      });
    }
    if (chain.chainLock !== undefined && chain.chainLock.height >= block.height) return chain.chainLock;
    const keys = this.#signer(CHAIN_LOCK_QUORUMS, chainLockRequestId(block.height), block.height);
    if (keys === undefined) throw noQuorum(block.height);
    const { hash } = block;
    const message = chainLockSignHash({ hash, height: block.height }, keys.commitment);
    const signature = bytesToHex(signBls(message, keys.secretKey));
    const chainLock = { hash, height: block.height, signature };
    chain.lock(chainLock);
    this.#listeners.chainLocked(chainLock);
    return chainLock;
  }

  /** The InstantSend locks that were signed, in their order. */
  get instantLocks(): InstantLock[] {
    return [...this.#node.mempool.instantLocks];
  }

  /**
   * Has a quorum sign that a transaction, which waits or is in a block, spends its inputs and no other will. Where no quorum can
   * sign, one forms first, in blocks that leave the transaction waiting.
   * @returns its lock, which may be there already
   * @throws {RefusedControl} `unknown-transaction`; `not-lockable` for one whose inputs a network would not lock yet, or that has
   * none; as {@link form}
   */
  instantLock(txid: string): InstantLock {
    const { chain, mempool } = this.#node;
    const known = mempool.instantLocks.of(txid);
    if (known !== undefined) return known;
    const transaction = this.#transaction(txid);
    checkLockable({ txid, transaction }, this.#node, this.#mined);
    const inputs = transaction.inputs.map(({ previousOutput }) => previousOutput);
    const requestId = instantLockRequestId(inputs);
    this.#ensureQuorum(INSTANT_LOCK_QUORUMS, () => requestId);
    const keys = this.#signer(INSTANT_LOCK_QUORUMS, requestId, chain.tip.height);
    const base = keys && chain.block(keys.commitment.quorumHash);
    const cycle = base && ancestorAt(base, base.height - keys.commitment.quorumIndex);
    if (keys === undefined || cycle === undefined) throw noQuorum(chain.tip.height);
    const message = instantLockSignHash({ txid, inputs }, keys.commitment);
    const signature = bytesToHex(signBls(message, keys.secretKey));
    const lock = { txid, inputs, cycleHash: cycle.hash, signature };
    mempool.instantLocks = mempool.instantLocks.with(lock);
    this.#listeners.instantLocked(lock);
    return lock;
  }

  /** The most duffs that {@link withdraw} can pay now. */
  get mostWithdrawn(): bigint {
    return mostWithdrawn(this.#node);
  }

  /**
   * Has a quorum of the platform sign that duffs leave the credit pool for an address, and mines a block with that. Where no quorum
   * of the platform signs, one forms first. What waits in the mempool goes on waiting.
   * @throws {RefusedControl} `invalid-address`; `invalid-amount`, which says how much there is; as {@link form}
   */
  withdraw(wish: WithdrawalWish): Confirmation {
    return this.#node.confirm(this.#withdrawal(wish));
  }

  /**
   * As {@link withdraw}, but the transaction is not sent: it is serialised for `sendTransaction`. A block must take it within 48 blocks.
   * @throws {RefusedControl} as {@link withdraw}
   */
  signWithdrawal(wish: WithdrawalWish): Uint8Array {
    return encodeTransaction(this.#withdrawal(wish));
  }

  #withdrawal(wish: WithdrawalWish): Transaction {
    checkWithdrawal(this.#node, wish);
    const keys = this.#platformKeys() ?? (this.#form([PLATFORM_QUORUMS]), this.#platformKeys());
    if (keys === undefined) throw noQuorum(this.#node.chain.tip.height);
    return signedWithdrawal(this.#node, wish, keys);
  }

  /** The keys of the latest quorum of the platform that signs; `undefined` where none does, or not with a key of this chain. */
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
    throw new RefusedControl('unknown-transaction', {
      expected: 'the id of a transaction that waits in the mempool or is in a block',
      found: txid,
    });
  }

  #ensureQuorum(quorumType: QuorumType, requestIdAt: (height: number) => string): void {
    const { height } = this.#node.chain.tip;
    if (this.#signer(quorumType, requestIdAt(height), height) === undefined) this.#form([quorumType]);
  }

  /** The keys of the quorum that signs a request at a height; `undefined` where none does, or not with a key of this chain. */
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
      if (blocks === MOST_CYCLES * CHAIN_LOCK_QUORUMS.cycle) {
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
  }

  /** Has the members of quorums that are due in the next block agree on their keys, where all quorums of the cycle can form. */
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
      const added = formed.map(({ quorumHash }) => ({ llmqType: type.type, quorumHash }));
      node.settings = { ...node.settings, formed: [...node.settings.formed, ...added] };
    }
  }
}

function typeWithName(name: string): QuorumType {
  const found = QUORUM_TYPES.find((quorumType) => quorumType.name === name);
  if (found !== undefined) return found;
  throw unknownType(name);
}

function unknownType(found: unknown): RefusedControl {
  return new RefusedControl('unknown-quorum-type', {
    expected: `an array of ${QUORUM_TYPES.map((quorumType) => quorumType.name).join(', ')}`,
    found,
  });
}

function noQuorum(height: number): RefusedControl {
  return new RefusedControl('no-quorum', {
    expected: `a block eight blocks or more above a quorum of this chain's mnemonic`,
    found: height,
    mend: 'lock the tip: a quorum forms where there is none',
  });
}

function tooFewMembers(types: readonly QuorumType[]): RefusedControl {
  return new RefusedControl('too-few-members', {
    expected: types
      .map(({ name, minSize, isEvoOnly }) => `${minSize} ${isEvoOnly ? 'evolution ' : ''}members for ${name}`)
      .join(', '),
    found: 'fewer masternodes that are confirmed, not banned, and operated with keys of the mnemonic',
    mend: 'register masternodes, or lift bans',
  });
}
