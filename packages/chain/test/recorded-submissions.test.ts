import { expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { ChainState } from '../src/chain/chainstate/chain-state.js';
import { sizeBlock } from '../src/rules/consensus/sized-block.js';
import { Mempool } from '../src/chain/mempool/mempool.js';
import { submitTransaction } from '../src/chain/mempool/submit.js';
import { answerTo } from './answer-to.js';
import { RECORDED_BLOCKS, RECORDED_EXCHANGES } from './recorded.js';

interface Answer {
  readonly result: string | null;
  readonly error: { readonly code: number; readonly message: string } | null;
}

/** The tip while the exchanges were recorded; the transaction that was accepted is in the block after it. */
const RECORDED_HEIGHT = 510;

const [genesis, ...rest] = RECORDED_BLOCKS.map(({ hex }) => sizeBlock(decodeBlock(hexToBytes(hex))));
const chain = new ChainState({ origin: genesis!, now: () => 2_000_000_000, scriptsAreChecked: () => false });
for (const block of rest.slice(0, RECORDED_HEIGHT)) chain.accept(block);
const mempool = new Mempool();

const submissions = RECORDED_EXCHANGES.filter(({ label }) => label.startsWith('sendrawtransaction'))
  .map(({ label, request, response }) => {
    const { params }: { params: unknown[] } = JSON.parse(request.body);
    const { result, error }: Answer = JSON.parse(response);
    return { label, hex: params[0], answer: { result, error } };
  })
  .filter(({ hex }) => typeof hex === 'string' && /^(?:[0-9a-f]{2})*$/.test(hex));

// In the order of the recording: what is accepted changes what comes after it.
it.each(submissions.map((submission) => [submission.label, submission] as const))(
  'sendrawtransaction returns the recorded result: %s',
  (label, { hex, answer }) => {
    if (label.endsWith('already in a block')) chain.accept(rest[RECORDED_HEIGHT]!);
    const submission = answerTo(() => submitTransaction(hexToBytes(String(hex)), chain, mempool).txid);
    expect(submission).toEqual(answer);
  },
);
