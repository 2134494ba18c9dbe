import { BestChain } from '../core-node/best-chain.js';
import type { LinkedBlock } from '../core-node/linked-block.js';
import { Listeners } from '../core-node/listeners.js';
import { NodeRejectionError, type BlockEvent, type ChainLock } from '../../layer1/layer1.js';
import { NodeUnavailableError } from '../../layer1/node-unavailable-error.js';
import type { Ancestry } from './ancestry.js';
import { agreesWith, chooseChainLock, type ReportedLock } from './chain-lock-choice.js';
import { ChainWindow } from './chain-window.js';
import { chooseTip } from './fork-choice.js';
import type { Member, MemberContext } from './member.js';
import type { NodeJudge } from './node-judge.js';

/** Max depth at which the last common block of a node and the followed chain is searched. */
const MAX_FORK_DEPTH = 100;

/**
 * Represents the chain that a pool follows across its nodes. It changes by events only, each next to the
 * one before, whichever nodes they come from.
 */
export class FollowedChain {
  readonly blocks: Listeners<BlockEvent>;
  readonly chainLocks: Listeners<ChainLock>;
  /** Transactions that any of the nodes published. */
  readonly transactions: Listeners<string>;
  readonly #members: () => readonly Member[];
  readonly #ancestry: Ancestry;
  readonly #onError: (error: unknown) => void;
  readonly #judge: NodeJudge;
  readonly #window = new ChainWindow();
  readonly #path: BestChain;
  #leader: Member | undefined;
  #tip: LinkedBlock | undefined;
  #current: ReportedLock | undefined;
  #emittedLock: ChainLock | undefined;
  #network: string | undefined;
  #following: Promise<void> | undefined;
  #isNews = false;
  #isClosed = false;

