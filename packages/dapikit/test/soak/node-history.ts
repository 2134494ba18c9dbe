import { setTimeout as sleep } from 'node:timers/promises';
import type { LitecoinNode } from '../../../chain/test/litecoin-node.js';

/** How often a node is asked what it has, in milliseconds. */
const POLL_MS = 25;

interface Header {
  readonly hash: string;
  readonly height: number;
  readonly previousblockhash?: string;
}

/** A time in which something was so, as far as is known: it may have been shorter at both ends. */
interface Span {
  readonly from: number;
  until: number;
}

/** A best chain that a node had. */
interface Reign extends Span {
  /** The hashes by height. */
  readonly chain: readonly string[];
}

/** What the nodes themselves had as their best chains, and when: answers of a gateway are held against it. */
export class NodeHistory {
  readonly #headers = new Map<string, Header>();
  readonly #reigns: Reign[] = [];
  /** When a block was some node's tip, if only on the way to another one. */
  readonly #tips = new Map<string, Span[]>();
  readonly #followed: Promise<void>[] = [];
  #isOver = false;

  /** Follows a node until `close`; resolves when its present chain is known. */
  async follow(node: LitecoinNode): Promise<void> {
    const first = await this.#look(node);
    if (first === undefined) throw new Error('the node does not answer');
    this.#followed.push(this.#goOn(node, first));
  }

  async close(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#followed);
  }

  /** How long before `asked` a block was last some node's tip, in milliseconds; `undefined` where it never was. */
  tipAge(hash: string, asked: number, answered: number): number | undefined {
    return youngest(this.#tips.get(hash) ?? [], asked, answered);
  }

  /** As `tipAge`, for a block at a height of some node's best chain. */
  hashAge(height: number, hash: string, asked: number, answered: number): number | undefined {
    return youngest(
      this.#reigns.filter(({ chain }) => chain[height] === hash),
      asked,
      answered,
    );
  }

  /** As `tipAge`, for that a node had no block at a height. */
  absenceAge(height: number, asked: number, answered: number): number | undefined {
    return youngest(
      this.#reigns.filter(({ chain }) => chain.length <= height),
      asked,
      answered,
    );
  }

  /** The hash of the block before another. */
  previous(hash: string): string | undefined {
    return this.#headers.get(hash)?.previousblockhash;
  }

  /** When a block last became the tip of a node before a time, which it can more than once. */
  lastBecameTip(hash: string, before: number): number | undefined {
    const begun = (this.#tips.get(hash) ?? []).map(({ from }) => from).filter((from) => from <= before);
    return begun.length === 0 ? undefined : Math.max(...begun);
  }

  get knownBlocks(): number {
    return this.#headers.size;
  }

  async #goOn(node: LitecoinNode, first: Reign): Promise<void> {
    let reign = first;
    while (!this.#isOver) {
      await sleep(POLL_MS);
      const next = await this.#look(node, reign);
      if (next !== undefined) reign = next;
    }
  }

  /** What the node has now; `undefined` where it does not answer, or has what it had. A node that is away still has it. */
  async #look(node: LitecoinNode, before?: Reign): Promise<Reign | undefined> {
    const asked = performance.now();
    try {
      const tip = String(await node.call('getbestblockhash'));
      if (tip === before?.chain.at(-1)) {
        this.#lastSeen.set(before, asked);
        return undefined;
      }
      const chain = await this.#chainTo(tip, node);
      const from = before ? (this.#lastSeen.get(before) ?? before.from) : asked;
      const reign = { from, until: Infinity, chain };
      this.#begin(reign, before);
      this.#lastSeen.set(reign, asked);
      return reign;
    } catch {
      return undefined;
    }
  }

  readonly #lastSeen = new Map<Reign, number>();

  #begin(reign: Reign, before: Reign | undefined): void {
    const now = performance.now();
    this.#reigns.push(reign);
    if (before) {
      before.until = now;
      for (const span of this.#tips.get(before.chain.at(-1) ?? '') ?? [])
        span.until = Math.min(span.until, now);
      // On its way from one to the other it had each block between as its tip.
      const fork = before.chain.findIndex((hash, height) => reign.chain[height] !== hash);
      const lowest = Math.max(
        0,
        (fork === -1 ? Math.min(before.chain.length, reign.chain.length) : fork) - 1,
      );
      for (const hash of [...before.chain.slice(lowest), ...reign.chain.slice(lowest, -1)])
        this.#reigned(hash, { from: reign.from, until: now });
    }
    this.#reigned(reign.chain.at(-1) ?? '', { from: reign.from, until: Infinity });
  }

  #reigned(hash: string, span: Span): void {
    const spans = this.#tips.get(hash) ?? [];
    spans.push(span);
    this.#tips.set(hash, spans);
  }

  async #chainTo(tip: string, node: LitecoinNode): Promise<readonly string[]> {
    const hashes: string[] = [];
    for (let at: string | undefined = tip; at !== undefined; at = this.previous(at)) {
      if (!this.#headers.has(at)) this.#headers.set(at, await header(node, at));
      hashes.push(at);
    }
    return hashes.toReversed();
  }
}

async function header(node: LitecoinNode, hash: string): Promise<Header> {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a real node answers it
  return (await node.call('getblockheader', hash)) as Header;
}

function youngest(spans: readonly Span[], asked: number, answered: number): number | undefined {
  let age: number | undefined;
  for (const { from, until } of spans) {
    if (from > answered) continue;
    const since = Math.max(0, asked - until);
    if (age === undefined || since < age) age = since;
  }
  return age;
}
