import { expect, it } from 'vitest';
import { ClientError } from '../error/client-error.js';
import { SdkError } from '../error/sdk-error.js';
import { connect } from './connect.js';

it.each(['', 'devnet', 'ftp://127.0.0.1', 'https://'])('rejects %j, which is no network', async (network) => {
  await expect(connect(network)).rejects.toThrow(ClientError);
  await expect(connect(network)).rejects.toThrow('expected testnet, mainnet or the URL of a gateway');
});

it('says that no network answers at an address', async () => {
  await expect(connect('http://127.0.0.1:9')).rejects.toThrow(SdkError);
  await expect(connect('http://127.0.0.1:9')).rejects.toThrow('no connection to http://127.0.0.1:9: ');
});
