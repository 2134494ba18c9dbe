// Locks coins of layer 1 for Dash Platform, and registers an identity with them: docs/how-to/register-with-an-asset-lock.md. For `npm start`.
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
import {
  AssetLockProof,
  EvoSDK,
  Identity,
  IdentityPublicKey,
  IdentitySigner,
  OutPoint,
  PrivateKey,
  wallet,
} from '@dashevo/evo-sdk';

const url = process.env.DAPIKIT_URL ?? 'http://127.0.0.1:3000';
const DUFFS = 100_000_000n;
const FEE = 10_000n;

/** Calls a method of the gateway at `/`, or a control at `/dev`. */
async function call(path, method, params) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const headers = { 'content-type': 'application/json' };
  const response = await (await fetch(new URL(path, url), { method: 'POST', headers, body })).json();
  if (response.error !== undefined) throw new Error(response.error.message);
  return response.result;
}

// 1. Coins for a new key: the development chain pays them. The payment is the first output of the transaction.
const coinKey = randomBytes(32);
const scriptPubKey = payToPublicKeyHash(hash160(publicKeyOf(coinKey)));
const address = encodeAddress({ kind: 'publicKeyHash', hash: hash160(publicKeyOf(coinKey)) }, 'regtest');
const coin = await call('/dev', 'fund', { address, duffs: Number(DUFFS + FEE) });

// 2. The asset lock: an OP_RETURN output burns the coins, the payload names the key that may use them.
const lockKey = randomBytes(32);
const creditOutput = { value: DUFFS, scriptPubKey: payToPublicKeyHash(hash160(publicKeyOf(lockKey))) };
const input = {
  previousOutput: { txid: coin.txid, index: 0 },
  scriptSig: new Uint8Array(),
  sequence: 0xff_ff_ff_ff,
};
const unsigned = {
  version: 3,
  type: TransactionType.assetLock,
  inputs: [input],
  outputs: [{ value: DUFFS, scriptPubKey: Uint8Array.of(0x6a, 0) }],
  lockTime: 0,
  extraPayload: encodePayload({ kind: 'assetLockTx', version: 1, creditOutputs: [creditOutput] }),
};
const transaction = signInput({ transaction: unsigned, inputIndex: 0, secretKey: coinKey, scriptPubKey });
const txid = await call('/', 'sendRawTransaction', [
  Buffer.from(encodeTransaction(transaction)).toString('hex'),
]);

// 3. The proof: the development chain has mined the transaction, and a ChainLock covers its block.
const sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [url], quorumUrl: url });
await sdk.connect();
const { height } = await call('/dev', 'chainLock');
const assetLockProof = AssetLockProof.createChainAssetLockProof(height, new OutPoint(txid, 0));

// 4. The identity: its id follows from the outpoint of the lock, and each key signs.
const identity = new Identity(assetLockProof.createIdentityId());
const signer = new IdentitySigner();
for (const [keyId, securityLevel] of ['MASTER', 'HIGH', 'CRITICAL'].entries()) {
  const { publicKey, privateKeyWif } = await wallet.generateKeyPair('regtest');
  signer.addKeyFromWif(privateKeyWif);
  const data = Uint8Array.from(Buffer.from(publicKey, 'hex'));
  const keyType = 'ECDSA_SECP256K1';
  identity.addPublicKey(
    new IdentityPublicKey({
      keyId,
      purpose: 'AUTHENTICATION',
      securityLevel,
      keyType,
      isReadOnly: false,
      data,
    }),
  );
}
const assetLockPrivateKey = PrivateKey.fromHex(lockKey.toString('hex'), 'regtest');
await sdk.identities.create({ identity, assetLockProof, assetLockPrivateKey, signer });

const registered = await sdk.identities.fetch(identity.id);
console.log('keys:', registered.publicKeys.length);
console.log('balance:', Number(registered.balance / 10_000_000_000n) / 10, 'DASH');
