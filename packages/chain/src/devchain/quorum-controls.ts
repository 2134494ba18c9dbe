import { bytesToHex, hexToBytes } from '../base/bytes/hex.js';
import { signBls } from '../base/crypto/bls.js';
import type { ChainLock } from '../layer1/layer1.js';
import { encodeTransaction, type Transaction } from '../primitives/transaction/transaction.js';
import { PLATFORM_QUORUMS, QUORUM_TYPES, type QuorumType } from '../rules/consensus/quorum-types.js';
import type { InstantLock } from '../rules/signing/instant-lock.js';
import { ControlRejectedError } from './control-rejected-error.js';
import { formQuorums } from './form-quorums.js';
import type { LocalNode } from './local-node.js';
import type { Confirmation } from './confirmation.js';
import type { LockSigner } from './lock-signer.js';
import { quorumRecord, type QuorumRecord } from './quorum-record.js';
import { keysOfMined, noQuorumError, platformQuorumKeys } from './quorum-signers.js';
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
  readonly #locks: LockSigner;

  constructor(node: LocalNode, locks: LockSigner) {
    this.#node = node;
    this.#locks = locks;
  }

  /** Returns the quorums that sign after the tip, by type; of a type the latest first, or by index where it rotates. */
  list(): QuorumRecord[] {
    const { connected } = this.#node.chain.tip;
    return (connected?.quorums.allActive() ?? []).map((mined) =>
      quorumRecord(mined, keysOfMined(this.#node, mined)),
    );
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
    return this.#locks.chainLock(height);
  }

  /**
   * Takes a ChainLock from outside, whose signature is verified.
   * @returns the highest ChainLock then
   * @throws {ControlRejectedError} `unknown-block` for a block that is not in the best chain
   */
  submitChainLock(chainLock: ChainLock): ChainLock {
    return this.#locks.submitChainLock(chainLock);
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
    return this.#locks.instantLock(txid);
  }

  /** Returns the maximum of duffs that {@link withdraw} can pay now. */
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
    const keys = platformQuorumKeys(this.#node);
    return keys && encodeTransaction(signedUnlock(this.#node, unlock, keys));
  }

  #withdrawal(request: WithdrawalRequest): Transaction {
    checkWithdrawal(this.#node, request);
    if (platformQuorumKeys(this.#node) === undefined) this.#form([PLATFORM_QUORUMS]);
    const keys = platformQuorumKeys(this.#node);
    if (keys === undefined) throw noQuorumError(this.#node.chain.tip.height);
    return signedWithdrawal(this.#node, request, keys);
  }

  /** Returns what signs the state of the platform: its latest quorum; `undefined` where no quorum of the platform can sign. */
  platformSigner(): PlatformSigner | undefined {
    const keys = platformQuorumKeys(this.#node);
    if (keys === undefined) return undefined;
    const { secretKey, commitment } = keys;
    return {
      quorumType: commitment.llmqType,
      quorumHash: hexToBytes(commitment.quorumHash),
      sign: (digest) => signBls(digest, secretKey),
    };
  }

  #form(types: readonly QuorumType[]): void {
    if (types.length === 0) return;
    formQuorums(this.#node, types);
    this.#locks.lockAutomatically();
  }
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
