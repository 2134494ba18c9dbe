import {
  ControlRejectedError,
  InsufficientFundsError,
  NodeRejectionError,
  type ChainLock,
  type DevChain,
} from '@dapikit/chain';
import { createCoreEmulator, type CoreEmulator } from '@dapikit/chain/core-emulator';
import { CREDENTIALS, EmulatorCaller } from '../../../chain/test/emulator-caller.js';
import { FaultProxy } from '../faults/fault-proxy.js';
import { startGatewayOfNodes, type GatewayOfNodes } from '../faults/gateway-of-nodes.js';
import { NODE_FAULTS } from '../faults/node-faults.js';

/** Soon enough for a test, and late enough for a busy machine. */
const CORE_LIMITS = { pollInterval: 200, callTimeout: 2_000 };
const POOL_LIMITS = {
  attemptTimeout: 300,
  callTimeout: 1_500,
  probeInterval: 100,
  probeTimeout: 300,
  minRetryDelay: 5,
  maxRetryDelay: 50,
};

/** One node: its chain, its RPC server, and what stands in front of that. */
interface Node {
  readonly chain: DevChain;
  readonly emulator: CoreEmulator;
  readonly proxy: FaultProxy;
}

async function startNode(chain: DevChain): Promise<Node> {
  const emulator = await createCoreEmulator(chain, {
    credentials: CREDENTIALS,
    port: 0,
    zmq: 'tcp://127.0.0.1:*',
  });
  return { chain, emulator, proxy: await FaultProxy.start(emulator.port) };
}

/**
 * Two nodes with chains of their own, behind a pool and a gateway. What happens on the network between them happens when a test says
 * so: blocks are passed on, and both sign the same ChainLocks.
 */
export class PairOfNodes {
  readonly gateway: GatewayOfNodes;
  readonly locks: ChainLock[] = [];
  readonly #nodes: readonly [Node, Node];

  private constructor(nodes: readonly [Node, Node], gateway: GatewayOfNodes) {
    this.#nodes = nodes;
    this.gateway = gateway;
  }

  /** @param first the chain that both begin with; the pair closes it */
  static async start(first: DevChain): Promise<PairOfNodes> {
    const nodes = [await startNode(first), await startNode(first.copy())] as const;
    const gateway = await startGatewayOfNodes(
      nodes.map(({ proxy }) => ({ url: proxy.url, credentials: CREDENTIALS, ...CORE_LIMITS })),
      POOL_LIMITS,
    );
    return new PairOfNodes(nodes, gateway);
  }

  get chains(): readonly [DevChain, DevChain] {
    return [this.#nodes[0].chain, this.#nodes[1].chain];
  }

  /** The chain with more work, the first of two that have the same. */
  get best(): DevChain {
    const [first, second] = this.chains;
    return second.tip().height > first.tip().height ? second : first;
  }

  mine(at: number, count: number): void {
    this.chains[at]!.mine(count);
  }

  /** Gives up the last blocks of a chain for others, unless a ChainLock is among them. */
  reorganise(at: number, depth: number): void {
    const chain = this.chains[at]!;
    if (chain.tip().height - depth >= (chain.bestChainLock()?.height ?? 0)) chain.reorganise(depth);
  }

  /** Pays from the account of one node; the other hears of it, if the payment is valid there. */
  async pay(at: number, from: number, to: number): Promise<void> {
    const chain = this.chains[at]!;
    const { accounts } = chain;
    let payment: Uint8Array;
    try {
      payment = chain.transfer(accounts[from]!, accounts[to]!, 1_000_000n);
    } catch (error) {
      if (error instanceof InsufficientFundsError) return;
      throw error;
    }
    for (const each of [chain, this.chains[1 - at]!]) {
      try {
        await each.sendTransaction(payment);
      } catch (error) {
        if (!(error instanceof NodeRejectionError)) throw error;
      }
    }
  }

  /** Bans a masternode, or lifts its ban, in a block of the first node, whose keys are counted. */
  changeMasternodes(which: number): void {
    const { masternodes } = this.chains[0];
    const all = masternodes.list();
    const { proTxHash, state } = all[which % all.length]!;
    if (state === 'banned') masternodes.unban(proTxHash);
    else masternodes.ban(proTxHash);
  }

  /** Passes the blocks of the better chain on to the other node. */
  async sync(): Promise<void> {
    const from = this.best;
    const to = this.#nodes.find(({ chain }) => chain !== from)!;
    if (from.tip().height === to.chain.tip().height) return;
    let fork = to.chain.tip().height;
    while ((await to.chain.blockHash(fork)) !== (await from.blockHash(fork))) fork -= 1;
    const caller = new EmulatorCaller(to.emulator.url);
    for (const { hex, hash } of from.exportBlocks(fork + 1)) {
      const reason = await caller.call<string | null>('submitblock', hex);
      // A reorganisation of its own declared the block invalid.
      if (reason === 'duplicate-invalid') to.chain.reconsider(hash);
      else if (reason !== null && reason !== 'inconclusive' && reason !== 'duplicate')
        throw new Error(`block ${hash}: ${reason}`);
    }
  }

  /** Has both nodes lock the tip of the better chain, where a quorum signs it. */
  async lock(): Promise<void> {
    await this.sync();
    const { height, hash } = this.best.tip();
    if (this.chains.some((chain) => chain.tip().hash !== hash)) return;
    for (const chain of this.chains) {
      try {
        this.locks.push(chain.quorums.chainLock(height));
      } catch (error) {
        if (!(error instanceof ControlRejectedError && error.reason === 'no-quorum')) throw error;
      }
    }
  }

  /** Makes a node fail in a way of the table; `undefined` ends that. */
  async fail(at: number, fault: string | undefined): Promise<void> {
    await this.#nodes[at]!.proxy.set(fault === undefined ? undefined : NODE_FAULTS[fault]);
  }

  /** Ends all faults, and brings both nodes to one locked tip. Returns its ChainLock. */
  async calm(): Promise<ChainLock> {
    for (const at of [0, 1]) await this.fail(at, undefined);
    // Quorums form again where those of the chain became too old to sign.
    const lead = this.best;
    lead.mine(1);
    const lock = lead.quorums.chainLock();
    await this.sync();
    const other = this.chains.find((chain) => chain !== lead)!;
    const same = other.quorums.chainLock(lock.height);
    if (JSON.stringify(same) !== JSON.stringify(lock)) throw new Error('the nodes sign different ChainLocks');
    this.locks.push(lock);
    return lock;
  }

  async stop(): Promise<void> {
    await this.gateway.stop();
    for (const { chain, emulator, proxy } of this.#nodes) {
      await proxy.stop();
      await emulator.close();
      chain.close();
    }
  }
}
