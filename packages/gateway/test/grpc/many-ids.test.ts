import { createPlatform } from '@dapikit/platform';
import { expect, it, onTestFinished } from 'vitest';
import { gatewayForTest } from '../gateway-under-test.js';
import { grpcClients } from './grpc-clients.js';

const IDS = Array.from({ length: 1000 }, (_, index) => {
  const id = new Uint8Array(32);
  new DataView(id.buffer).setUint32(0, index);
  return id;
});

const request = (ids: Uint8Array[]) => ({ version: { case: 'v0' as const, value: { ids } } });

async function gatewayWithPlatform(burst: number) {
  const platform = await createPlatform();
  onTestFinished(() => platform.close());
  const rateLimit = { perMinute: 1, burst };
  const { port } = await gatewayForTest({ rateLimit }, { platform: { platform: async () => platform } });
  return grpcClients(port).platform;
}

it('a request with 1,000 ids costs as much as the most expensive method, one with few ids the cost of its method', async () => {
  const platform = await gatewayWithPlatform(60);
  const { version } = await platform.getDataContracts(request(IDS));
  expect(version.value?.result.case).toBe('dataContracts');
  for (let call = 0; call < 4; call += 1) await platform.getIdentitiesBalances(request(IDS.slice(0, 9)));
  await expect(platform.getIdentitiesBalances(request(IDS))).rejects.toMatchObject({ code: 8 });
});

it('a request with 1,000 ids yields to the event loop', async () => {
  const platform = await gatewayWithPlatform(1000);
  let turns = 0;
  let immediate = setImmediate(function count() {
    turns += 1;
    immediate = setImmediate(count);
  });
  const response = await platform.getDataContracts(request(IDS));
  clearImmediate(immediate);
  const { value } = response.version;
  expect(value?.result.case === 'dataContracts' && value.result.value.dataContractEntries.length).toBe(1000);
  expect(turns).toBeGreaterThanOrEqual(50);
});

it('a request for 1,000 keys of an identity, or a proof of 100 documents, costs more than one for few', async () => {
  const platform = await gatewayWithPlatform(100);
  const keys = (count: number) =>
    platform.getIdentityKeys({
      version: {
        case: 'v0',
        value: {
          identityId: IDS[0]!,
          requestType: {
            request: {
              case: 'specificKeys',
              value: { keyIds: Array.from({ length: count }, (_, id) => id) },
            },
          },
        },
      },
    });
  const documents = (limit: number) =>
    platform
      .getDocuments({
        version: {
          case: 'v0',
          value: { dataContractId: IDS[0]!, documentType: 'a', limit, prove: true },
        },
      })
      .then(
        () => 0,
        (error: { code: number }) => error.code,
      );
  // 2 units for a call with its body, and 20 at most in all.
  await keys(1000);
  for (let call = 0; call < 10; call += 1) await keys(9);
  // 6 units with one document, 16 with a hundred, as without a limit.
  expect(await documents(1)).not.toBe(8);
  expect(await documents(0)).not.toBe(8);
  expect(await documents(100)).not.toBe(8);
  expect(await documents(100)).not.toBe(8);
  expect(await documents(100)).toBe(8);
});
