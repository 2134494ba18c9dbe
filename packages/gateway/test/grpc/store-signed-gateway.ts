import { EvoSDK } from '@dashevo/evo-sdk';
import { createPlatform, type Platform } from '@dapikit/platform';
import { startGatewayUnderTest, type GatewayUnderTest } from '../gateway-under-test.js';

/** Describes a platform whose states the key of its store signs, its gateway, and an evo-sdk client of it in trusted mode. */
export interface StoreSignedGateway {
  readonly platform: Platform;
  readonly gateway: GatewayUnderTest;
  readonly sdk: EvoSDK;
  readonly close: () => Promise<void>;
}

export async function startStoreSignedGateway(): Promise<StoreSignedGateway> {
  const platform = await createPlatform({ signsWithStore: true });
  const quorum = await platform.stateQuorum();
  const gateway = await startGatewayUnderTest(
    {},
    { platform: { platform: () => Promise.resolve(platform), stateQuorum: () => quorum } },
  );
  const url = `http://127.0.0.1:${gateway.port}`;
  const sdk = new EvoSDK({ network: 'local', trusted: true, addresses: [url], quorumUrl: url });
  await sdk.connect();
  const close = async (): Promise<void> => {
    await gateway.stop();
    await platform.close();
  };
  return { platform, gateway, sdk, close };
}
