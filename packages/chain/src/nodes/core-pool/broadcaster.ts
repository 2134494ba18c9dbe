import { displayHash } from '../../base/bytes/hex.js';
import { sha256d } from '../../base/crypto/hashes.js';
import { NodeRejectionError } from '../../layer1/layer1.js';
import type { CorePoolLimits } from './core-pool-options.js';
import { Delivery, type DeliveryLimits } from './delivery.js';
import type { Member } from './member.js';
import { asUnavailable } from './no-answer.js';
import type { PoolObserver } from './pool-observer.js';
import { TransactionQuarantine } from './transaction-quarantine.js';

/** Bounds on the sending of a transaction, in milliseconds. */
type BroadcastLimits = DeliveryLimits & Pick<CorePoolLimits, 'attemptTimeout'>;

/**
 * Sends transactions to the nodes of a pool, each to one node at a time: the next node gets it when the one before has answered, could
 * not be reached, or did not answer within `attemptTimeout`. A transaction during which a node disconnects goes to no node again.
 */
export class Broadcaster {
  readonly #observer: Required<PoolObserver>;
  readonly #quarantine = new TransactionQuarantine();
  readonly #underway = new Map<string, Promise<string>>();

  constructor(observer: Required<PoolObserver>) {
    this.#observer = observer;
  }

  /** @throws {UnsafeTransactionError} for a transaction that is quarantined. */
  check(serialized: Uint8Array): void {
    this.#quarantine.check(idOf(serialized));
  }

  /**
   * Sends a transaction to each node once, and resolves with its id when the first accepts it; the others get it afterwards. Callers of a
   * transaction that is under way share its response.
   *
   * Rejects with a {@link NodeRejectionError} when all nodes that answer reject: that it is in the chain already before all else, then the
   * reason of the first; with `UnsafeTransactionError` when a node disconnected; with `NodeUnavailableError` when no node answered: a node
   * may have the transaction all the same if `mayHaveReached` of the error says so.
   * @param members the best first
   */
  send(serialized: Uint8Array, members: readonly Member[], limits: BroadcastLimits): Promise<string> {
    const txid = idOf(serialized);
    const underway = this.#underway.get(txid);
    if (underway !== undefined) return underway;
    const delivery = new Delivery(limits);
    this.#underway.set(txid, delivery.response);
    void this.#deliver(serialized, txid, members, limits.attemptTimeout, delivery);
    return delivery.response;
  }

  /** Delivers a transaction to the nodes. Never rejects. */
  async #deliver(
    serialized: Uint8Array,
    txid: string,
    members: readonly Member[],
    attemptTimeout: number,
    delivery: Delivery,
  ): Promise<void> {
    for (const member of members) {
      if (delivery.isGivenUp) break;
      if (member.isRemoved) continue;
      try {
        const accepted = await member.attempt('sendTransaction', attemptTimeout, {}, (options) =>
          member.node.sendTransaction(serialized, options),
        );
        delivery.accept(accepted);
      } catch (error) {
        if (error instanceof NodeRejectionError) {
          delivery.reject(error);
          continue;
        }
        const failure = asUnavailable(error);
        delivery.fail(failure);
        if (failure.reason !== 'connection-lost') continue;
        delivery.giveUp(this.#quarantine.add(txid));
        this.#observer.onTransactionQuarantine({ node: member.name, txid });
        break;
      }
    }
    delivery.giveUp();
    this.#underway.delete(txid);
  }
}

/** Returns the id of a transaction, which is the hash of its bytes, whatever they are. */
function idOf(serialized: Uint8Array): string {
  return displayHash(sha256d(serialized));
}
