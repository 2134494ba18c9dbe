import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { encodeSizedBlock } from '../src/rules/consensus/sized-block.js';
import { askNode } from '../src/core-emulator/call-node.js';
import { EMULATOR_METHODS } from '../src/core-emulator/methods/methods.js';
import { EmulatedNode } from '../src/core-emulator/rpc/emulated-node.js';
import { RpcServer } from '../src/core-emulator/rpc-server.js';
import { RpcTable } from '../src/core-emulator/rpc-table.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { runInTurns } from '../src/base/event-loop/in-turns.js';
import { coreJsonSteps, writeCoreJson } from '../src/core-emulator/json/core-json.js';
import { encodeTransaction, transactionId } from '../src/primitives/transaction/transaction.js';
import { chainBeforeLargeBlock } from './large-block.js';
import { spend } from './spend.js';
import { turnsOf } from './turns-of.js';

const TRANSACTIONS = 2000;
/** What a step has at most. */
const PER_TURN = 250;
const ANYBODY = Uint8Array.of(0x51);
/** The first turn runs before turns are counted. */
const turnsFor = (pieces: number): number => Math.floor(pieces / PER_TURN) - 2;

const table = new RpcTable(EMULATOR_METHODS);

function nodeOf(chain: DevChain): EmulatedNode {
  return new EmulatedNode({
    devChain: chain,
    now: () => 0,
    notifiers: () => [],
    mempoolSequence: () => 1n,
    closing: new AbortController().signal,
  });
}

const large = await chainWithLargeBlock();

async function chainWithLargeBlock(): Promise<{ chain: DevChain; hash: string; txid: string }> {
  const { chain, block } = chainBeforeLargeBlock(TRANSACTIONS);
  await askNode(chain, 'submitblock', [bytesToHex(encodeSizedBlock(block))]);
  return { chain, hash: block.hash, txid: block.transactions[1]!.txid };
}

/** A chain with one transaction of many outputs in its last block. */
function chainWithManyOutputs(): { chain: DevChain; txid: string; hex: string } {
  const chain = new DevChain({ mining: 'manual' });
  const [alice] = chain.accounts;
  const [coin] = chain.coins(alice!);
  const outputs = Array.from({ length: 2 * TRANSACTIONS }, () => ({ value: 1n, scriptPubKey: ANYBODY }));
  const many = spend(alice!, [coin!], outputs);
  const hex = bytesToHex(encodeTransaction(many));
  chain.mine(1, { transactions: [hex] });
  return { chain, txid: transactionId(many), hex };
}

it.each([
  ['getblock', 2],
  ['getblock', 3],
])('%s with verbosity %i describes a large block in turns of the event loop', async (method, verbosity) => {
  const { chain, hash } = large;
  const request = { method, params: [hash, verbosity] };
  const { result, turns } = await turnsOf(table.execute(request, nodeOf(chain)));
  expect(result).toMatchObject({ hash });
  // Each has an input and an output.
  expect(turns).toBeGreaterThanOrEqual(turnsFor(2 * TRANSACTIONS));
});

it.each([
  // A step of the merkle tree has 512 nodes.
  ['gettxoutproof', 2, (hash: string, txid: string) => [[txid], hash]],
  // A filter that everything matches.
  ['getmerkleblocks', turnsFor(TRANSACTIONS), (hash: string) => ['00000000000000000000', hash, 1]],
])('%s proves transactions of a large block in turns of the event loop', async (method, least, paramsOf) => {
  const { chain, hash, txid } = large;
  const request = { method, params: paramsOf(hash, txid) };
  const { turns } = await turnsOf(table.execute(request, nodeOf(chain)));
  expect(turns).toBeGreaterThanOrEqual(least);
});

it('large transactions are described in turns of the event loop', async () => {
  const { chain, txid, hex } = chainWithManyOutputs();
  const { hash } = chain.tip();
  for (const request of [
    { method: 'getblock', params: [hash, 2] },
    { method: 'getrawtransaction', params: [txid, true] },
    { method: 'getrawtransactionmulti', params: [{ 0: [txid] }, true] },
    { method: 'decoderawtransaction', params: [hex] },
  ]) {
    const { result, turns } = await turnsOf(table.execute(request, nodeOf(chain)));
    expect(writeCoreJson(result)).toContain(txid);
    expect(turns).toBeGreaterThanOrEqual(turnsFor(2 * TRANSACTIONS));
  }
});

it('large answers are written in turns of the event loop', async () => {
  const { chain, hash } = large;
  const block = await table.execute({ method: 'getblock', params: [hash, 2] }, nodeOf(chain));
  const { result, turns } = await turnsOf(runInTurns(coreJsonSteps(block)));
  // More than 20 members and items of each transaction.
  expect(turns).toBeGreaterThanOrEqual(turnsFor(20 * TRANSACTIONS));
  expect(result).toBe(writeCoreJson(block));
  const server = new RpcServer(table, nodeOf(chain), (error) => {
    throw error;
  });
  const reply = turnsOf(
    server.reply(Buffer.from(JSON.stringify({ id: 1, method: 'getblock', params: [hash, 2] }))),
  );
  expect((await reply).result.body).toBe(`{"result":${result},"error":null,"id":1}\n`);
  expect((await reply).turns).toBeGreaterThanOrEqual(turnsFor(22 * TRANSACTIONS));
});

it('small answers are made in one turn of the event loop', async () => {
  const chain = new DevChain({ mining: 'manual' });
  const { hash } = chain.tip();
  const { result, turns } = await turnsOf(askNode(chain, 'getblock', [hash, 2]));
  expect(result).toMatchObject({ hash });
  expect(turns).toBe(0);
});

it('getblock answers with the block as it was at the start', async () => {
  const { chain, hash } = await chainWithLargeBlock();
  const before = await askNode(chain, 'getblock', [hash, 2]);
  const answer = askNode(chain, 'getblock', [hash, 2]);
  await nextTurn();
  chain.reorganise(1);
  expect(await answer).toEqual(before);
  expect(await askNode(chain, 'getblock', [hash, 2])).toMatchObject({ confirmations: -1 });
});
