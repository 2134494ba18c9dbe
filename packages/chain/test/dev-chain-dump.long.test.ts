import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeBlock } from '../src/primitives/block/block.js';
import { DEV_MNEMONIC } from '../src/devchain/dev-chain-options.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';
import { decodeTransaction, transactionId } from '../src/primitives/transaction/transaction.js';
import { everythingOf, reasonOf, transfer } from './dev-chain-state.js';

async function eventful(): Promise<DevChain> {
  const chain = new DevChain({ mining: 'manual', mnemonic: 'a chain that is dumped', blockInterval: 60 });
  chain.mine(33);
  chain.reorganise(4);
  const [abandoned] = chain.mine(2);
  chain.invalidate(abandoned!);
  chain.masternodes.register();
  chain.faults.add({ kind: 'reject', code: -1, message: 'so', times: 3, txid: 'cd'.repeat(32) });
  chain.faults.add({ kind: 'hold', blocks: 5, txid: 'ab'.repeat(32) });
  chain.faults.add({ kind: 'hold', blocks: 2, times: 1, txid: idOfNext(chain) });
  await chain.sendTransaction(transfer(chain, 0, 1));
  chain.faults.add({ kind: 'delay', milliseconds: 0 });
  await chain.sendTransaction(transfer(chain, 4, 5));
  chain.clock.setNextBlock(chain.clock.now + 9_999);
  chain.snapshot();
  return chain;
}

function idOfNext(chain: DevChain): string {
  return transactionId(decodeTransaction(transfer(chain, 0, 1)));
}

describe('a dump', () => {
  it.each([false, true])(
    'restores the chain when loaded (signatures checked: %s)',
    async (checkSignatures) => {
      const chain = await eventful();
      const copy = DevChain.load(chain.dump(), { checkSignatures });
      expect(everythingOf(copy)).toEqual(everythingOf(chain));
      expect(copy.accounts).toEqual(chain.accounts);
      for (const each of [chain, copy]) {
        each.mine(3);
        each.masternodes.ban(each.masternodes.list().at(-1)!.proTxHash);
        each.reorganise(2);
      }
      expect(everythingOf(copy)).toEqual(everythingOf(chain));
      expect(copy.snapshots()).toEqual([]);
    },
  );

  it('describes itself in its first line', async () => {
    const chain = await eventful();
    const dump = Buffer.from(chain.dump());
    expect(JSON.parse(dump.subarray(0, dump.indexOf(0x0a)).toString())).toMatchObject({
      format: 'dapikit development chain',
      version: 1,
      height: chain.tip().height,
      tip: chain.tip().hash,
    });
  });

  it('includes invalidated blocks', () => {
    const chain = new DevChain({ mining: 'manual' });
    const [block] = chain.mine(2);
    chain.invalidate(block!);
    const copy = DevChain.load(chain.dump());
    copy.reconsider(block!);
    expect(copy.tip().height).toBe(522);
  });

  it('restores the mining mode', async () => {
    const chain = new DevChain({ mining: { everyMilliseconds: 5 } });
    const copy = DevChain.load(chain.dump());
    chain.close();
    await expect.poll(() => copy.tip().height).toBeGreaterThan(521);
    copy.close();
  });
});

