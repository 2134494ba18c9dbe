// How long evo-sdk takes for a token transfer in front of `dapikit dev`: signed, broadcast, executed, proven and verified.
import { DataContract, EvoSDK } from '@dashevo/evo-sdk';
import { FIRST_MNEMONIC, KEYS, openIdentity, SECOND_MNEMONIC } from '../../examples/evo-sdk/local-wallet.mjs';
import { startDev } from './dev-process.mjs';
import { median } from './median.mjs';
import { TOKEN } from './signed-transfers.mjs';

const WARM_UP = 5;

async function publishToken(sdk, owner, signed) {
  const nonce = (await sdk.identities.nonce(owner.id)) ?? 0n;
  const note = {
    type: 'object',
    properties: { message: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  };
  const options = { ownerId: owner.id, identityNonce: nonce + 1n, schemas: { note }, platformVersion: 13 };
  const contract = { ...new DataContract(options).toJSON(13), tokens: { 0: { ...TOKEN, baseSupply: 1000 } } };
  const dataContract = DataContract.fromJSON(contract, true, 13);
  return (await sdk.contracts.publish({ dataContract, ...signed })).id.toString();
}

/** Returns the median and the least milliseconds of some transfers, one after another. */
export async function measureTransferTrips(trips) {
  const dev = await startDev('--sdk-ports', 'off');
  try {
    const addresses = [dev.url];
    const sdk = new EvoSDK({ network: 'local', trusted: true, addresses, quorumUrl: dev.url });
    await sdk.connect();
    const owner = await openIdentity(sdk, FIRST_MNEMONIC, 8);
    const member = await openIdentity(sdk, SECOND_MNEMONIC, 8);
    const signed = await owner.sign(KEYS.critical);
    const dataContractId = await publishToken(sdk, owner, signed);
    const transfer = {
      dataContractId,
      tokenPosition: 0,
      senderId: owner.id,
      recipientId: member.id,
      amount: 1n,
    };
    const times = [];
    for (let trip = 0; trip < WARM_UP + trips; trip += 1) {
      const begin = performance.now();
      await sdk.tokens.transfer({ ...transfer, ...signed });
      if (trip >= WARM_UP) times.push(performance.now() - begin);
    }
    return { trips, median: median(times), least: Math.min(...times) };
  } finally {
    await dev.stop();
  }
}
