import type { UnspentCoin } from '../../rules/consensus/coin.js';
import type { MasternodeRegistry } from '../../rules/consensus/masternode-registry.js';
import { Withdrawals } from '../../rules/consensus/withdrawals.js';
import { encodeSizedBlock, type SizedBlock } from '../../rules/consensus/sized-block.js';
import { NO_SIGNALS, type HardForkSignals } from '../../rules/consensus/hard-fork-signals.js';
import { QuorumList } from '../../rules/consensus/quorum-list.js';
import { StoredBytes, type ByteStore } from './byte-store.js';
import { blockBytes, packBlock, unpackBlock, unpackSpent } from './packed-block.js';

/** Describes the state after a block that was connected once; it never changes. */
export interface ConnectedState {
  readonly masternodes: MasternodeRegistry;
  /** The balance of the credit pool, in duffs. */
  readonly creditPool: bigint;
  /** Withdrawals from the credit pool in the chain up to the block. */
  readonly withdrawals: Withdrawals;
  readonly quorums: QuorumList;
  readonly hardForkSignals: HardForkSignals;
  /** The coins that the block spent, which its disconnection restores. */
  readonly spent: readonly UnspentCoin[];
}

/** Locates a block among those that a chain state knows. */
interface Place {
  readonly height: number;
  /** `undefined` for the genesis block. */
  readonly previous: ChainBlock | undefined;
  /** Seconds: the median time of this block and the ten before it. */
  readonly medianTime: number;
  /** Number of blocks that were known before it. */
  readonly sequence: number;
}

const NOTHING_SPENT: readonly UnspentCoin[] = [];

/** In place of a masternode list: that of the block before, after a payment. */
const AFTER_PAYMENT = 'after-payment';

/** Every so many packed blocks one stores its masternode list, so that the others are near one. */
const LIST_INTERVAL = 64;

/**
 * Represents a block that a chain state knows, in the best chain or beside it. What consensus needs of old blocks is at
 * hand; the rest of a block that was packed is read from its bytes every time.
 */
export class ChainBlock implements Place {
  /** In display order. */
  readonly hash: string;
  readonly height: number;
  readonly previous: ChainBlock | undefined;
  readonly medianTime: number;
  readonly sequence: number;
  /** Time of the header, in seconds. */
  readonly time: number;
  /** Version of the header. */
  readonly version: number;
  #content: SizedBlock | StoredBytes;
  /** `undefined` until it has been connected. */
  #masternodes: MasternodeRegistry | typeof AFTER_PAYMENT | undefined;
  #creditPool = 0n;
  #withdrawals = Withdrawals.none;
  #quorums = QuorumList.empty;
  #hardForkSignals = NO_SIGNALS;
  /** `undefined` while it is with the packed block. */
  #spent: readonly UnspentCoin[] | undefined = NOTHING_SPENT;

  constructor(block: SizedBlock, { height, previous, medianTime, sequence }: Place) {
    this.hash = block.hash;
    this.height = height;
    this.previous = previous;
    this.medianTime = medianTime;
    this.sequence = sequence;
    this.time = block.header.time;
    this.version = block.header.version;
    this.#content = block;
  }

  get block(): SizedBlock {
    return this.#content instanceof StoredBytes
      ? unpackBlock(this.#content.read(), this.hash)
      : this.#content;
  }

  /** Returns the serialised block. */
  get serialized(): Uint8Array {
    return this.#content instanceof StoredBytes
      ? blockBytes(this.#content.read())
      : encodeSizedBlock(this.#content);
  }

  /** Returns `undefined` until it has been connected. */
  get connected(): ConnectedState | undefined {
    const masternodes = this.#masternodeList();
    if (masternodes === undefined) return undefined;
    const readSpent = (): readonly UnspentCoin[] => this.#readSpent();
    return {
      masternodes,
      creditPool: this.#creditPool,
      withdrawals: this.#withdrawals,
      quorums: this.#quorums,
      hardForkSignals: this.#hardForkSignals,
      get spent() {
        return readSpent();
      },
    };
  }

  /** Records the effects of the connected block. Called once per block. */
  connect(state: ConnectedState): void {
    const { masternodes, creditPool, withdrawals, quorums, hardForkSignals, spent } = state;
    this.#masternodes = masternodes;
    this.#creditPool = creditPool;
    this.#withdrawals = withdrawals;
    this.#quorums = quorums;
    this.#hardForkSignals = hardForkSignals;
    this.#spent = spent.length === 0 ? NOTHING_SPENT : spent;
  }

  /** Stores the block as bytes from now on, with what it spent. */
  pack(store: ByteStore): void {
    if (this.#content instanceof StoredBytes) return;
    const spent = this.#spent ?? NOTHING_SPENT;
    this.#content = store.put(packBlock(this.#content, spent));
    if (spent.length > 0) this.#spent = undefined;
    this.#forgetMasternodes();
  }

  #masternodeList(): MasternodeRegistry | undefined {
    return this.#masternodes === AFTER_PAYMENT
      ? this.#masternodesBefore()?.afterPayment(this.height)
      : this.#masternodes;
  }

  #masternodesBefore(): MasternodeRegistry | undefined {
    const { previous } = this;
    return previous === undefined ? undefined : previous.#masternodeList();
  }

  /** Drops the masternode list where it follows from that of the block before. */
  #forgetMasternodes(): void {
    const list = this.#masternodes;
    if (list === undefined || list === AFTER_PAYMENT || this.height % LIST_INTERVAL === 0) return;
    const before = this.#masternodesBefore();
    if (before !== undefined && list.differsInPaymentsOnly(before)) this.#masternodes = AFTER_PAYMENT;
  }

  #readSpent(): readonly UnspentCoin[] {
    if (this.#spent !== undefined) return this.#spent;
    return this.#content instanceof StoredBytes ? unpackSpent(this.#content.read()) : NOTHING_SPENT;
  }
}

/** Returns the block at `height` of the chain that ends with `block`; `undefined` above it and below 0. */
export function ancestorAt(block: ChainBlock, height: number): ChainBlock | undefined {
  let at: ChainBlock | undefined = height >= 0 && height <= block.height ? block : undefined;
  while (at !== undefined && at.height > height) at = at.previous;
  return at;
}

/**
 * Returns the median time of the block before the one at `height`, in the chain that ends with `tip`: what relative lock times of a
 * coin at that height count from.
 *
 * Source: `CalculateSequenceLocks` in `src/consensus/tx_verify.cpp` of dashpay/dash.
 */
export function medianTimeBefore(tip: ChainBlock, height: number): number {
  return ancestorAt(tip, Math.max(height - 1, 0))?.medianTime ?? tip.medianTime;
}

/** Returns the median of the times of a block and the ten before it (fewer near the genesis block). */
export function medianTimePast(time: number, previous: ChainBlock | undefined, span: number): number {
  const times = [time];
  for (let at = previous; at !== undefined && times.length < span; at = at.previous) times.push(at.time);
  times.sort((a, b) => a - b);
  return times[Math.floor(times.length / 2)] ?? time;
}
