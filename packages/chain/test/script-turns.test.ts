import { describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import { reportTransactionInTurns } from '../src/devchain/transaction-report.js';
import { askNode } from '../src/core-emulator/call-node.js';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { encodeTransaction, transactionId } from '../src/primitives/transaction/transaction.js';
import { transfer } from './dev-chain-state.js';
import { chainWithInputs, INPUT_TURNS, INPUTS, withBrokenSignature } from './many-inputs.js';
import { spend } from './spend.js';
import { turnsOf } from './turns-of.js';

describe('the scripts of a transaction with 20 inputs', () => {
  it('run in steps of two inputs with turns between them', async () => {
    const { chain, many } = await chainWithInputs();
    const { result, turns } = await turnsOf(chain.sendTransaction(encodeTransaction(many)));
    expect(result).toBe(transactionId(many));
    expect(turns).toBe(INPUT_TURNS);
  });

  it('run in turns also for the report and testmempoolaccept', async () => {
    const { chain, many } = await chainWithInputs();
    const report = await turnsOf(reportTransactionInTurns(chain, encodeTransaction(many)));
    expect(report.turns).toBe(INPUT_TURNS);
    expect(report.result.reason).toBeUndefined();
    const broken = withBrokenSignature(many, INPUTS - 1);
    const tested = await turnsOf(
      askNode(chain, 'testmempoolaccept', [[bytesToHex(encodeTransaction(broken))]]),
    );
    expect(tested.turns).toBeGreaterThanOrEqual(INPUT_TURNS);
    expect(tested.result).toMatchObject([{ allowed: false }]);
  });

  it('reject it with the error of the first failing input, every time', async () => {
    const { chain, many } = await chainWithInputs();
    const broken = encodeTransaction(withBrokenSignature(many, INPUTS - 1));
    const rejection = /^mandatory-script-verify-flag-failed/;
    const first = await turnsOf(chain.sendTransaction(broken).catch((error: Error) => error.message));
    expect(first).toEqual({ result: expect.stringMatching(rejection), turns: INPUT_TURNS });
    const second = await turnsOf(chain.sendTransaction(broken).catch((error: Error) => error.message));
    expect(second).toEqual({ result: first.result, turns: 0 });
  });

  it('do not run after an earlier check failed', async () => {
    const { chain, many } = await chainWithInputs();
    const dust = { ...many, outputs: [{ ...many.outputs[0]!, value: 1n }] };
    const sent = chain.sendTransaction(encodeTransaction(dust)).catch((error: Error) => error.message);
    expect(await turnsOf(sent)).toEqual({ result: 'dust', turns: 0 });
  });
});

describe('a transaction whose scripts are running', () => {
  it('is added to the mempool after all have passed', async () => {
    const { chain, many } = await chainWithInputs();
    const sent = chain.sendTransaction(encodeTransaction(many));
    expect(chain.mempool()).toEqual([]);
    const id = await sent;
    expect(chain.mempool()).toEqual([id]);
  });

  it('is rejected if one of its coins was spent meanwhile', async () => {
    const { chain, many } = await chainWithInputs();
    const [alice] = chain.accounts;
    const sent = chain.sendTransaction(encodeTransaction(many)).catch((error: Error) => error.message);
    const { txid } = many.inputs[0]!.previousOutput;
    const coin = chain.coins(alice!).find(({ outPoint }) => outPoint.txid === txid);
    const rival = spend(alice!, [coin!], [{ ...many.outputs[0]!, value: coin!.coin.value - 10_000n }]);
    const rivalId = await chain.sendTransaction(encodeTransaction(rival));
    expect(await sent).toBe('txn-mempool-conflict');
    expect(chain.mempool()).toEqual([rivalId]);
  });

  it('does not delay transactions with one input', () => {
    const chain = new DevChain({ mining: 'manual' });
    void chain.sendTransaction(transfer(chain, 0, 1));
    expect(chain.mempool()).toHaveLength(1);
  });
});
