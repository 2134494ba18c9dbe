// Chapter 1: makes and signs a state transition without the facades, broadcasts it, and awaits what it changed. Written for testnet.
import { EvoSDK, IdentityCreditTransfer, PrivateKey } from '@dashevo/evo-sdk';
import { deriveKey, FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const sender = await openIdentity(sdk, FIRST_MNEMONIC, 4);
const recipient = await openIdentity(sdk, SECOND_MNEMONIC, 4);
const { privateKeyWif } = await deriveKey(FIRST_MNEMONIC, 4, KEYS.transfer);
const lastNonce = (await sdk.identities.nonce(sender.id)) ?? 0n;

/** Makes a credit transfer with the next nonce but `step`, signed by the TRANSFER key. */
function signTransfer(step) {
  // The 40 lower bits are the nonce; those above tell which ones before it were left out.
  const nonce = (lastNonce % 2n ** 40n) + step;
  const transfer = new IdentityCreditTransfer({
    senderId: sender.id,
    recipientId: recipient.id,
    amount: 100_000n,
    nonce,
  }).toStateTransition();
  transfer.signaturePublicKeyId = KEYS.transfer;
  transfer.signByPrivateKey(PrivateKey.fromWIF(privateKeyWif), KEYS.transfer, 'ECDSA_SECP256K1');
  return transfer;
}

const first = signTransfer(1n);
await sdk.stateTransitions.broadcastStateTransition(first);
const result = await sdk.stateTransitions.waitForStateTransitionResult(first.hash(false));
console.log('executed:', result.constructor.name);
// The proof of a credit transfer is about the state after it, not about its execution: evo-sdk reads it with the methods for an affected state.
const affected = await sdk.stateTransitions.waitForAffectedState(first);
console.log('affected:', affected.constructor.name);
await sdk.stateTransitions.waitForResponse(first).catch(({ message }) => console.log(message.split(':')[0]));
const second = await sdk.stateTransitions.broadcastAndWaitForAffectedState(signTransfer(2n));
console.log('affected:', second.constructor.name);

const again = await sdk.stateTransitions.broadcastAndWait(first).catch(({ message }) => message);
console.log('again:', again);
