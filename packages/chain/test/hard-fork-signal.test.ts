import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { hardForkSignHash } from '../src/rules/consensus/hard-fork-signal-rules.js';
import { sizedBlock } from '../src/rules/consensus/sized-block.js';
import { quorumTypeOf } from '../src/rules/consensus/quorum-types.js';
import { describeDeployments } from '../src/core-emulator/json/describe-deployments.js';
import { signBls } from '../src/base/crypto/bls.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { NULL_BLS_SIGNATURE } from '../src/primitives/masternode/null-bls.js';
import { solveHeader } from '../src/chain/mining/solve-block.js';
import type { MnHfTx } from '../src/primitives/payload/mn-hf-tx.js';
import { encodePayload } from '../src/primitives/payload/payload.js';
import { TransactionType } from '../src/primitives/transaction/transaction-type.js';
import {
  encodeTransaction,
  transactionId,
  type Transaction,
} from '../src/primitives/transaction/transaction.js';

const SIGNAL_QUORUM = quorumTypeOf(100)!;

describe('a hard fork signal that a quorum signed', () => {
  let chain: DevChain;
  beforeEach(() => {
    chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    chain.quorums.form();
  });
  afterEach(() => chain.close());

  /** Signs as a quorum of those that sign. */
  const signalOf = (versionBit: number, at = 0): Transaction => {
    const node = DevChain.nodeOf(chain);
    const { connected } = node.chain.tip;
    const { quorumHash } = connected!.quorums.active(SIGNAL_QUORUM)[at]!.commitment;
    const payload: MnHfTx = {
      kind: 'mnHfTx',
      version: 1,
      versionBit,
      quorumHash,
      signature: NULL_BLS_SIGNATURE,
    };
    const unsigned: Transaction = {
      version: 3,
      type: TransactionType.mnHardForkSignal,
      inputs: [],
      outputs: [],
      lockTime: 0,
      extraPayload: encodePayload(payload),
    };
    const { secretKey } = node.quorums.keys(SIGNAL_QUORUM, node.chain.block(quorumHash)!)!;
    const signature = bytesToHex(signBls(hardForkSignHash(unsigned, payload), secretKey));
    return { ...unsigned, extraPayload: encodePayload({ ...payload, signature }) };
  };
  const send = (transaction: Transaction) => chain.sendTransaction(encodeTransaction(transaction));
  const tip = () => DevChain.nodeOf(chain).chain.tip;
  const v24 = () => {
    const { v24: described }: Record<string, unknown> = { ...describeDeployments(tip()) };
    return described;
  };

  it('is mined before transactions without a fee, and starts V24 with the next window of votes', async () => {
    expect(v24()).toMatchObject({ active: false, bip9: { status: 'defined', ehf: true, since: 0 } });
    const signal = signalOf(12);
    await send(signal);
    chain.mine(1);
    const { height } = tip();
    const ids = tip().block.transactions.map(({ txid }) => txid);
    expect(ids).toContain(transactionId(signal));
    expect(v24()).toMatchObject({ bip9: { status: 'defined', ehf_height: height } });
    const since = Math.ceil((height + 1) / 250) * 250;
    chain.mine(since - 1 - height);
    expect(v24()).toMatchObject({
      active: false,
      bip9: {
        status: 'started',
        bit: 12,
        ehf_height: height,
        since,
        statistics: { period: 250, threshold: 200 },
      },
    });
  });

  it('starts V24, for which only versions that begin with 001 vote', async () => {
    await send(signalOf(12));
    const { height } = tip();
    chain.mine(Math.ceil((height + 2) / 250) * 250 - 1 - height);
    for (const version of [0x2000_1000, 0x4000_1000, 0x0000_1000, 0x2000_0001]) {
      const [hash = ''] = chain.mine(1);
      const { header, transactions } = tip().block;
      chain.invalidate(hash);
      const block = sizedBlock({ ...solveHeader({ ...header, version }), transactions });
      await DevChain.nodeOf(chain).acceptInTurns(block);
      expect(tip().version).toBe(version);
    }
    expect(v24()).toMatchObject({
      active: false,
      bip9: { status: 'started', statistics: { elapsed: 4, count: 1 } },
    });
  });

  it('is taken for a bit of no fork', async () => {
    await send(signalOf(5));
    chain.mine(1);
    expect([...tip().connected!.hardForkSignals]).toEqual([[5, tip().height]]);
  });

  it('is mined once for a bit, and a second one waits', async () => {
    await send(signalOf(12));
    chain.mine(1);
    const first = tip().height;
    chain.quorums.form();
    const again = signalOf(12);
    await send(again);
    chain.mine(2);
    expect(tip().connected!.hardForkSignals.get(12)).toBe(first);
    expect(chain.mempool()).toContain(transactionId(again));
  });

  it.each([
    ['bad-mnhf-non-ehf', 28],
    ['bad-mnhf-nbit-out-of-bounds', 29],
  ])('is rejected with %s for bit %i', async (reason, bit) => {
    await expect(send(signalOf(bit))).rejects.toThrow(reason);
  });

  it('is rejected with the signature for another bit', async () => {
    const other = signalOf(12);
    const wrong = { ...other, extraPayload: other.extraPayload.with(1, 13) };
    await expect(send(wrong)).rejects.toThrow('bad-mnhf-invalid');
  });
});
