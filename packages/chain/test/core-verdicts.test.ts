import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { hexToBytes } from '../src/base/bytes/hex.js';
import { sizeBlock, type SizedBlock } from '../src/rules/consensus/sized-block.js';
import { decodeTransaction } from '../src/primitives/transaction/transaction.js';
import { Workshop } from './workshop.js';

/** What Dash Core 23.1.2 decides about transactions and blocks that few programs make; see the README beside the data. */
const FOLDER = new URL('../../../fixtures/dash-core-rules/', import.meta.url);

interface Row {
  readonly what: string;
  readonly source: string;
}

interface TransactionsRow extends Row {
  readonly kind: 'transactions';
  readonly submit: readonly { readonly hex: string; readonly verdict: string }[];
}

interface BlockRow extends Row {
  readonly kind: 'block';
  readonly hex: string;
  readonly verdict: string | null;
}

interface Chain {
  /** The tip that transactions and blocks come behind. */
  readonly height: { readonly transactions: number; readonly blocks: number };
  readonly blocks: readonly string[];
}

const chain: Chain = JSON.parse(gunzipSync(readFileSync(new URL('chain.json.gz', FOLDER))).toString('utf8'));
const rows: readonly (TransactionsRow | BlockRow)[] = readFileSync(new URL('verdicts.jsonl', FOLDER), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => JSON.parse(line));
const blocks = chain.blocks.map(readBlock);

function readBlock(hex: string): SizedBlock {
  return sizeBlock(decodeBlock(hexToBytes(hex)));
}

function workshopAt(height: number): Workshop {
  return new Workshop(blocks.slice(0, height));
}

describe('transactions that Dash Core decided about', () => {
  const workshop = workshopAt(chain.height.transactions);

  it.each(rows.filter((row) => row.kind === 'transactions'))('get its verdicts: $what', ({ submit }) => {
    workshop.mempool.drain();
    const verdicts = submit.map(({ hex }) => workshop.submit(decodeTransaction(hexToBytes(hex))));
    expect(verdicts).toEqual(submit.map(({ verdict }) => verdict));
  });
});

describe('blocks that Dash Core decided about', () => {
  it.each(rows.filter((row) => row.kind === 'block'))('get its verdict: $what', ({ hex, verdict }) => {
    const workshop = workshopAt(chain.height.blocks);
    expect(workshop.rejectionOf(readBlock(hex))).toBe(verdict ?? undefined);
  });
});
