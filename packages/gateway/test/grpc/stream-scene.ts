import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { Code, ConnectError } from '@connectrpc/connect';
import dashcore from '@dashevo/dashcore-lib';
import {
  applyMasternodeListDiff,
  blockHash,
  bytesToHex,
  decodeBlock,
  decodeBlockHeader,
  emptyMasternodeList,
  encodeChainLock,
  NodeRejectionError,
  transactionId,
  ZERO_HASH,
  type DevChain,
  type MasternodeList,
} from '@dapikit/chain';
import { HeaderReplica, MasternodeReplica, TransactionReplica, type RequestFilter } from './core-replicas.js';
import { grpcClients } from './grpc-clients.js';
import type { PairOfNodes } from './pair-of-nodes.js';

const PATIENCE_MS = 30_000;

/** Waits until what is read is as expected. */
async function becomes(read: () => unknown, expected: unknown): Promise<void> {
  const limit = Date.now() + PATIENCE_MS;
  while (!isDeepStrictEqual(read(), expected) && Date.now() < limit) await sleep(10);
  assert.deepEqual(read(), expected);
}
/** Blocks before the tip with which the streams begin. */
const HISTORY = 30;
/** With which a history may end: also where the pool has not heard of its last block yet. */
const HISTORY_CODES: ReadonlySet<Code> = new Set([
  Code.Unavailable,
  Code.DeadlineExceeded,
  Code.NotFound,
  Code.InvalidArgument,
]);

const publicKeyOf = ({ wif }: { readonly wif: string }): Uint8Array =>
  new dashcore.PrivateKey(wif).toPublicKey().toBuffer();

/** The filter of a wallet with the first account, made by the official library. */
function walletFilter(chain: DevChain): RequestFilter {
  const [account] = chain.accounts;
  const filter = dashcore.BloomFilter.create(2, 0.000_000_1, 5, 0);
  filter.insert(Buffer.from(account!.keyId, 'hex'));
  filter.insert(Buffer.from(publicKeyOf(account!)));
  const { vData, nHashFuncs, nTweak, nFlags } = filter;
  return { vData: Uint8Array.from(vData), nHashFuncs, nTweak, nFlags };
}

/** The ids of the transactions of a block that pay the first account, or spend its coins: without a filter all. */
function expectedMatches(chain: DevChain, height: number, isFiltered: boolean): string[] {
  const [account] = chain.accounts;
  const script = bytesToHex(account!.scriptPubKey);
  const key = bytesToHex(publicKeyOf(account!));
  return decodeBlock(chain.serializedBlock(height)!)
    .transactions.filter(
      ({ inputs, outputs }) =>
        !isFiltered ||
        outputs.some(({ scriptPubKey }) => bytesToHex(scriptPubKey) === script) ||
        inputs.some(({ scriptSig }) => bytesToHex(scriptSig).includes(key)),
    )
    .map((transaction) => transactionId(transaction));
}

/** The blocks that a node has from a height on. */
const blocksFrom = (chain: DevChain, first: number) =>
  [...chain.exportBlocks(first)].map(({ hash }) => ({ hash }));

const filteredBlocksFrom = (chain: DevChain, first: number, isFiltered: boolean) =>
  [...chain.exportBlocks(first)].map(({ hash, height }) => ({
    hash,
    txids: expectedMatches(chain, height, isFiltered),
  }));

async function listOf(chain: DevChain, hash: string): Promise<MasternodeList> {
  return applyMasternodeListDiff(
    emptyMasternodeList(ZERO_HASH),
    await chain.masternodeListDiff(ZERO_HASH, hash),
  );
}

/** Nodes, and clients of all streams. */
export class StreamScene {
  readonly pair: PairOfNodes;
  readonly headers: HeaderReplica;
  readonly wallet: TransactionReplica;
  readonly all: TransactionReplica;
  readonly masternodes: MasternodeReplica;
  readonly wrong: unknown[] = [];
  readonly #open: Promise<void>[] = [];
  readonly #lists: MasternodeList[] = [];

