import { expect, it } from 'vitest';
import { decodeBlock } from '../src/block/block.js';
import { hexToBytes } from '../src/bytes/hex.js';
import { ChainState } from '../src/chainstate/chain-state.js';
import { sizeBlock } from '../src/consensus/sized-block.js';
import { Mempool } from '../src/mempool/mempool.js';
import { submitTransaction } from '../src/mempool/submit.js';
import { recordedBlocks, recordedLines } from './recorded-blocks.js';

interface RecordedExchange {
  readonly label: string;
  readonly request: { readonly body: string };
  readonly response: string;
}

/** The tip while the exchanges were recorded; the transaction that was accepted is in the block after it. */
const RECORDED_HEIGHT = 510;

const [genesis, ...rest] = recordedBlocks().map(({ hex }) => sizeBlock(decodeBlock(hexToBytes(hex))));
const chain = new ChainState({ genesis: genesis!, now: () => 2_000_000_000, scriptsAreChecked: () => false });
for (const block of rest.slice(0, RECORDED_HEIGHT)) chain.accept(block);
const mempool = new Mempool();

const submissions = recordedLines<RecordedExchange>('exchanges.jsonl')
  .filter(({ label }) => label.startsWith('sendrawtransaction'))
  .map(({ label, request, response }) => ({
    label,
    hex: (JSON.parse(request.body) as { params: unknown[] }).params[0],
    answer: JSON.parse(response) as {
      result: string | null;
      error: { code: number; message: string } | null;
    },
  }))
  .filter(({ hex }) => typeof hex === 'string' && /^(?:[0-9a-f]{2})*$/.test(hex));

// In the order of the recording: what is accepted changes what comes after it.
it.each(submissions.map((submission) => [submission.label, submission] as const))(
  '%s',
  (label, { hex, answer }) => {
    if (label.endsWith('already in a block')) chain.accept(rest[RECORDED_HEIGHT]!);
    const submit = (): string => submitTransaction(hexToBytes(String(hex)), chain, mempool).txid;
    if (answer.error) expect(submit).toThrow(expect.objectContaining(answer.error));
    else expect(submit()).toBe(answer.result);
  },
);