describe('DevChain.load on an existing chain', () => {
  it('adopts the dump and emits the path to it', async () => {
    const dumped = await eventful();
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(4);
    await chain.sendTransaction(transfer(chain, 0, 1));
    const id = chain.snapshot();
    const followed = Array.from(chain.exportBlocks(0), ({ hash }) => hash);
    chain.watchBlocks(({ kind, hash, height }) => {
      expect(height).toBe(kind === 'connected' ? followed.length : followed.length - 1);
      if (kind === 'connected') followed.push(hash);
      const last = kind === 'connected' ? followed.at(-1) : followed.pop();
      expect(last).toBe(hash);
    });
    const [mined] = chain.mine(1);
    const { txid } = decodeTransactionOf(chain, mined!);
    expect(chain.transactionStatus(txid)).toMatchObject({ place: 'block' });
    chain.load(dumped.dump());
    expect(everythingOf(chain)).toEqual(everythingOf(dumped));
    expect(chain.accounts).toEqual(dumped.accounts);
    expect(followed).toEqual(Array.from(dumped.exportBlocks(0), ({ hash }) => hash));
    expect(chain.transactionStatus(txid)).toMatchObject({ place: 'none' });
    expect(reasonOf(() => chain.revert(id))).toBe('unknown-snapshot');
    for (const each of [chain, dumped]) {
      each.masternodes.register();
      each.reorganise(3);
    }
    expect(everythingOf(chain)).toEqual(everythingOf(dumped));
  });

  it('emits nothing for common blocks', () => {
    const chain = new DevChain({ mining: 'manual' });
    chain.mine(2);
    const dump = chain.dump();
    const { hash } = chain.tip();
    const events: unknown[] = [];
    chain.watchBlocks(({ kind, height }) => events.push([kind, height]));
    chain.load(dump);
    expect(events).toEqual([]);
    chain.mine(1);
    chain.load(dump);
    expect(events).toEqual([
      ['connected', 523],
      ['disconnected', 523],
    ]);
    expect(chain.tip().hash).toBe(hash);
  });

  it('changes nothing when the dump is rejected', async () => {
    const chain = await eventful();
    const before = everythingOf(chain);
    const snapshots = chain.snapshots();
    expect(reasonOf(() => chain.load(dump.subarray(0, -1)))).toBe('dump-corrupted');
    expect(reasonOf(() => chain.load(dump, { mnemonic: 'a chain that is dumped' }))).toBe(
      'dump-of-other-mnemonic',
    );
    expect(everythingOf(chain)).toEqual(before);
    expect(chain.snapshots()).toEqual(snapshots);
  });

  it('adopts the mining mode of the dump', async () => {
    const mining = new DevChain({ mining: { everyMilliseconds: 5 } });
    const dump = mining.dump();
    mining.close();
    const chain = new DevChain({ mining: 'manual' });
    chain.load(dump);
    await expect.poll(() => chain.tip().height).toBeGreaterThan(521);
    chain.close();
  });
});

describe('options of DevChain.load', () => {
  it('override those of the dump', () => {
    const chain = DevChain.load(dump, {
      mining: 'on-transaction',
      masternodeChangeInterval: 1,
      mnemonic: DEV_MNEMONIC,
    });
    expect(chain.mining).toBe('on-transaction');
    const still = DevChain.load(dump, { masternodeChangeInterval: 0 });
    for (const each of [chain, still]) each.mine(40);
    expect(chain.masternodes.list().length).toBeGreaterThan(6);
    expect(still.masternodes.list()).toHaveLength(6);
    chain.close();
  });

  it('keep the keys of masternodes that joined under another interval', () => {
    const former = new DevChain({ mining: 'manual', masternodeChangeInterval: 10 });
    const known = new Set(former.masternodes.list().map(({ proTxHash }) => proTxHash));
    former.mine(30);
    const later = DevChain.load(former.dump(), { masternodeChangeInterval: 0 });
    for (const chain of [later, DevChain.load(later.dump(), { masternodeChangeInterval: 25 })]) {
      const come = chain.masternodes.list().filter(({ proTxHash }) => !known.has(proTxHash));
      expect(come).toHaveLength(1);
      for (const { proTxHash } of come) expect(chain.masternodes.ban(proTxHash)).toHaveProperty('txid');
    }
  });

  it('are validated', () => {
    const mining = { everyMilliseconds: 0 };
    expect(reasonOf(() => DevChain.load(dump, { mining }))).toBe('invalid-mining-mode');
    expect(reasonOf(() => DevChain.load(dump, { mnemonic: 'other words' }))).toBe('dump-of-other-mnemonic');
  });
});

