import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { askNode } from '../src/core-emulator/call-node.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { readDump, restoreDump } from '../src/devchain/dump.js';
import {
  encodeTransaction,
  transactionId,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';
import { chainWithInputs, INPUT_TURNS, INPUTS, withBrokenSignature } from './many-inputs.js';
import { turnsOf } from './turns-of.js';

const hexOf = (transaction: Transaction): string => bytesToHex(encodeTransaction(transaction));

/** The block at the tip, as `submitblock` takes it. */
const tipHex = (chain: DevChain): string => [...chain.exportBlocks(chain.tip().height)][0]!.hex;

/** Loads a chain from its dump; returns the steps, each of which is a turn of the event loop. */
function stepsOfLoading(source: DevChain, checkSignatures: boolean): number {
  const loaded = new DevChain({ mining: 'manual' });
  const steps = [...restoreDump(DevChain.nodeOf(loaded), readDump(source.dump()), checkSignatures)].length;
  expect(loaded.tip()).toEqual(source.tip());
  expect(loaded.mempool()).toEqual(source.mempool());
  return steps;
}

async function messageOf(promise: Promise<unknown>): Promise<unknown> {
  return promise.catch((error: Error) => error.message);
}

describe('block scripts run in turns of the event loop', () => {
  it('for mine with an unsent transaction', async () => {
    const { chain, many } = await chainWithInputs();
    const { result, turns } = await turnsOf(chain.mineInTurns(1, { transactions: [hexOf(many)] }));
    expect(result).toEqual([chain.tip().hash]);
    expect(chain.transactionStatus(transactionId(many)).place).toBe('block');
    expect(turns).toBeGreaterThanOrEqual(INPUT_TURNS);
  });

  it('for mine, with the same block as without turns', async () => {
    const [atOnce, inTurns] = [await chainWithInputs(), await chainWithInputs()];
    const expected = atOnce.chain.mine(1, { transactions: [hexOf(atOnce.many)] });
    expect(await inTurns.chain.mineInTurns(1, { transactions: [hexOf(inTurns.many)] })).toEqual(expected);
  });

  it('for generateblock', async () => {
    const { chain, many } = await chainWithInputs();
    const params = [chain.accounts[0]!.address, [hexOf(many)]];
    const { result, turns } = await turnsOf(askNode(chain, 'generateblock', params));
    expect(result).toEqual({ hash: chain.tip().hash });
    expect(turns).toBeGreaterThanOrEqual(INPUT_TURNS);
  });

  it('for submitblock', async () => {
    const { chain, many } = await chainWithInputs();
    const source = await chainWithInputs();
    source.chain.mine(1, { transactions: [hexOf(many)] });
    const { result, turns } = await turnsOf(askNode(chain, 'submitblock', [tipHex(source.chain)]));
    expect(result).toBeNull();
    expect(chain.tip()).toEqual(source.chain.tip());
    expect(turns).toBeGreaterThanOrEqual(INPUT_TURNS);
  });

  it('for submitblock of a branch that becomes the best', async () => {
    const { chain, many } = await chainWithInputs();
    const source = await chainWithInputs();
    source.chain.mine(1, { transactions: [hexOf(many)] });
    const first = tipHex(source.chain);
    source.chain.mine(1);
    const second = tipHex(source.chain);
    chain.mine(1);
    const beside = await turnsOf(askNode(chain, 'submitblock', [first]));
    expect(beside.result).toBe('inconclusive');
    const better = await turnsOf(askNode(chain, 'submitblock', [second]));
    expect(better.result).toBeNull();
    expect(chain.tip()).toEqual(source.chain.tip());
    expect(better.turns - beside.turns).toBeGreaterThanOrEqual(INPUT_TURNS);
  });

  it('for loading a dump with signature checks', async () => {
    const { chain, many } = await chainWithInputs();
    chain.mine(1, { transactions: [hexOf(many)] });
    const [unchecked, checked] = [stepsOfLoading(chain, false), stepsOfLoading(chain, true)];
    expect(checked - unchecked).toBeGreaterThanOrEqual(INPUT_TURNS);
  });

  it('for loading a mempool transaction with signature checks', async () => {
    const { chain, many } = await chainWithInputs();
    await chain.sendTransaction(encodeTransaction(many));
    const [unchecked, checked] = [stepsOfLoading(chain, false), stepsOfLoading(chain, true)];
    expect(checked - unchecked).toBeGreaterThanOrEqual(INPUT_TURNS);
  });
});

describe('a block with a failing script', () => {
  it('is rejected in turns with the same reason as at once', async () => {
    const { chain, many } = await chainWithInputs();
    const tip = chain.tip();
    const transactions = [hexOf(withBrokenSignature(many, INPUTS - 1))];
    const { result, turns } = await turnsOf(messageOf(chain.mineInTurns(1, { transactions })));
    expect(result).toBe('TestBlockValidity failed: block-validation-failed');
    expect(turns).toBeGreaterThanOrEqual(INPUT_TURNS);
    expect(() => chain.mine(1, { transactions })).toThrow(String(result));
    expect(chain.tip()).toEqual(tip);
  });
});

it('mining in turns builds on the tip left by other work during script checks', async () => {
  const { chain, many } = await chainWithInputs();
  const mined = chain.mineInTurns(1, { transactions: [hexOf(many)] });
  const [between] = chain.mine(1);
  const [last] = await mined;
  expect(await chain.blockHash(chain.tip().height - 1)).toBe(between);
  expect(chain.tip().hash).toBe(last);
  expect(chain.transactionStatus(transactionId(many)).place).toBe('block');
});
