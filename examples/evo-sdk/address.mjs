// Chapter 1: sends credits of a platform address, and tops up an identity from it. Written for testnet.
import { EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, openAddress, openIdentity, SECOND_MNEMONIC } from './local-wallet.mjs';

const AMOUNT = 1_000_000n;

const sdk = EvoSDK.testnetTrusted();
await sdk.connect();

const balanceOf = async ({ address }) => (await sdk.addresses.get(address)).balance;

const sender = await openAddress(FIRST_MNEMONIC, 1);
const recipient = await openAddress(SECOND_MNEMONIC, 1);
console.log('sender:', sender.address);
const before = await balanceOf(recipient);
await sdk.addresses.transfer({
  inputs: [{ address: sender.address, amount: AMOUNT }],
  outputs: [{ address: recipient.address, amount: AMOUNT }],
  signer: sender.signer,
});
const after = await balanceOf(recipient);
console.log('received:', after - before, 'credits');

const { identity } = await openIdentity(sdk, FIRST_MNEMONIC, 6);
const { newBalance } = await sdk.addresses.topUpIdentity({
  identity,
  inputs: [{ address: sender.address, amount: AMOUNT }],
  signer: sender.signer,
});
console.log('topped up:', newBalance - identity.balance, 'credits');
