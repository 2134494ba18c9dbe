// Locks coins of layer 1 for Dash Platform on the development chain of `npm start`: docs/how-to/register-with-an-asset-lock.md.
import { randomBytes } from 'node:crypto';
import {
  encodeAddress,
  encodePayload,
  encodeTransaction,
  hash160,
  payToPublicKeyHash,
  publicKeyOf,
  signInput,
  TransactionType,
} from '@dapikit/chain';
import { AssetLockProof, OutPoint, PrivateKey } from '@dashevo/evo-sdk';

/** Where `npm start` listens. */
export const GATEWAY_URL = process.env.DAPIKIT_URL ?? 'http://127.0.0.1:3000';
const FEE = 10_000n;

/** Calls a method of the gateway at `/`, or a control at `/dev`. */
async function call(path, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await (await fetch(new URL(path, GATEWAY_URL), { method: 'POST', headers, body })).json();
  if (response.error !== undefined) throw new Error(response.error.message);
  return response.result;
}

/** Locks duffs, and returns the proof of the lock with the private key that may use its credits. */
export async function lockCoins(duffs) {
  // 1. Coins for a new key: the development chain pays them. The payment is the first output of the transaction.
  const coinKey = randomBytes(32);
  const scriptPubKey = payToPublicKeyHash(hash160(publicKeyOf(coinKey)));
  const address = encodeAddress({ kind: 'publicKeyHash', hash: hash160(publicKeyOf(coinKey)) }, 'regtest');
  const coin = await call('/dev', 'fund', { address, duffs: Number(duffs + FEE) });

  // 2. The asset lock: an OP_RETURN output burns the coins, the payload names the key that may use them.
  const lockKey = randomBytes(32);
  const creditOutput = { value: duffs, scriptPubKey: payToPublicKeyHash(hash160(publicKeyOf(lockKey))) };
  const input = {
    previousOutput: { txid: coin.txid, index: 0 },
    scriptSig: new Uint8Array(),
    sequence: 0xff_ff_ff_ff,
  };
  const unsigned = {
    version: 3,
    type: TransactionType.assetLock,
    inputs: [input],
    outputs: [{ value: duffs, scriptPubKey: Uint8Array.of(0x6a, 0) }],
    lockTime: 0,
    extraPayload: encodePayload({ kind: 'assetLockTx', version: 1, creditOutputs: [creditOutput] }),
  };
  const transaction = signInput({ transaction: unsigned, inputIndex: 0, secretKey: coinKey, scriptPubKey });
  const raw = Buffer.from(encodeTransaction(transaction)).toString('hex');
  const txid = await call('/', 'sendRawTransaction', [raw]);

  // 3. The proof: the development chain has mined the transaction, and a ChainLock covers its block.
  const { height } = await call('/dev', 'chainLock');
  return {
    assetLockProof: AssetLockProof.createChainAssetLockProof(height, new OutPoint(txid, 0)),
    assetLockPrivateKey: PrivateKey.fromHex(lockKey.toString('hex'), 'regtest'),
  };
}
