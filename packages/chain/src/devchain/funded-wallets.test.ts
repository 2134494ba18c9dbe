import { expect, it } from 'vitest';
import { bytesToHex } from '../base/bytes/hex.js';
import { decodePayload } from '../primitives/payload/payload.js';
import { decodeTransaction } from '../primitives/transaction/transaction.js';
import { DevChain } from './dev-chain.js';
import { SECOND_MNEMONIC } from './platform-wallet.js';

function manual(mnemonic?: string): DevChain {
  return new DevChain({ mining: 'manual', ...(mnemonic !== undefined && { mnemonic }) });
}

it('the initial chain locks coins for the identities and addresses of two wallets, each for a key of its own', async () => {
  const chain = manual();
  const { wallets } = chain;
  expect(wallets.map(({ mnemonic }) => mnemonic)).toEqual([
    'test test test test test test test test test test test junk',
    SECOND_MNEMONIC,
  ]);
  const locks = wallets.flatMap(({ identities, addressLock }) => [
    ...identities.map(({ lock }) => lock),
    addressLock,
  ]);
  expect(new Set(locks.map(({ key }) => key.address)).size).toBe(22);
  for (const { txid, outputIndex, height, key } of locks) {
    const { serialized, block } = await chain.read('transaction', { txid });
    const payload = decodePayload(decodeTransaction(serialized));
    if (payload?.kind !== 'assetLockTx') throw new Error('expected an asset lock');
    expect(bytesToHex(payload.creditOutputs[outputIndex]!.scriptPubKey)).toBe(bytesToHex(key.scriptPubKey));
    expect(payload.creditOutputs[outputIndex]!.value).toBe(
      outputIndex < 10 ? 1_000_000_000n : 10_000_000_000n,
    );
    expect(block?.height).toBe(height);
  }
  // The addresses have the keys of the accounts.
  expect(wallets[0]!.addresses.map(({ address }) => address)).toEqual(
    chain.accounts.map(({ address }) => address),
  );
  chain.close();
});

it('a funded wallet derives the keys that evo-sdk 4.1.0 derives on testnet', async () => {
  const name = '@dashevo/evo-sdk';
  const { wallet } = await import(name);
  const chain = manual();
  const wifOf = async (mnemonic: string, path: string): Promise<unknown> => {
    const derived = await wallet.deriveKeyFromSeedWithPath({ mnemonic, path, network: 'testnet' });
    return derived.toObject().privateKeyWif;
  };
  for (const { mnemonic, identities, addresses } of chain.wallets) {
    expect(await wifOf(mnemonic, "m/9'/1'/5'/0'/0'/3'/4'")).toBe(identities[3]!.key(4).wif);
    expect(await wifOf(mnemonic, "m/9'/1'/5'/1'/7")).toBe(identities[7]!.lock.key.wif);
    expect(await wifOf(mnemonic, "m/44'/1'/0'/0/9")).toBe(addresses[9]!.wif);
  }
  chain.close();
});

it('a chain loaded from a dump has the same funded wallets, and one where both mnemonics are the same', () => {
  const chain = manual(SECOND_MNEMONIC);
  expect(chain.wallets.map(({ mnemonic }) => mnemonic)).toEqual([SECOND_MNEMONIC]);
  const loaded = DevChain.load(chain.dump());
  expect(loaded.wallets[0]!.identities.map(({ id }) => bytesToHex(id))).toEqual(
    chain.wallets[0]!.identities.map(({ id }) => bytesToHex(id)),
  );
  chain.close();
  loaded.close();
});

it('a chain with other blocks at the start has no funded wallets', () => {
  const chain = manual();
  chain.reorganise(20);
  expect(chain.wallets).toEqual([]);
  chain.close();
});
