import { describe, expect, it } from 'vitest';
import { hexToBytes, ZERO_HASH } from '../src/base/bytes/hex.js';
import { decodeTransaction } from '../src/primitives/transaction/transaction.js';
import { EmulatorFixture } from './emulator-fixture.js';
import type { EmulatorResponse } from './emulator-caller.js';

const shown = new EmulatorFixture();
const OUT_OF_RANGE = [-1, 'JSON integer out of range'];

/** The response to a body that is written as it is. */
async function answerTo(body: string): Promise<EmulatorResponse & { readonly id: unknown }> {
  return JSON.parse(await (await shown.caller.post(body)).text());
}

async function outcomeOf(method: string, params: string): Promise<unknown> {
  const { result, error } = await answerTo(`{"method":"${method}","params":${params},"id":1}`);
  return error === null ? result : [error.code, error.message.split('\n')[0]];
}

describe('integers of params', () => {
  const numbers = ['1.0', '1e0', '1E0', '10e-1', '0.1e1', '1.5', '1.00000000000000000000', '-0.0', '1e400'];

  it.each([
    ['getblockhash', (n: string) => `[${n}]`],
    ['getblockhash', (n: string) => `{"height":${n}}`],
    ['getblockhash', (n: string) => `{"args":[${n}]}`],
    ['getblockstats', (n: string) => `[${n}]`],
    ['getblock', (n: string) => `["${shown.chain.tip().hash}",${n}]`],
    ['getblockheaders', (n: string) => `["${shown.chain.tip().hash}",${n}]`],
    ['getrawtransaction', (n: string) => `["${ZERO_HASH}",${n}]`],
    ['gettxout', (n: string) => `["${ZERO_HASH}",${n}]`],
    ['setmocktime', (n: string) => `[${n}]`],
    ['generatetoaddress', (n: string) => `[${n},"${shown.chain.accounts[0]!.address}"]`],
    ['createrawtransaction', (n: string) => `[[{"txid":"${ZERO_HASH}","vout":${n}}],{}]`],
    ['createrawtransaction', (n: string) => `[[{"txid":"${ZERO_HASH}","vout":0,"sequence":${n}}],{}]`],
    ['createrawtransaction', (n: string) => `[[],{},${n}]`],
    ['getspentinfo', (n: string) => `[{"txid":"${ZERO_HASH}","index":${n}}]`],
    [
      'getaddressdeltas',
      (n: string) => `[{"addresses":["${shown.chain.accounts[0]!.address}"],"start":${n},"end":9}]`,
    ],
    [
      'signrawtransactionwithkey',
      (n: string) => `["${shown.payment()}",[],[{"txid":"${ZERO_HASH}","vout":${n},"scriptPubKey":"51"}]]`,
    ],
    ['quorum', (n: string) => `["rotationinfo","${shown.chain.tip().hash}",${n}]`],
  ] as const)('are no fractions and exponents: %s', async (method, paramsWith) => {
    const outcomes: unknown[] = [];
    for (const number of numbers) outcomes.push(await outcomeOf(method, paramsWith(number)));
    expect(outcomes).toEqual(numbers.map(() => OUT_OF_RANGE));
  });

  it('are shown as they are written where a text is accepted as well', async () => {
    const { hash } = shown.chain.tip();
    expect(await outcomeOf('masternode', `["payments","${hash}",1.0]`)).toEqual([
      -8,
      "count must be a 64bit integer (not '1.0')",
    ]);
    expect(await outcomeOf('quorum', '["list",1e0]')).toEqual([
      -8,
      "count must be a 32bit integer (not '1e0')",
    ]);
    expect(await outcomeOf('getblock', '[1.0]')).toEqual([
      -3,
      'JSON value of type number is not of expected type string',
    ]);
  });

  it('can have fractions and exponents where they are amounts, whose digits all count', async () => {
    const { address } = shown.chain.accounts[0]!;
    const valueOf = async (amount: string): Promise<bigint | undefined> => {
      const hex = await outcomeOf('createrawtransaction', `[[],{"${address}":${amount}}]`);
      return decodeTransaction(hexToBytes(String(hex))).outputs[0]?.value;
    };
    expect(await valueOf('1.0')).toBe(100_000_000n);
    expect(await valueOf('1e-3')).toBe(100_000n);
    expect(await outcomeOf('createrawtransaction', `[[],{"${address}":1.00000000000000000001}]`)).toEqual([
      -3,
      'Invalid amount',
    ]);
  });
});

