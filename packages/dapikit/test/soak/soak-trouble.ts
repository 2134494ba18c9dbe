import { setTimeout as sleep } from 'node:timers/promises';
import type { LitecoinNode } from '../../../chain/test/litecoin-node.js';

const MAX_REORG_DEPTH = 6;
/** A node is tried again that often at least, when no other is left. */
const COME_BACK_MS = 3_000;
/** Of a tenth of a second each, to come to one chain. */
const MAX_TURNS = 300;

/** Does to two nodes what befalls nodes: blocks, reorganisations, partitions, stalls and `kill -9`; and to the gateway reloads. */
export class SoakTrouble {
  readonly counts = {
    mined: 0,
    reorganised: 0,
    partitioned: 0,
    stalled: 0,
    killed: 0,
    killedBoth: 0,
    reloaded: 0,
  };
  /** When no node answered: from and until. */
  readonly #outages: [number, number][] = [];
  readonly #nodes: readonly [LitecoinNode, LitecoinNode];
  readonly #random: () => number;
  readonly #pause: number;
  readonly #reloadGateway: () => Promise<void>;
  #height: number;

  /** @param pause between two actions at most, in milliseconds */
  constructor(
    nodes: readonly [LitecoinNode, LitecoinNode],
    random: () => number,
    pause: number,
    height: number,
    reloadGateway: () => Promise<void>,
  ) {
    this.#nodes = nodes;
    this.#random = random;
    this.#pause = pause;
    this.#height = height;
    this.#reloadGateway = reloadGateway;
  }

  /** About as high as the chain is. */
  get height(): number {
    return this.#height;
  }

  async run(isOver: () => boolean): Promise<void> {
    // Everything once, then as it comes.
    const first = [
      this.#mine,
      this.#reorganise,
      this.#reload,
      this.#kill,
      this.#partition,
      this.#stall,
      this.#killBoth,
    ];
    for (const action of first) {
      if (isOver()) return;
      await this.#doing(action);
    }
    while (!isOver()) await this.#doing(this.#anyAction());
  }

  /** Whether no node answered at a time, or had only just come back. */
  wasOut(at: number): boolean {
    return this.#outages.some(([from, until]) => at >= from && at < until + COME_BACK_MS);
  }

  /** Has both nodes agree on one chain; gives the hash of its tip. */
  async settle(): Promise<string> {
    await this.#connect();
    await this.#mineOn(this.#nodes[0]);
    for (let turn = 0; turn < MAX_TURNS; turn += 1) {
      const [first, second] = await Promise.all(this.#nodes.map((node) => node.call('getbestblockhash')));
      if (first === second) {
        for (const node of this.#nodes) await this.#write(node);
        return String(first);
      }
      await sleep(100);
      await this.#connect();
    }
    throw new Error('the nodes do not come to one chain');
  }

  #anyAction(): () => Promise<void> {
    const kind = this.#random();
    if (kind < 0.6) return this.#mine;
    if (kind < 0.65) return this.#reload;
    if (kind < 0.8) return this.#reorganise;
    if (kind < 0.87) return this.#partition;
    if (kind < 0.92) return this.#stall;
    return kind < 0.98 ? this.#kill : this.#killBoth;
  }

  async #doing(action: () => Promise<void>): Promise<void> {
    await action();
    await this.#connect();
    await sleep(this.#pause * this.#random());
  }

  readonly #mine = async (): Promise<void> => {
    this.counts.mined += 1;
    const node = this.#any();
    await this.#mineOn(node);
    // So that it does not begin from nothing when it is killed.
    if (this.#random() < 0.3) await this.#write(node);
  };

  readonly #reorganise = async (): Promise<void> => {
    this.counts.reorganised += 1;
    const node = this.#any();
    const height = Number(await node.call('getblockcount'));
    const depth = 1 + Math.floor(Math.min(MAX_REORG_DEPTH, height) * this.#random());
    const lowest = await node.call('getblockhash', height - depth + 1);
    await node.call('invalidateblock', lowest);
    for (let mined = 0; mined <= depth; mined += 1) await this.#mineOn(node);
    // Otherwise it would never go back to the chain of the other, were that the longer one.
    await node.call('reconsiderblock', lowest);
  };

  readonly #reload = async (): Promise<void> => {
    this.counts.reloaded += 1;
    await this.#reloadGateway();
    await this.#mineOn(this.#any());
  };

  readonly #partition = async (): Promise<void> => {
    this.counts.partitioned += 1;
    for (const node of this.#nodes) await node.call('setnetworkactive', false);
    for (let mined = 0; mined < 3; mined += 1) {
      for (const node of this.#nodes) if (this.#random() < 0.7) await this.#mineOn(node);
      await sleep(300);
    }
    for (const node of this.#nodes) await node.call('setnetworkactive', true);
  };

  readonly #stall = async (): Promise<void> => {
    this.counts.stalled += 1;
    const node = this.#any();
    await node.stall();
    const other = this.#nodes.find((one) => one !== node) ?? node;
    await sleep(500);
    await this.#mineOn(other);
    await sleep(1_500 * this.#random());
    node.goOn();
  };

  readonly #kill = async (): Promise<void> => {
    this.counts.killed += 1;
    const node = this.#any();
    await node.kill();
    const other = this.#nodes.find((one) => one !== node) ?? node;
    await sleep(1_000 * this.#random());
    await this.#mineOn(other);
    await sleep(1_000 * this.#random());
    await node.restart();
  };

  readonly #killBoth = async (): Promise<void> => {
    this.counts.killedBoth += 1;
    const from = performance.now();
    for (const node of this.#nodes) await node.kill();
    await sleep(2_000 * this.#random());
    for (const node of this.#nodes) await node.restart();
    this.#outages.push([from, performance.now()]);
  };

  #any(): LitecoinNode {
    return this.#nodes[this.#random() < 0.5 ? 0 : 1];
  }

  /** Has a node write all that it holds to its disk. */
  async #write(node: LitecoinNode): Promise<void> {
    await node.call('gettxoutsetinfo');
  }

  async #mineOn(node: LitecoinNode): Promise<void> {
    await node.mine(1);
    this.#height = Math.max(this.#height, Number(await node.call('getblockcount')));
  }

  async #connect(): Promise<void> {
    const [first, second] = this.#nodes;
    const peers = await first.call('getconnectioncount');
    if (peers === 0) await first.connect(second);
  }
}