  constructor(
    members: () => readonly Member[],
    ancestry: Ancestry,
    { onError, judge }: Pick<MemberContext, 'onError' | 'judge'>,
  ) {
    this.#members = members;
    this.#ancestry = ancestry;
    this.#onError = onError;
    this.#judge = judge;
    this.blocks = new Listeners(onError);
    this.chainLocks = new Listeners(onError);
    this.transactions = new Listeners(onError);
    this.#path = new BestChain(
      {
        block: (hash) => this.#ancestry.block(hash, this.#leading()),
        hashAt: (height) => this.#ancestry.hashAt(height, this.#leading()),
      },
      ancestry.recent,
    );
  }

  /** Returns the last emitted block; `undefined` before the first. */
  get tip(): LinkedBlock | undefined {
    return this.#tip;
  }

  /** Returns the highest ChainLock of an emitted block. */
  get chainLock(): ChainLock | undefined {
    return this.#emittedLock;
  }

  /** Returns the hash at a height of the followed chain, as far as it is known here. */
  knownHash(height: number): string | undefined {
    return this.#window.hashAt(height);
  }

  /** Follows what the nodes have been seen to have until now. */
  follow(): Promise<void> {
    this.#isNews = true;
    return (this.#following ??= this.#followWhileNews());
  }

  /** Returns the hash as `knownHash` does, or after walking down to it if it is not deep; `undefined` if a node has to be requested. */
  async recentHash(height: number): Promise<string | undefined> {
    const known = this.#window.hashAt(height);
    if (known !== undefined || !this.#tip) return known;
    if (height < this.#tip.height - MAX_FORK_DEPTH) return undefined;
    return ifKnown(this.#walkDown(height), undefined);
  }

  close(): void {
    this.#isClosed = true;
  }

  async #followWhileNews(): Promise<void> {
    while (this.#isNews && !this.#isClosed) {
      this.#isNews = false;
      try {
        await this.#followOnce();
      } catch (error) {
        // The health of the nodes has why; the next probe continues from the emitted tip.
        if (!isOfNodes(error)) this.#onError(error);
      }
    }
    this.#following = undefined;
  }

  async #followOnce(): Promise<void> {
    this.#checkNetwork();
    this.#checkVerification();
    await this.#chooseChainLock();
    const isAllowed = await this.#isTipAllowed();
    const leader = chooseTip(this.#tip, isAllowed, this.#members(), (tip) => this.#window.has(tip));
    if (leader?.tip) await this.#goTo(leader.tip, leader);
    await this.#findAgreement();
    for (const member of this.#members()) if (member.isLive) member.isCompared = true;
    await this.#emitChainLock();
  }

  async #goTo(goal: LinkedBlock, leader: Member): Promise<void> {
    this.#leader = leader;
    while (this.#tip?.hash !== goal.hash && !this.#isClosed) {
      const events = await this.#path.stepTowards(goal.hash);
      const { tip } = this.#path;
      if (!tip) return;
      for (const event of events) this.#window.apply(event);
      if (!this.#window.has(tip)) this.#window.begin(tip);
      this.#tip = tip;
      for (const event of events) this.blocks.emit(event);
    }
  }

  /** Excludes a node of another network than the followed one. */
  #checkNetwork(): void {
    const members = this.#members();
    const networks = members.flatMap(({ status }) => (status ? [status.network] : []));
    if (this.#network === undefined || !networks.includes(this.#network)) this.#network = networks[0];
    for (const member of members) {
      const isOther = member.status !== undefined && member.status.network !== this.#network;
      if (isOther) member.setQuarantine('network');
      else if (member.quarantine === 'network') member.setQuarantine(undefined);
    }
  }

  /** Excludes a node that the judge rejects, or whose ChainLock no trusted quorum signed. */
  #checkVerification(): void {
    for (const member of this.#members()) {
      const { name, chainLock, quarantine } = member;
      if (quarantine === 'network') continue;
      const isWrong =
        this.#judge.isRejected(name) || (chainLock && this.#judge.isSigned(chainLock)) === false;
      if (isWrong) member.setQuarantine('verification');
      else if (quarantine === 'verification') member.setQuarantine(undefined);
    }
  }

  async #chooseChainLock(): Promise<void> {
    const members = this.#members().filter(
      ({ quarantine }) => quarantine !== 'network' && quarantine !== 'verification',
    );
    const { isSigned } = this.#judge;
    const choosing = chooseChainLock(members, this.#current, this.#ancestry, isSigned);
    this.#current = await ifKnown(choosing, this.#current);
    const live = members.filter(({ isLive }) => isLive);
    const isAgreed = await Promise.all(live.map((member) => this.#agrees(member)));
    const current = this.#current?.chainLock.hash;
    const isAnybodys = members.some(({ chainLock }) => chainLock?.hash === current);
    if (live.length > 0 && !isAgreed.includes(true) && !isAnybodys) {
      // The node that reported it is gone, and no other node has it.
      this.#current = undefined;
      this.#emittedLock = undefined;
      isAgreed.fill(true);
    }
    live.forEach((member, index) => {
      if (isAgreed[index] !== undefined) member.setQuarantine(isAgreed[index] ? undefined : 'chain-lock');
    });
  }

  /** Returns `undefined` where it cannot be known now. */
  async #agrees(member: Member): Promise<boolean | undefined> {
    if (!this.#current) return true;
    const { chainLock } = this.#current;
    if (member.tip && this.#areInWindow(member.tip, chainLock)) return true;
    return ifKnown(agreesWith(member, this.#current, this.#ancestry), undefined);
  }

  /** Returns whether no ChainLock is against the tip. */
  async #isTipAllowed(): Promise<boolean> {
    if (!this.#current || !this.#tip || this.#areInWindow(this.#tip, this.#current.chainLock)) return true;
    const { chainLock, owner } = this.#current;
    const leader = this.#leading();
    return ifKnown(this.#ancestry.areOfOneChain([this.#tip, leader], [chainLock, owner]), true);
  }

  #areInWindow(...blocks: readonly { readonly hash: string; readonly height: number }[]): boolean {
    return blocks.every((block) => this.#window.has(block));
  }

  async #findAgreement(): Promise<void> {
    const live = this.#members().filter(({ isLive }) => isLive);
    await Promise.all(live.map((member) => this.#findAgreementOf(member)));
  }

  async #findAgreementOf(member: Member): Promise<void> {
    // The former state is valid until the next probe.
    member.agreesTo = await ifKnown(this.#agreement(member), member.agreesTo);
  }

  /** Returns the height of the last block that a node's chain has in common with the followed one; -1 where that is not known. */
  async #agreement(member: Member): Promise<number> {
    const [tip, theirs] = [this.#tip, member.tip];
    if (!tip || !theirs) return -1;
    if (this.#window.has(theirs)) return theirs.height;
    if (theirs.height < tip.height - MAX_FORK_DEPTH) {
      const isBelow = (await this.#ancestry.hashAt(theirs.height, this.#leading())) === theirs.hash;
      return isBelow ? theirs.height : -1;
    }
    let at: LinkedBlock | undefined = theirs;
    while (at && at.height >= tip.height - MAX_FORK_DEPTH) {
      if (at.height <= tip.height && (await this.#walkDown(at.height)) === at.hash) return at.height;
      at = await this.#ancestry.previous(at, member);
    }
    return -1;
  }

  async #walkDown(height: number): Promise<string | undefined> {
    while (this.#window.lowest > height) {
      const { lowest } = this.#window;
      const hash = this.#window.hashAt(lowest);
      if (hash === undefined) return undefined;
      const block = await this.#ancestry.block(hash, this.#leading());
      if (block.previous === undefined) return undefined;
      // Another walk may have been faster, or the chain another one since.
      if (this.#window.lowest === lowest && this.#window.hashAt(lowest) === hash) {
        this.#window.extendDown(block.previous);
      }
    }
    return this.#window.hashAt(height);
  }

  async #emitChainLock(): Promise<void> {
    const chainLock = this.#current?.chainLock;
    if (!chainLock || !this.#tip || chainLock.hash === this.#emittedLock?.hash) return;
    // Of a block that is not followed yet: emitted once it is.
    if (chainLock.height > this.#tip.height || !(await this.#isTipAllowed())) return;
    this.#emittedLock = chainLock;
    this.chainLocks.emit(chainLock);
  }

  #leading(): Member {
    const leader =
      this.#leader?.isLive === true ? this.#leader : this.#members().find(({ isLive }) => isLive);
    if (!leader) throw new NodeUnavailableError('no node available', 'unreachable');
    return leader;
  }
}

/** Returns the result of `answer`, or `otherwise` if nodes lack it or do not respond. */
async function ifKnown<T, Otherwise>(answer: Promise<T>, otherwise: Otherwise): Promise<T | Otherwise> {
  try {
    return await answer;
  } catch (error) {
    if (!isOfNodes(error)) throw error;
    return otherwise;
  }
}

function isOfNodes(error: unknown): boolean {
  return error instanceof NodeUnavailableError || error instanceof NodeRejectionError;
}
