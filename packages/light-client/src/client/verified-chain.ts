import {
  compactToTarget,
  decodeChainLock,
  encodeBlockHeader,
  SIGN_HEIGHT_OFFSET,
  type BlockHeader,
  type ChainLock,
} from '@dapikit/chain/browser';
import { decoded } from '../errors/decoded.js';
import { VerificationError } from '../errors/verification-error.js';
import { HeaderChain, type HeaderChainOptions } from '../headers/header-chain.js';
import { linkHeader, linkHeaders, type BlockPoint } from '../headers/link-headers.js';
import { readHeader } from '../headers/read-header.js';
import { activeAt, orderedQuorums, type ListState } from '../jump/jump.js';
import { requireHeader, type VerifiedList } from '../list/verified-list.js';
import { chainLockQuorums, requireChainLock } from '../quorums/chain-lock-quorums.js';
import type { ProvenState } from '../state/verified-state.js';
import { ForkError } from './fork.js';
import { KeptLists } from './kept-lists.js';
import { KnownHeaders, placed } from './known-headers.js';

/** Describes the options of a {@link VerifiedChain}. */
export interface VerifiedChainOptions extends HeaderChainOptions {
  /** Hashes of blocks that an operator accepted after a fork, by their heights: no other branch is followed there. */
  readonly accepted?: ReadonlyMap<number, string>;
}

/** The newest list whose block is not locked yet, and a ChainLock above it whose signer is unknown. */
interface WaitingList {
  readonly list: VerifiedList;
  readonly chainLock?: ChainLock;
  readonly deny: (error: VerificationError) => void;
}

/** Follows a chain from a proven state by headers, ChainLocks and lists of any peers: it takes what verifies, and asks nobody. */
export class VerifiedChain {
  readonly lists = new KeptLists();
  readonly headers = new KnownHeaders();
  readonly #accepted: ReadonlyMap<number, string>;
  readonly #chain: HeaderChain;
  /** Hashes below the block of the first list, the newest first. */
  readonly #below: string[] = [];
  readonly #start: BlockPoint;
  /** Hashes of the headers above the highest final block, on all branches. */
  #unlocked: string[] = [];
  #state: ListState;
  #chainLock: ChainLock;
  #waiting: WaitingList | undefined;
  /** A stored list whose quorums are verified, and whose masternodes are wrong. */
  #damaged: VerifiedList | undefined;

