import {
  blockHash,
  decodeBlock,
  encodeBlockHeader,
  encodeTransaction,
  merkleRootWithMutation,
  networkTransactionId,
  type Transaction,
} from '@dapikit/chain/browser';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CorePeer } from '../src/client/core-peer.js';
import type { TrustedState } from '../src/walk/walk.js';
import { clientOf, named } from './client-of.js';
import { honestPeer, RecordedChain } from './recorded-chain.js';
import { VirtualClock } from './virtual-clock.js';

/** Peers keep some hundred blocks below the first list in mind. */
const KNOWN_BELOW = 640;
const DEPTH = 700;

let chain: RecordedChain;
let start: TrustedState;
beforeAll(async () => {
  chain = new RecordedChain();
  chain.chain.quorums.form();
  chain.chain.quorums.form();
  chain.mine(DEPTH);
  start = await chain.stateAt(chain.height - 2);
}, 600_000);
afterAll(() => chain.chain.close());

const transactionsOf = (height: number): Transaction[] => [...decodeBlock(chain.block(height)!).transactions];

async function opened(peers: (clock: VirtualClock) => readonly CorePeer[]) {
  const clock = new VirtualClock();
  const parts = clientOf(named(peers(clock)), clock, { start });
  await clock.run(parts.client.start());
  await clock.advance(2000);
  return { clock, ...parts };
}

const honest = (clock: VirtualClock): CorePeer => honestPeer({ chain, clock, tip: () => chain.height });

/** Says that a transaction is in a block of its own, which has valid roots and no work. */
function withOwnBlock(peer: CorePeer, transactions: readonly Transaction[]): CorePeer {
  const { root } = merkleRootWithMutation(transactions.map(networkTransactionId));
  const header = { ...decodeBlock(chain.block(1)!).header, merkleRoot: root };
  const body = transactions.map((transaction) => encodeTransaction(transaction));
  const bytes = new Uint8Array(
    Buffer.concat([encodeBlockHeader(header), Uint8Array.of(transactions.length), ...body]),
  );
  const hash = blockHash(header);
  return {
    ...peer,
    blockOf: async () => hash,
    block: async (at, signal) => (at === hash ? bytes : peer.block(at, signal)),
  };
}

it.each([300, DEPTH + 5])('are proven in a block %d below the tip', async (below) => {
  const { client, clock } = await opened((at) => [honest(at), honest(at)]);
  const height = chain.height - below;
  expect(client.chain.lowest > height).toBe(below > KNOWN_BELOW);
  const [coinbase] = transactionsOf(height);
  const found = await clock.run(client.transaction(networkTransactionId(coinbase!)));
  expect(found.block).toEqual({ height, hash: chain.hashAt(height) });
  await clock.run(client.close());
});

it.each([
  ['of a height that is known', (height: number) => transactionsOf(height)],
  ['far below the known ones', (height: number) => [transactionsOf(1)[0]!, ...transactionsOf(height)]],
])('are proven though other peers have them in a block that is not of the chain, %s', async (_, forged) => {
  const height = chain.height - 10;
  const { client, clock } = await opened((at) => [
    ...[1, 2, 3].map(() => withOwnBlock(honest(at), forged(height))),
    honest(at),
  ]);
  const txid = networkTransactionId(transactionsOf(height)[0]!);
  for (let call = 0; call < 10; call += 1)
    expect((await clock.run(client.transaction(txid))).block.height).toBe(height);
  await clock.run(client.close());
});

it('are rejected in a block that is not of the chain', async () => {
  const height = chain.height - 10;
  const near = await opened((at) => [withOwnBlock(honest(at), transactionsOf(height))]);
  const txid = networkTransactionId(transactionsOf(height)[0]!);
  await expect(near.clock.run(near.client.transaction(txid))).rejects.toThrow('is not final');
  await near.clock.run(near.client.close());
  const far = await opened((at) => [
    withOwnBlock(honest(at), [transactionsOf(1)[0]!, ...transactionsOf(height)]),
  ]);
  await expect(far.clock.run(far.client.transaction(txid))).rejects.toThrow('too far below the known ones');
  await far.clock.run(far.client.close());
});
