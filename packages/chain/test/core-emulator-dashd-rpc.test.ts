import Callbacks from '@dashevo/dashd-rpc';
import DashdRpc from '@dashevo/dashd-rpc/promise.js';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { DevChain } from '../src/devchain/dev-chain.js';
import { createCoreEmulator, EMULATOR_METHODS, type CoreEmulator } from '../src/core-emulator/index.js';
import { CREDENTIALS } from './emulator-caller.js';

const words = (text: string): readonly string[] => text.trim().split(/\s+/);

/** Methods of the package that need a wallet. */
const WALLET = words(`
  abandontransaction addmultisigaddress backupwallet createwallet dumpprivkey dumpwallet encryptwallet fundrawtransaction getbalance getnewaddress getrawchangeaddress
  getreceivedbyaddress gettransaction getwalletinfo importaddress importelectrumwallet importprivkey importpubkey importwallet instantsendtoaddress keypoolrefill
  listaddressgroupings listlockunspent listreceivedbyaddress listsinceblock listtransactions listunspent lockunspent sendmany sendtoaddress settxfee signmessage
  walletlock walletpassphrase walletpassphrasechange
`);
/** Methods about peers, governance, mining by others, coin mixing and the process. */
const NETWORK = words(`
  addnode clearbanned disconnectnode getaddednodeinfo getnettotals listbanned setban getgovernanceinfo getsuperblockbudget gobject voteraw
  getblocktemplate prioritisetransaction createmultisig debug stop verifychain waitfornewblock waitforblockheight
`);
/** Methods that Dash Core 23 does not have. */
const REMOVED = words(`
  estimatefee estimatepriority estimatesmartpriority getaccount getaccountaddress getaddressesbyaccount getgenerate getinfo getpoolinfo getreceivedbyaccount getuser
  listaccounts listreceivedbyaccount masternodebroadcast move privatesend resendwallettransactions sendfrom sentinelping setaccount setgenerate signrawtransaction
`);

describe('@dashevo/dashd-rpc, which dashmate and the platform test suite use', () => {
  let chain: DevChain;
  let emulator: CoreEmulator;
  let client: DashdRpc;
  beforeAll(async () => {
    chain = new DevChain({ mining: 'manual', masternodeChangeInterval: 0 });
    emulator = await createCoreEmulator(chain, { credentials: CREDENTIALS, port: 0 });
    client = new DashdRpc({
      protocol: 'http',
      host: '127.0.0.1',
      port: emulator.port,
      user: CREDENTIALS.user,
      pass: CREDENTIALS.password,
    });
  });
  afterAll(async () => {
    await emulator.close();
    chain.close();
  });

  const ask = async (method: string, ...params: unknown[]): Promise<unknown> => {
    const { result } = await client[method]!(...params);
    return result;
  };

  it('reads the chain', async () => {
    const { hash, height } = chain.tip();
    expect(await ask('getBestBlockHash')).toBe(hash);
    expect(await ask('getBlockCount')).toBe(height);
    expect(await ask('getBlockHash', height)).toBe(hash);
    expect(await ask('getBlock', hash, true)).toMatchObject({ hash, height });
    expect(await ask('getBlock', hash, false)).toBe(bytesToHex(chain.serializedBlock(height)!));
    expect(await ask('getBlockHeader', hash, true)).toMatchObject({ hash });
    expect(await ask('getBlockHeaders', await chain.blockHash(0), 3, false)).toHaveLength(3);
    expect(await ask('getBlockStats', height, ['txs'])).toMatchObject({ txs: expect.any(Number) });
    expect(await ask('getBlockchainInfo')).toMatchObject({ chain: 'regtest', blocks: height });
    expect(await ask('getNetworkInfo')).toMatchObject({ version: 230102 });
    expect(await ask('mnsync', 'status')).toMatchObject({ IsSynced: true });
    expect(await ask('protx', 'diff', '1', String(height))).toMatchObject({ blockHash: hash });
    expect(await ask('masternodelist', 'status', '')).toBeTypeOf('object');
    expect(await ask('getChainTips', 10, 0)).toMatchObject([{ hash, status: 'active' }]);
    const { address } = chain.accounts[0]!;
    expect(await ask('getAddressBalance', { addresses: [address] })).toMatchObject({
      balance: expect.any(Number),
    });
    expect(await ask('getAddressUtxos', { addresses: [address] })).not.toEqual([]);
    expect(await ask('spork', 'active')).toMatchObject({ SPORK_19_CHAINLOCKS_ENABLED: false });
    expect(await ask('help', 'getblock')).toContain('getblock "blockhash" ( verbosity )');
  });

  it('sends, mines and invalidates', async () => {
    const [from, to] = chain.accounts;
    const hex = bytesToHex(chain.transfer(from!, to!, 100_000_000n));
    const txid = String(await ask('sendRawTransaction', hex));
    expect(await ask('getRawMemPool', false)).toEqual([txid]);
    expect(await ask('getRawTransaction', txid, 1)).toMatchObject({ txid });
    const { height } = chain.tip();
    expect(await ask('generateToAddress', 2, to!.address)).toHaveLength(2);
    const [first, second] = [await chain.blockHash(height + 1), await chain.blockHash(height + 2)];
    expect(await ask('getTxOut', txid, 0, true)).toMatchObject({ confirmations: 2 });
    expect(await ask('getRawTransactionMulti', { 0: [txid] }, false)).toEqual({ [txid]: hex });
    await ask('invalidateBlock', first);
    expect(await ask('getRawMemPool', false)).toEqual([txid]);
    await ask('reconsiderBlock', first);
    expect(await ask('getBestBlockHash')).toBe(second);
    await ask('setMockTime', chain.clock.now + 600);
    expect(await ask('validateAddress', to!.address)).toMatchObject({ isvalid: true });
  });

  it('finds every method that a node without a wallet and a network has', () => {
    const known = new Set(EMULATOR_METHODS.map(({ name }) => name));
    const missing = Object.keys(Callbacks.callspec)
      .map((name) => name.toLowerCase())
      .filter((name) => !known.has(name));
    expect(missing.toSorted()).toEqual([...WALLET, ...NETWORK, ...REMOVED].toSorted());
  });

  it('gets the error code and message of a node', async () => {
    await expect(ask('getBlockHash', 1_000_000)).rejects.toMatchObject({
      code: -8,
      message: 'Block height out of range',
    });
    await expect(ask('getNewAddress')).rejects.toMatchObject({ code: -32601, message: 'Method not found' });
    await expect(ask('getBestChainLock')).rejects.toMatchObject({
      code: -32603,
      message: 'Unable to find any ChainLock',
    });
  });
});
