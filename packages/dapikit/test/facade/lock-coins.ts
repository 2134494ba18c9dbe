import {
  encodeAddress,
  encodePayload,
  encodeTransaction,
  hash160,
  payToPublicKeyHash,
  publicKeyOf,
  signInput,
  transactionId,
  TransactionType,
} from '@dapikit/chain';
import { AssetLockProof, OutPoint } from '@dashevo/evo-sdk';
import type { LocalNetwork } from './local-network.js';

const FEE = 10_000n;
const COIN_KEY = new Uint8Array(32).fill(8);

/** The private key of the credit outputs. */
export const LOCK_KEY = new Uint8Array(32).fill(9);

/** Locks duffs of layer 1 for {@link LOCK_KEY}, and returns the proof that a ChainLock covers the lock. */
export async function lockCoins(network: LocalNetwork, duffs: bigint): Promise<AssetLockProof> {
  const hash = hash160(publicKeyOf(COIN_KEY));
  const scriptPubKey = payToPublicKeyHash(hash);
  const address = encodeAddress({ kind: 'publicKeyHash', hash }, 'regtest');
  const coin = await network.call('/dev', 'fund', { address, duffs: Number(duffs + FEE) });
  const creditOutput = { value: duffs, scriptPubKey: payToPublicKeyHash(hash160(publicKeyOf(LOCK_KEY))) };
  const previousOutput = { txid: String(coin['txid']), index: 0 };
  const unsigned = {
    version: 3,
    type: TransactionType.assetLock,
    inputs: [{ previousOutput, scriptSig: new Uint8Array(), sequence: 0xff_ff_ff_ff }],
    outputs: [{ value: duffs, scriptPubKey: Uint8Array.of(0x6a, 0) }],
    lockTime: 0,
    extraPayload: encodePayload({ kind: 'assetLockTx', version: 1, creditOutputs: [creditOutput] }),
  };
  const signed = signInput({ transaction: unsigned, inputIndex: 0, secretKey: COIN_KEY, scriptPubKey });
  const raw = Buffer.from(encodeTransaction(signed)).toString('hex');
  await network.call('/', 'sendRawTransaction', [raw]);
  const { height } = await network.call('/dev', 'chainLock');
  return AssetLockProof.createChainAssetLockProof(Number(height), new OutPoint(transactionId(signed), 0));
}
