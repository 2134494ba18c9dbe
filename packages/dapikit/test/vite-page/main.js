import { EvoSDK } from '@dashevo/evo-sdk';

try {
  const sdk = EvoSDK.mainnetTrusted();
  await sdk.connect();
  const contract = await sdk.contracts.fetch('GWRSAVFMjXx8HpQFaNJMqBV7MBgMK4br5UESsB4S31Ec');
  document.title = `found ${String(contract?.id)}`;
} catch (error) {
  document.title = `failed: ${error?.message ?? error}`;
}
