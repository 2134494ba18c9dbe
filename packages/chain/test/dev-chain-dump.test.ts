import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DevChain } from '../src/devchain/dev-chain.js';
import { RefusedControl } from '../src/devchain/refused-control.js';
import { decodeTransaction, transactionId } from '../src/transaction/transaction.js';
import { everythingOf, reasonOf, transfer } from './dev-chain-state.js';

async function eventful(): Promise<DevChain> {
  const chain = new DevChain({ mining: 'manual', mnemonic: 'a chain that is dumped', blockInterval: 60 });
  chain.mine(33);
  chain.reorganise(4);
  const [abandoned] = chain.mine(2);
  chain.invalidate(abandoned!);
  chain.masternodes.register();
  chain.faults.add({ kind: 'refuse', code: -1, message: 'so', times: 3, txid: 'cd'.repeat(32) });
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
    'is the chain again once it is loaded (signatures checked: %s)',
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

  it('says in its first line what it is', async () => {
    const chain = await eventful();
    const dump = Buffer.from(chain.dump());
    expect(JSON.parse(dump.subarray(0, dump.indexOf(0x0a)).toString())).toMatchObject({
      format: 'dapikit development chain',
      version: 1,
      height: chain.tip().height,
      tip: chain.tip().hash,
    });
  });

  it('knows blocks that were declared invalid', () => {
    const chain = new DevChain({ mining: 'manual' });
    const [block] = chain.mine(2);
    chain.invalidate(block!);
    const copy = DevChain.load(chain.dump());
    copy.reconsider(block!);
    expect(copy.tip().height).toBe(522);
  });

  it('goes on mining as it did', async () => {
    const chain = new DevChain({ mining: { everyMilliseconds: 5 } });
    const copy = DevChain.load(chain.dump());
    chain.close();
    await expect.poll(() => copy.tip().height).toBeGreaterThan(521);
    copy.close();
  });
});

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

describe('loading', () => {
  it('takes the dump that was not changed', () => {
    expect(DevChain.load(forged((body) => body)).tip().height).toBe(520);
  });

  it('refuses a dump of a newer version, and says so', () => {
    const newer = forged((body) => body, { version: 2 });
    expect(reasonOf(() => DevChain.load(newer))).toBe('dump-version');
    expect(() => DevChain.load(newer)).toThrow('expected a dump of version 1, found version 2');
  });

  it.each([
    ['nothing', new Uint8Array()],
    ['other bytes', Uint8Array.of(1, 2, 3)],
    ['a line of other JSON', Buffer.from('{"format":"anvil"}\nabc')],
    ['a line of JSON that is no object', Buffer.from('null\n')],
    ['a line that is too long', Buffer.alloc(5_000, 0x20)],
  ])('does not recognise %s', (_, bytes) => {
    expect(reasonOf(() => DevChain.load(bytes))).toBe('dump-not-recognised');
  });

  it.each<[string, Uint8Array]>([
    ['a byte changed', dump.with(dump.length - 9, dump.at(-9)! ^ 1)],
    ['its end missing', dump.subarray(0, -1)],
    ['something behind it', Buffer.concat([dump, Uint8Array.of(0)])],
    ['a checksum that is no text', forged((body) => body, { sha256: 5 })],
    ['less in it than it says', forged((body) => body, { size: 100 })],
    ['no body', forged(() => new Uint8Array())],
    ['particulars that are no JSON', forged(replaced('{"mnemonic"', '["mnemonic"'))],
    ['a clock that cannot be', forged(replaced('"interval":150', '"interval":"50'))],
    ['a mining mode that is none', forged(replaced('"manual"', '"mandal"'))],
    ['another tip', forged(replaced('"tip":"0d8f', '"tip":"0d8e'))],
    [
      'a block that is damaged',
      forged((body) => Buffer.from(body.with(body.length - 30, body.at(-30)! ^ 1))),
    ],
  ])('refuses one with %s as corrupted', (_, bytes) => {
    expect(reasonOf(() => DevChain.load(bytes))).toBe('dump-corrupted');
  });

  it('refuses whatever is not a dump', () => {
    fc.assert(
      fc.property(fc.nat(dump.length - 1), fc.integer({ min: 1, max: 255 }), (at, flip) => {
        const damaged = dump.with(at, dump[at]! ^ flip);
        try {
          // Only the first line has no checksum, and in it only what is for people.
          expect(DevChain.load(damaged).tip().height).toBe(520);
          expect(at).toBeLessThan(lineEnd);
        } catch (error) {
          if (!(error instanceof RefusedControl)) throw error;
        }
      }),
      { numRuns: 60 },
    );
  });
});
