import { describe, expect, it } from 'vitest';
import { encodePrivateKeyWif } from '../src/primitives/address/private-key-wif.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { askNode } from '../src/core-emulator/call-node.js';
import { EmulatorFixture } from './emulator-fixture.js';

const shown = new EmulatorFixture();
const rejectionOf = async (method: string, ...params: readonly unknown[]) =>
  shown.caller.rejectionOf(method, ...params);

it('gettxoutsetinfo quotes a hash type that it does not know', async () => {
  expect(await rejectionOf('gettxoutsetinfo', 'x')).toEqual([-8, "'x' is not a valid hash_type"]);
});

it.each([[5], [null], [{}], [[]], [true], ['']])(
  'verifytxoutproof takes %j as an empty text',
  async (proof) => {
    expect(await rejectionOf('verifytxoutproof', proof)).toEqual([
      -8,
      "proof must be hexadecimal string (not '')",
    ]);
  },
);

it('getnetworkhashps checks its second param first', async () => {
  const { hash } = shown.chain.tip();
  expect(await rejectionOf('getnetworkhashps', hash, 1.5)).toEqual([-1, 'JSON integer out of range']);
  expect(await rejectionOf('getnetworkhashps', 1.5, true)).toEqual([
    -3,
    'JSON value of type bool is not of expected type number',
  ]);
  expect(await rejectionOf('getnetworkhashps', hash, 1)).toEqual([
    -3,
    'JSON value of type string is not of expected type number',
  ]);
});

it.each([
  [['00', 1], 'number', 'array'],
  [['00', [], 'x'], 'string', 'array'],
  [['00', [], [], 1], 'number', 'string'],
  [['00', null, null, {}], 'object', 'string'],
  [[1, 1], 'number', 'string'],
])(
  'signrawtransactionwithkey checks the types of %j before it reads the transaction',
  async (params, found, expected) => {
    expect(await rejectionOf('signrawtransactionwithkey', ...params)).toEqual([
      -3,
      `JSON value of type ${found} is not of expected type ${expected}`,
    ]);
  },
);

describe('true and false in the place of a number', () => {
  it('are 1 and no text', async () => {
    const { hash } = shown.chain.tip();
    expect(await shown.caller.call('quorum', 'list', true)).toEqual(
      await shown.caller.call('quorum', 'list', 1),
    );
    expect(await shown.caller.call('masternode', 'payments', hash, true)).toHaveLength(1);
    expect(await shown.caller.call('protx', 'diff', 1, true)).toEqual(
      await shown.caller.call('protx', 'diff', 1, 1),
    );
    expect(await rejectionOf('quorum', 'list', false)).toEqual([
      -8,
      "count must be a 32bit integer (not '')",
    ]);
    expect(await rejectionOf('quorum', 'listextended', false)).toEqual([
      -8,
      "height must be a 32bit integer (not '')",
    ]);
    expect(await rejectionOf('masternode', 'payments', hash, false)).toEqual([
      -8,
      "count must be a 64bit integer (not '')",
    ]);
    for (const method of ['diff', 'listdiff']) {
      const [code, message] = await rejectionOf('protx', method, 'a', true);
      expect(message).not.toContain('true');
      expect(code).toBe((await rejectionOf('protx', method, 'a', '1'))[0]);
      expect(message).toBe((await rejectionOf('protx', method, 'a', '1'))[1]);
    }
  });
});

it('masternode payments takes null as a count that is no number', async () => {
  const { hash } = shown.chain.tip();
  const rejection = [-8, "count must be a 64bit integer (not '')"];
  expect(await rejectionOf('masternode', 'payments', hash, null)).toEqual(rejection);
  expect(await shown.caller.call('masternode', 'payments', null)).toHaveLength(1);
});

it('testmempoolaccept names the number of transactions of Dash Core', async () => {
  const rejection = [-8, 'Array must contain between 1 and 25 transactions.'];
  expect(await rejectionOf('testmempoolaccept', [])).toEqual(rejection);
  expect(await rejectionOf('testmempoolaccept', Array(26).fill(shown.payment()))).toEqual(rejection);
  const [code, message] = await rejectionOf('testmempoolaccept', [shown.payment(), shown.payment()]);
  expect([code, message]).toEqual([
    -8,
    'Packages are not tested: call testmempoolaccept for one transaction at a time',
  ]);
});

it('help begins with the synopsis of getblockstats, and knows that generate is replaced', async () => {
  expect(await shown.caller.call('help', 'getblockstats')).toMatch(
    /^getblockstats hash_or_height \( stats \)\n/,
  );
  expect(await shown.caller.call('help', 'generate')).toMatch(/^generate\n\nIs rejected/);
  expect(await shown.caller.call('help')).not.toMatch(/^generate$/m);
  expect(await rejectionOf('generate')).toEqual([-32601, 'generate']);
  expect(await rejectionOf('generate', 1)).toEqual([-1, 'generate']);
});

it('generateblock rejects a transaction before the one that it depends on', async () => {
  const { chain, caller } = shown;
  const { address } = chain.accounts[1]!;
  const parent = await caller.call<string>('sendrawtransaction', shown.payment(0, 1));
  const raw = await caller.call<string>('createrawtransaction', [{ txid: parent, vout: 0 }], {
    [address]: 0.99,
  });
  const { hex } = await caller.call<{ hex: string }>('signrawtransactionwithkey', raw, [
    encodePrivateKeyWif({ key: chain.accounts[1]!.secretKey, compressed: true }, 'regtest'),
  ]);
  const child = await caller.call<string>('sendrawtransaction', hex);
  const { height } = chain.tip();
  expect(await rejectionOf('generateblock', address, [child, parent])).toEqual([
    -25,
    'TestBlockValidity failed: bad-txns-inputs-missingorspent',
  ]);
  expect(chain.tip().height).toBe(height);
  const { hash } = await caller.call<{ hash: string }>('generateblock', address, [parent, child]);
  const { tx } = await caller.call<{ tx: string[] }>('getblock', hash);
  expect(tx.slice(-2)).toEqual([parent, child]);
});

it('testdummy becomes active as soon as it is locked in, by what getblockchaininfo says', async () => {
  const chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
  chain.invalidate(await chain.blockHash(300));
  const info: unknown = await askNode(chain, 'getblockchaininfo');
  expect(info).toMatchObject({
    blocks: 299,
    softforks: { testdummy: { bip9: { status: 'locked_in', since: 288, activation_height: 288 } } },
  });
  chain.close();
});