describe('repeated members', () => {
  const duplicateData = [-8, 'Invalid parameter, duplicate key: data'];

  it('of outputs are rejected', async () => {
    const [first, second] = shown.chain.accounts.map(({ address }) => address);
    const create = async (outputs: string): Promise<unknown> =>
      outcomeOf('createrawtransaction', `[[],${outputs}]`);
    const duplicate = [-8, `Invalid parameter, duplicated address: ${first}`];
    for (const amount of ['1', '2', '1.0', '"1"']) {
      expect(await create(`{"${first}":1,"${first}":${amount}}`)).toEqual(duplicate);
      expect(await create(`{"${first}":1,"${second}":1,"${first}":${amount}}`)).toEqual(duplicate);
    }
    expect(await create('{"data":"aa","data":"bb"}')).toEqual(duplicateData);
    expect(await create('{"data":"aa","data":"aa"}')).toEqual(duplicateData);
    expect(await create(String.raw`{"data":"aa","dat\u0061":"aa"}`)).toEqual(duplicateData);
    expect(await create('[{"data":"aa"},{"data":"aa"}]')).toEqual(duplicateData);
    expect(await create('[{"data":"aa","data":"aa"}]')).toEqual([
      -8,
      'Invalid parameter, key-value pair must contain exactly one key',
    ]);
    expect(
      await outcomeOf('createrawtransaction', '{"inputs":[],"outputs":{"data":"aa","data":"aa"}}'),
    ).toEqual(duplicateData);
  });

  it('elsewhere count once, the first of them', async () => {
    const [first, second] = [await shown.chain.blockHash(1), await shown.chain.blockHash(2)];
    const body = '{"id":7,"id":"x","method":"getblockhash","method":"uptime","params":[1],"params":[2]}';
    expect(await answerTo(body)).toEqual({ result: first, error: null, id: 7 });
    const batch = `[${body},{"id":"y","id":8,"method":"getblockhash","params":[2]}]`;
    expect(await answerTo(batch)).toEqual([
      { result: first, error: null, id: 7 },
      { result: second, error: null, id: 'y' },
    ]);
    const input = `{"txid":"${ZERO_HASH}","txid":"x","vout":3,"vout":4}`;
    const hex = await outcomeOf('createrawtransaction', `[[${input}],{}]`);
    expect(decodeTransaction(hexToBytes(String(hex))).inputs[0]?.previousOutput.index).toBe(3);
  });
});

async function idOf(id: string): Promise<string> {
  return (await shown.caller.post(`{"method":"uptime","id":${id}}`)).text();
}

it('the emulator returns ids with fractions and exponents, also inside of them', async () => {
  expect(await idOf('1.50')).toContain('"id":1.50}');
  expect(await idOf('1e2')).toContain('"id":1e2}');
  expect(await idOf('[1.5,{"a":2}]')).toContain('"id":[1.5,{"a":2}]}');
});

async function getBlock(params: object): Promise<unknown> {
  return outcomeOf('getblock', JSON.stringify(params));
}

it('getblock takes its params by both of their names', async () => {
  const { hash } = shown.chain.tip();
  const serialized = await shown.caller.call('getblock', hash, 0);
  for (const name of ['verbosity', 'verbose']) {
    expect(await getBlock({ blockhash: hash, [name]: 0 })).toBe(serialized);
    expect(await getBlock({ blockhash: hash, [name]: false })).toBe(serialized);
    expect(await getBlock({ args: [hash], [name]: 0 })).toBe(serialized);
    expect(await getBlock({ args: [hash, 0], [name]: 0 })).toEqual([
      -8,
      `Parameter ${name} specified twice both as positional and named argument`,
    ]);
  }
  expect(await getBlock({ blockhash: hash, verbosity: 0, verbose: 1 })).toEqual([
    -8,
    'Unknown named parameter verbose',
  ]);
});

it('verifytxoutproof and getmerkleblocks reject truncated bytes in the words of Dash Core', async () => {
  const { hash } = shown.chain.tip();
  const tooShort = [-1, 'DataStream::read(): end of data: iostream error'];
  for (const hex of ['00', '0102', '00'.repeat(80)])
    expect(await shown.caller.rejectionOf('verifytxoutproof', hex)).toEqual(tooShort);
  for (const hex of ['00', '05ff', ''])
    expect(await shown.caller.rejectionOf('getmerkleblocks', hex, hash)).toEqual(tooShort);
});