  constructor(proven: ProvenState, { accepted = new Map(), ...work }: VerifiedChainOptions = {}) {
    const { state, header, headers, chainLock } = proven;
    this.#accepted = accepted;
    this.#state = state;
    this.#start = { height: state.height, hash: state.hash };
    this.#chainLock = chainLock;
    this.#chain = new HeaderChain(this.#start, state.network, work);
    this.headers.add([{ ...this.#start, header }]);
    this.lists.add(state.list);
    this.addHeaders(headers);
    this.#lock(chainLock);
  }

  /** Returns the newest list with the quorums that sign after it. */
  get state(): ListState {
    return this.#state;
  }

  /** Returns the highest verified ChainLock. */
  get chainLock(): ChainLock {
    return this.#chainLock;
  }

  /** Returns the highest block under a ChainLock. */
  get locked(): BlockPoint {
    return this.#chain.locked;
  }

  /** Returns the last header of the branch of most work above it: its work is verified, and no quorum signed for it. */
  get headerTip(): BlockPoint {
    return this.#chain.tip;
  }

  /** Returns the lowest height whose hash is known. */
  get lowest(): number {
    return this.#start.height - this.#below.length;
  }

  /** Returns the hash of a block under a ChainLock; `undefined` outside of the known heights. */
  hashAt(height: number): string | undefined {
    if (height > this.locked.height) return undefined;
    return height >= this.#start.height
      ? this.#chain.hashAt(height)
      : this.#below[this.#start.height - height - 1];
  }

  /** Returns the height of a block under a ChainLock; `undefined` for another block. */
  heightOf(hash: string): number | undefined {
    const height = this.headers.get(hash)?.height;
    return height !== undefined && this.hashAt(height) === hash ? height : undefined;
  }

  /** Adds headers that follow known ones. @throws {VerificationError} as {@link HeaderChain.add} does; those before a wrong one stay */
  addHeaders(headers: readonly BlockHeader[]): void {
    for (const header of headers) {
      if (this.#unlocked.length >= MAX_UNLOCKED) this.#dropUnlocked();
      if (this.headers.get(header.previousBlockHash) === undefined)
        throw new VerificationError('header-link', `header after unknown block ${header.previousBlockHash}`);
      // Known ones below the locked block cost nothing.
      const [known] = this.#knownAfter(header);
      if (known !== undefined) continue;
      this.#requireDifficulty(header);
      this.#requireAccepted(header);
      const { height, hash } = this.#chain.add([header]);
      if (this.headers.get(hash) !== undefined) continue;
      this.#unlocked.push(hash);
      this.headers.add([{ height, hash, header }]);
    }
  }

  /**
   * Adds headers below the first list, which lead to it.
   * @throws {VerificationError} `header-link` where they do not, or `header-work`
   */
  addBelow(headers: readonly BlockHeader[]): void {
    const [first] = headers;
    if (first === undefined) return;
    const top = this.#below.at(-1) ?? this.#start.hash;
    const parent = this.headers.get(top)?.header.previousBlockHash;
    const below = this.lowest - headers.length;
    const hashes = linkHeaders(
      { height: below - 1, hash: first.previousBlockHash },
      headers,
      this.#state.network,
    );
    if (hashes.at(-1) !== parent)
      throw new VerificationError('header-link', `${headers.length} headers do not lead to block ${top}`);
    this.headers.add(placed(below, headers, hashes.at(-1) ?? ''));
    this.#below.push(...hashes.toReversed());
  }

  /**
   * Takes a ChainLock. Returns the blocks that it makes final, the lowest first.
   * @throws {VerificationError} where it does not verify or its block is unknown
   * @throws {ForkError} where it verifies and conflicts with a verified one
   */
  takeChainLock(chainLock: ChainLock): BlockPoint[] {
    const { height, hash } = chainLock;
    const from = this.locked.height;
    if (height < this.#start.height) return [];
    if (height <= from) {
      const followed = this.hashAt(height) ?? '';
      if (followed === hash || this.#hasAcceptedFrom(height)) return [];
      this.#verify(chainLock);
      throw new ForkError({
        of: 'block',
        height,
        hashes: [followed, hash],
        chainLocks: [chainLock, this.#chainLock],
      });
    }
    if (this.headers.get(hash)?.height !== height)
      throw new VerificationError('header-link', `block ${hash} of a ChainLock is unknown`);
    try {
      this.#verify(chainLock);
    } catch (error) {
      this.#keepForList(chainLock, error);
      throw error;
    }
    this.#lock(chainLock);
    this.#takeWaiting();
    return this.pointsAbove(from);
  }

  /** Returns whether trusted quorums signed a ChainLock; `undefined` where its signer is not known, as below the first list. */
  isSigned(chainLock: ChainLock): boolean | undefined {
    if (chainLock.height < this.#start.height) return undefined;
    if (isSameLock(chainLock, this.#chainLock)) return true;
    try {
      this.#verify(chainLock);
      return true;
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      return error.reason === 'chain-lock-signature' ? false : undefined;
    }
  }

  /**
   * Checks that a ChainLock on another branch is no verified one.
   * @param first height of the first of the headers, whose parent is final, and which lead to the block of the ChainLock
   * @throws {VerificationError} where the headers do not lead there, or the ChainLock does not verify
   * @throws {ForkError} where it does
   */
  requireNoFork(first: number, headers: readonly BlockHeader[], chainLock: ChainLock): void {
    const parent = this.hashAt(first - 1);
    if (parent === undefined) throw new VerificationError('header-link', `block ${first - 1} is unknown`);
    const hashes = linkHeaders({ height: first - 1, hash: parent }, headers, this.#state.network);
    if (hashes[chainLock.height - first] !== chainLock.hash)
      throw new VerificationError('not-chain-locked', 'the headers do not lead to the ChainLock');
    const at = hashes.findIndex((hash, offset) => (this.hashAt(first + offset) ?? hash) !== hash);
    const followed = this.hashAt(first + at);
    const other = hashes[at];
    if (followed === undefined || other === undefined || this.#hasAcceptedFrom(first + at)) return;
    this.#verify(chainLock);
    throw new ForkError({
      height: first + at,
      of: 'block',
      hashes: [followed, other],
      chainLocks: [this.#chainLock, chainLock],
    });
  }

  /**
   * Takes a list that has the roots of its coinbase. It becomes the newest one when its block is final.
   * @param deny called later, where the header of its block comes after the list and shows that the coinbase is not in that block
   * @throws {VerificationError} where its block conflicts with a final one, or its coinbase is not in that block
   */
  takeList(list: VerifiedList, deny: WaitingList['deny'] = () => undefined): BlockPoint[] {
    if (list.height <= this.#state.height) {
      const known = this.hashAt(list.height);
      if (known !== undefined && known !== list.hash) throw conflict(list);
      const { list: newest } = this.#state;
      if (newest === this.#damaged && newest.hash === list.hash) this.#repair(list);
      return [];
    }
    const from = this.locked.height;
    if (list.height > this.headerTip.height + MAX_AHEAD) {
      throw new VerificationError(
        'not-chain-locked',
        `the masternode list is of height ${list.height}, far above the headers up to ${this.headerTip.height}`,
      );
    }
    const header = this.headers.get(list.hash)?.header;
    if (header !== undefined) requireHeader(list, header);
    if (list.height <= from && this.hashAt(list.height) !== list.hash) throw conflict(list);
    const { chainLock } = this.#waiting ?? {};
    this.#waiting = { list, deny, ...(chainLock && { chainLock }) };
    this.#takeWaiting();
    return this.pointsAbove(from);
  }

  /** Returns the final blocks above a height that is known, the lowest first. */
  pointsAbove(height: number): BlockPoint[] {
    const points: BlockPoint[] = [];
    for (let at = height + 1; at <= this.locked.height; at += 1)
      points.push({ height: at, hash: this.hashAt(at) ?? '' });
    return points;
  }

  /** Notes that the masternodes of a stored list are wrong. Its quorums stay in use, and another list of its block takes its place. */
  markDamaged(list: VerifiedList): void {
    this.#damaged = list;
  }

  /** Returns the state with what proves it, to be stored. */
  prove(): ProvenState | undefined {
    const { height, hash } = this.#state;
    const header = this.headers.get(hash)?.header;
    const heights = Array.from({ length: this.#chainLock.height - height }, (_, at) => height + 1 + at);
    const headers = heights.flatMap((at) => this.headers.get(this.hashAt(at) ?? '')?.header ?? []);
    if (header === undefined || headers.length < heights.length) return undefined;
    return { state: this.#state, header, headers, chainLock: this.#chainLock };
  }

  /** Takes a list in the place of that of its block. @throws {VerificationError} `merkle-root` where its coinbase is not in the block */
  #repair(list: VerifiedList): void {
    const header = this.headers.get(list.hash)?.header;
    if (header === undefined) return;
    requireHeader(list, header);
    this.#state = { ...this.#state, list };
    this.lists.add(list);
  }

  #knownAfter(header: BlockHeader): string[] {
    const parent = this.headers.get(header.previousBlockHash);
    if (parent === undefined || parent.height >= this.locked.height) return [];
    const hash = this.hashAt(parent.height + 1);
    const known = hash === undefined ? undefined : this.headers.get(hash)?.header;
    return hash !== undefined && known !== undefined && isSame(known, header) ? [hash] : [];
  }

  /** Checks a ChainLock by the verified list 8 blocks below it: a quorum that left in this interval may sign for 8 blocks more, though the newest list lacks it. */
  #verify(chainLock: ChainLock): void {
    const list = this.lists.nearest(chainLock.height - SIGN_HEIGHT_OFFSET) ?? this.#state.list;
    const { network, quorums, height } = this.#state;
    const isRecent = height - list.height < network.quorums.chainLocks.cycle;
    const left = chainLockQuorums(isRecent ? list.quorums.values() : [], network).filter(
      ({ quorumHash }) => !quorums.some((quorum) => quorum.quorumHash === quorumHash),
    );
    const state = { ...this.#state, list, quorums: [...left, ...quorums] };
    requireChainLock(chainLock, activeAt(chainLock, list, state), state.quorums, network);
  }

  #lock(chainLock: ChainLock): void {
    this.#chain.lock(chainLock);
    this.#chainLock = chainLock;
    this.#dropUnlocked();
  }

  /** Drops headers that are not final: peers that follow the chain send them again, and others cannot fill the memory with branches. */
  #dropUnlocked(): void {
    for (const hash of this.#unlocked) if (this.heightOf(hash) === undefined) this.headers.delete(hash);
    this.#unlocked = [];
    this.#chain.dropUnlocked();
  }

  /** Returns whether an accepted block is on this chain at a height or above: another branch from there on was decided against. */
  #hasAcceptedFrom(height: number): boolean {
    return [...this.#accepted].some(([at, hash]) => at >= height && this.hashAt(at) === hash);
  }

  /** After a fork, no quorum leads to another block than the accepted one. */
  #requireAccepted(header: BlockHeader): void {
    const parent = this.headers.get(header.previousBlockHash);
    if (parent === undefined) return;
    const height = parent.height + 1;
    const accepted = this.#accepted.get(height);
    if (accepted === undefined) return;
    const point = { height: parent.height, hash: header.previousBlockHash };
    const hash = linkHeader(point, header, this.#state.network);
    if (hash === accepted) return;
    throw new VerificationError(
      'chain-lock-conflict',
      `block ${hash} at ${height} is on the branch of a fork that was not accepted`,
    );
  }

  /** Where targets follow from those before, a header that is far easier than the final ones is one of a cheap branch. */
  #requireDifficulty({ bits }: BlockHeader): void {
    const { gravityWaveFrom, easierWhenLate } = this.#state.network.work;
    const final = this.headers.get(this.locked.hash)?.header;
    if (gravityWaveFrom === undefined || easierWhenLate || final === undefined) return;
    if (compactToTarget(bits).target <= compactToTarget(final.bits).target * MAX_EASIER) return;
    throw new VerificationError(
      'header-target',
      `a header is more than ${MAX_EASIER} times easier than the last final one`,
    );
  }

  /** Keeps a ChainLock whose signer may be known with the list that waits. */
  #keepForList(chainLock: ChainLock, error: unknown): void {
    const isUnknown = error instanceof VerificationError && error.reason === 'unknown-signer';
    if (isUnknown && this.#waiting !== undefined) {
      this.#waiting = { ...this.#waiting, chainLock };
      this.#takeWaiting();
    }
  }

  /** Takes the list that waits once its block is final, or final by a ChainLock of a known quorum that the list selects. */
  #takeWaiting(): void {
    if (this.#waiting === undefined || this.#isDenied(this.#waiting)) return;
    const { list, chainLock } = this.#waiting;
    if (list.height > this.locked.height) {
      if (chainLock === undefined || !this.#isAbove(list, chainLock)) return;
      const next = { ...this.#state, quorums: orderedQuorums(list, this.#state), list };
      try {
        requireChainLock(
          chainLock,
          activeAt(chainLock, list, this.#state),
          this.#state.quorums,
          next.network,
        );
      } catch (error) {
        if (error instanceof VerificationError) return;
        throw error;
      }
      this.#lock(chainLock);
    }
    this.#waiting = undefined;
    const header = this.headers.get(list.hash)?.header;
    if (this.hashAt(list.height) !== list.hash || header === undefined) return;
    const quorums = orderedQuorums(list, this.#state);
    const { network } = this.#state;
    this.#state = { network, height: list.height, hash: list.hash, time: header.time, quorums, list };
    this.lists.add(list);
  }

  /** Drops the list that waits where the header of its block shows another coinbase: its sender lied, and the one of the header did not. */
  #isDenied({ list, deny }: WaitingList): boolean {
    const header = this.headers.get(list.hash)?.header;
    if (header === undefined) return false;
    try {
      requireHeader(list, header);
      return false;
    } catch (error) {
      if (!(error instanceof VerificationError)) throw error;
      this.#waiting = undefined;
      deny(error);
      return true;
    }
  }

  /** Returns whether headers lead from the block of a list to that of a ChainLock. */
  #isAbove(list: VerifiedList, chainLock: ChainLock): boolean {
    let at = this.headers.get(chainLock.hash);
    while (at !== undefined && at.height > list.height) at = this.headers.get(at.header.previousBlockHash);
    return at?.hash === list.hash;
  }
}

/** Headers above the last final block, on all branches together; a poll brings up to 500. */
const MAX_UNLOCKED = 4000;
/** Dark Gravity Wave makes a target at most three times easier at a time. */
const MAX_EASIER = 64n;
/** Blocks that a list may be above the headers that are known already. */
const MAX_AHEAD = 24;

/** Returns the headers that bytes of a peer serialise. @throws {VerificationError} `malformed` */
export function readHeaders(serialized: readonly Uint8Array[]): BlockHeader[] {
  return serialized.map((bytes) => readHeader(bytes));
}

/** Returns the ChainLock that bytes of a peer serialise. @throws {VerificationError} `malformed` */
export function readChainLock(bytes: Uint8Array): ChainLock {
  return decoded('ChainLock', () => decodeChainLock(bytes));
}

const isSameLock = (one: ChainLock, other: ChainLock): boolean =>
  one.height === other.height && one.hash === other.hash && one.signature === other.signature;

function isSame(one: BlockHeader, other: BlockHeader): boolean {
  const [a, b] = [encodeBlockHeader(one), encodeBlockHeader(other)];
  return a.every((byte, at) => byte === b[at]);
}

function conflict({ height, hash }: VerifiedList): VerificationError {
  return new VerificationError(
    'chain-lock-conflict',
    `the masternode list is of block ${hash} at ${height}, which is not final`,
  );
}
