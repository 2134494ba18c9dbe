import { EvoSDK } from '@dashevo/evo-sdk';
import { ClientError } from '../error/client-error.js';
import { fromSdk, SdkError, sdkMessage } from '../error/sdk-error.js';
import type { ConnectedSdk } from './connected-sdk.js';

/**
 * Connects evo-sdk with a network, whose answers it verifies.
 * @param network `testnet`, `mainnet`, or the URL of a gateway, whose lists of quorums are trusted, such as that of `dapikit dev`
 * @throws {ClientError} (rejects) where the text is none of them. @throws {SdkError} (rejects) where the network does not answer.
 */
export async function connect(network: string): Promise<ConnectedSdk> {
  const sdk = sdkFor(network);
  try {
    await fromSdk(sdk.connect());
  } catch (error) {
    throw new SdkError(`no connection to ${network}: ${sdkMessage(error)}`, { cause: error });
  }
  return sdk;
}

function sdkFor(network: string): EvoSDK {
  if (network === 'testnet') return EvoSDK.testnetTrusted();
  if (network === 'mainnet') return EvoSDK.mainnetTrusted();
  const address = network.replace(/\/+$/, '');
  if (!/^https?:\/\/./.test(address))
    throw new ClientError(
      `expected testnet, mainnet or the URL of a gateway, found ${JSON.stringify(network.slice(0, 80))}`,
    );
  return new EvoSDK({
    network: 'local',
    trusted: true,
    addresses: [address],
    quorumUrl: address,
    // There is one address: a client that bans it has none.
    settings: { banFailedAddress: false },
  });
}
