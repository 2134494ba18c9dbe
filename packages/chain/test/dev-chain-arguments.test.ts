import { describe, expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { createDevChain } from '../src/devchain/create-dev-chain.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { ControlRejectedError } from '../src/devchain/control-rejected-error.js';

const chain = new DevChain({ mining: 'manual' });
const [alice, bob] = chain.accounts;

/** Called as from JavaScript, where no type holds anybody back. */
const called = async (part: object, name: string, args: readonly unknown[]): Promise<unknown> => {
  try {
    return await Reflect.get(part, name).apply(part, args);
  } catch (error) {
    return error;
  }
};

describe('an invalid argument of DevChain', () => {
  it.each([
    [
      'sendTransaction',
      ['zz'],
      'invalid-transaction',
      'expected a serialised transaction, as a Uint8Array or in hex',
    ],
    ['sendTransaction', [], 'invalid-transaction', 'found undefined'],
    ['sendTransaction', [Uint8Array.of(1), { anyFees: true }], 'unknown-option', 'found anyFees'],
    ['transfer', [alice, 'bob', 5n], 'invalid-address', 'expected an address of regtest, found bob'],
    ['transfer', [alice, undefined, 5n], 'invalid-address', 'found undefined'],
    [
      'transfer',
      ['alice', bob, 5n],
      'invalid-account',
      'expected an account, such as chain.accounts[0], found alice',
    ],
    ['transfer', [alice, bob, 100], 'invalid-amount', 'expected duffs as a bigint above 0'],
    ['transfer', [alice, bob, -5n], 'invalid-amount', 'found -5n'],
    ['fund', [alice?.address, 5], 'invalid-amount', 'as a bigint, found 5'],
    ['fund', [alice, 1_000n], 'invalid-address', 'expected an address of regtest, as text'],
    ['balance', [alice?.address], 'invalid-account', 'found y'],
    ['coins', [], 'invalid-account', 'found undefined'],
    [
      'mine',
      [1, { too: 'x' }],
      'unknown-option',
      'expected options of the names to, transactions, found too',
    ],
    ['mine', [1, { transactions: 'x' }], 'unknown-transaction', 'expected an array'],
    ['mine', [1, { transactions: [5] }], 'unknown-transaction', 'found 5'],
    ['reorganise', [5n], 'invalid-depth', 'found 5n'],
    ['load', ['x'], 'dump-not-recognised', 'expected a dump, as a Uint8Array, found x'],
    ['copy', [{ mining: 'manual' }], 'unknown-option', 'found mining'],
  ])('of %s is rejected in case %#', async (name, args, reason, message) => {
    const error = await called(chain, name, args);
    expect(error).toBeInstanceOf(ControlRejectedError);
    expect(error).toMatchObject({ reason, message: expect.stringContaining(message) });
  });

  it.each([undefined, null, 5, 5n, 'zz', {}, [], () => undefined])(
    'never causes a TypeError: %o',
    async (wrong) => {
      for (const part of [chain, chain.clock, chain.masternodes, chain.faults, chain.quorums]) {
        const prototype: object = Object.getPrototypeOf(part);
        for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(prototype))) {
          if (typeof value !== 'function' || UNTOUCHED.has(name)) continue;
          const copy = chain.copy();
          const same = [copy.clock, copy.masternodes, copy.faults, copy.quorums].find(
            (one) => Object.getPrototypeOf(one) === prototype,
          );
          for (const before of [[], [alice], [alice, bob], [alice?.address]]) {
            if (name === 'mine' && before.length === 0) continue;
            expect(await called(same ?? copy, name, [...before, wrong])).not.toBeInstanceOf(TypeError);
          }
          copy.close();
        }
      }
    },
  );
});

/** They form quorums, or take listeners that are called later. */
const UNTOUCHED = new Set(['constructor', 'chainLock', 'instantLock', 'form']);

describe('an invalid option of DevChain', () => {
  it.each([
    [{ minning: 'manual' }, 'unknown-option', 'mnemonic, mining, blockInterval'],
    [{ mnemonic: 5 }, 'invalid-mnemonic', 'expected words as one text, found 5'],
    [null, 'invalid-options', 'expected an object with options'],
  ])('is rejected: %o', async (options, reason, message) => {
    const expected = { name: 'ControlRejectedError', reason, message: expect.stringContaining(message) };
    await expect(Reflect.apply(createDevChain, undefined, [options])).rejects.toMatchObject(expected);
    expect(() => Reflect.construct(DevChain, [options])).toThrow(expect.objectContaining(expected));
  });
});

describe('convenient arguments of DevChain', () => {
  it('include a transaction in hexadecimal and an address as payee', async () => {
    const copy = chain.copy();
    const serialized = copy.transfer(alice!, bob!.address, 100_000n);
    expect(serialized).toEqual(copy.transfer(alice!, bob!, 100_000n));
    const txid = await copy.sendTransaction(bytesToHex(serialized));
    expect(copy.mempool()).toEqual([txid]);
    copy.close();
  });
});