function decodeTransactionOf(chain: DevChain, blockHash: string): { txid: string } {
  const { height } = chain.tip();
  expect(chain.tip().hash).toBe(blockHash);
  const { transactions } = decodeBlock(chain.serializedBlock(height)!);
  return { txid: transactionId(transactions.at(-1)!) };
}

const dump = new DevChain({ mining: 'manual' }).dump();
const lineEnd = dump.indexOf(0x0a);
const header = JSON.parse(Buffer.from(dump.subarray(0, lineEnd)).toString());

/** The dump with other blocks or particulars, and a checksum that fits. */
function forged(change: (body: Buffer) => Uint8Array, fields: object = {}): Uint8Array {
  const body = deflateSync(change(inflateSync(dump.subarray(lineEnd + 1))));
  const sha256 = createHash('sha256').update(body).digest('hex');
  return Buffer.concat([Buffer.from(`${JSON.stringify({ ...header, sha256, ...fields })}\n`), body]);
}

const replaced = (from: string, to: string) => (body: Buffer) =>
  Buffer.from(body.toString('latin1').replace(from, to), 'latin1');

describe('DevChain.load', () => {
  it('accepts the unmodified dump', () => {
    expect(DevChain.load(forged((body) => body)).tip().height).toBe(520);
  });

  it('rejects a dump of a newer version', () => {
    const newer = forged((body) => body, { version: 2 });
    expect(reasonOf(() => DevChain.load(newer))).toBe('dump-version');
    expect(() => DevChain.load(newer)).toThrow('expected a dump of version 1, found version 2');
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['other bytes', Uint8Array.of(1, 2, 3)],
    ['a line of other JSON', Buffer.from('{"format":"anvil"}\nabc')],
    ['a line of JSON that is not an object', Buffer.from('null\n')],
    ['a line that is too long', Buffer.alloc(5_000, 0x20)],
  ])('does not recognize %s', (_, bytes) => {
    expect(reasonOf(() => DevChain.load(bytes))).toBe('dump-not-recognised');
  });

  it.each<[string, Uint8Array]>([
    ['a byte changed', dump.with(dump.length - 9, dump.at(-9)! ^ 1)],
    ['its end missing', dump.subarray(0, -1)],
    ['something behind it', Buffer.concat([dump, Uint8Array.of(0)])],
    ['a checksum that is not text', forged((body) => body, { sha256: 5 })],
    ['less data than announced', forged((body) => body, { size: 100 })],
    ['no body', forged(() => new Uint8Array())],
    ['particulars that are no JSON', forged(replaced('{"mnemonic"', '["mnemonic"'))],
    ['a clock that cannot be', forged(replaced('"interval":150', '"interval":"50'))],
    ['an invalid mining mode', forged(replaced('"manual"', '"mandal"'))],
    ['another tip', forged(replaced('"tip":"3821', '"tip":"3820'))],
    [
      'a block that is damaged',
      forged((body) => Buffer.from(body.with(body.length - 30, body.at(-30)! ^ 1))),
    ],
  ])('rejects a dump with %s as corrupted', (_, bytes) => {
    expect(reasonOf(() => DevChain.load(bytes))).toBe('dump-corrupted');
  });

  it('explains what to do about a truncated dump', () => {
    expect(() => DevChain.load(dump.subarray(0, -5))).toThrow(
      expect.objectContaining({
        message: expect.stringContaining('found others: the file is cut short or changed'),
        fix: expect.stringContaining('start without it, or delete it'),
      }),
    );
  });

  it('rejects any damaged dump', () => {
    fc.assert(
      fc.property(fc.nat(dump.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = dump.with(at, dump[at]! ^ flip);
        try {
          // Only the first line has no checksum, and in it only what is for people.
          expect(DevChain.load(damaged).tip().height).toBe(520);
          expect(at).toBeLessThan(lineEnd);
        } catch (error) {
          if (!(error instanceof ControlRejectedError)) throw error;
        }
      }),
      { numRuns: 60 },
    );
  });
});
