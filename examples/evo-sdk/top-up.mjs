// Tops an identity up and funds a platform address with coins of layer 1: docs/how-to/register-with-an-asset-lock.md. For `npm start`.
import { EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, openAddress, openIdentity } from './local-wallet.mjs';
import { GATEWAY_URL, lockCoins } from './lock-coins.mjs';

const DUFFS = 1_000_000n;
const CREDITS = DUFFS * 1000n;

const sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [GATEWAY_URL], quorumUrl: GATEWAY_URL });
await sdk.connect();

const { identity } = await openIdentity(sdk, FIRST_MNEMONIC, 2);
const balance = await sdk.identities.topUp({ identity, ...(await lockCoins(DUFFS)) });
const toppedUp = balance - identity.balance;
console.log('topped up:', toppedUp > 0n && toppedUp < CREDITS);

// What no output has an amount for goes to the one without: all credits of the lock, less the fee.
const { address, signer } = await openAddress(FIRST_MNEMONIC, 40);
const funded = await sdk.addresses.fundFromAssetLock({
  ...(await lockCoins(DUFFS)),
  outputs: [{ address }],
  feeStrategy: [{ $type: 'reduceOutput', index: 0 }],
  signer,
});
const [info] = funded.values();
console.log('funded:', info.balance > 0n && info.balance < CREDITS);