  constructor(pair: PairOfNodes) {
    this.pair = pair;
    const { core } = grpcClients(pair.gateway.port);
    const first = pair.best.tip().height - HISTORY;
    this.headers = new HeaderReplica(core, first);
    this.wallet = new TransactionReplica(core, first, walletFilter(pair.best));
    this.all = new TransactionReplica(core, first, undefined);
    this.masternodes = new MasternodeReplica(core, (list) => this.#lists.push(list));
    for (const replica of this.#replicas) this.#open.push(replica.run());
  }

  get #replicas() {
    return [this.headers, this.wallet, this.all, this.masternodes];
  }

  /** Reads some blocks of the past: all of them come, or the stream fails. */
  history(back: number, count: number): void {
    this.#open.push(this.#readHistory(this.pair.best.tip().height - back, count));
  }

  async #readHistory(first: number, count: number): Promise<void> {
    const { core } = grpcClients(this.pair.gateway.port);
    const blocks: { readonly hash: string; readonly previous: string }[] = [];
    try {
      const stream = core.subscribeToBlockHeadersWithChainLocks({
        fromBlock: { case: 'fromBlockHeight', value: first },
        count,
      });
      for await (const { responses } of stream)
        if (responses.case === 'blockHeaders')
          for (const header of responses.value.headers.map(decodeBlockHeader))
            blocks.push({ hash: blockHash(header), previous: header.previousBlockHash });
    } catch (error) {
      if (!(error instanceof ConnectError && HISTORY_CODES.has(error.code))) this.wrong.push(error);
      return;
    }
    const isChain = blocks.every(({ previous }, at) => at === 0 || previous === blocks[at - 1]!.hash);
    if (blocks.length !== count || !isChain) this.wrong.push(['incomplete history', count, blocks]);
  }

  /** Checks each list that came against those of the nodes, where one still has that block. */
  async checkLists(): Promise<void> {
    for (const list of this.#lists)
      for (const chain of this.pair.chains) {
        try {
          assert.deepEqual(list, await listOf(chain, list.blockHash));
        } catch (error) {
          if (!(error instanceof NodeRejectionError)) throw error;
        }
      }
  }

  /** Waits until each stream has what the nodes have, once these are well and at one block. */
  async settle(): Promise<void> {
    const lock = await this.pair.calm();
    const { best } = this.pair;
    const { headers, wallet, all, masternodes } = this;
    const first = headers.first;
    const tip = best.tip().hash;
    const known = (): unknown[] => [
      headers.blocks.at(-1)?.hash,
      headers.locks.at(-1),
      wallet.blocks.at(-1)?.hash,
      all.blocks.at(-1)?.hash,
      masternodes.list.blockHash,
    ];
    const lockBytes = bytesToHex(encodeChainLock(lock));
    await becomes(known, [tip, lockBytes, tip, tip, lock.hash]);
    assert.deepEqual(headers.blocks, blocksFrom(best, first));
    assert.deepEqual(wallet.blocks, filteredBlocksFrom(best, first, true));
    assert.deepEqual(all.blocks, filteredBlocksFrom(best, first, false));
    assert.deepEqual(masternodes.list, await listOf(best, lock.hash));
    const locks = new Set(this.pair.locks.map((each) => bytesToHex(encodeChainLock(each))));
    assert.deepEqual(
      headers.locks.filter((each) => !locks.has(each)),
      [],
    );
  }

  /** Sends a payment that waits for its block, and has it locked. */
  async payAndLock(): Promise<void> {
    const [first] = this.pair.chains;
    await becomes(() => this.pair.gateway.health().nodes.map(({ state }) => state), ['healthy', 'healthy']);
    const before = new Set(first.mempool());
    await this.pair.pay(0, 0, 1);
    const txid = first.mempool().find((each) => !before.has(each));
    for (const { quorums } of this.pair.chains) quorums.instantLock(txid!);
    const lock = bytesToHex((await first.read('instantLock', { txid: txid! }))!);
    for (const replica of [this.wallet, this.all]) {
      await becomes(() => replica.loose.includes(txid!), true);
      await becomes(() => replica.locks.includes(lock), true);
      assert.equal(replica.locks.filter((each) => each === lock).length, 1);
    }
  }

  async close(): Promise<void> {
    for (const replica of this.#replicas) replica.close();
    await Promise.all(this.#open);
    await this.pair.stop();
  }

  /** What no client should see. */
  get allWrong(): unknown[] {
    const failed = this.pair.gateway.logLines.filter(({ msg }) => msg === 'gRPC call failed');
    return [...this.wrong, ...this.#replicas.flatMap(({ wrong }) => wrong), ...failed];
  }
}
