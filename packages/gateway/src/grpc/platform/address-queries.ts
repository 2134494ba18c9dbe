import { Platform } from '../generated/dapi_pb.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { distinctInOrder, invalidArgument, MAX_RESULTS, readBytes } from './request-values.js';

const ADDRESS_BYTES = 21;
const NOTHING = 'addresses have no credits on the local platform';

const readAddress = (address: Uint8Array, name: string): Uint8Array =>
  readBytes(address, ADDRESS_BYTES, name);

export const getAddressInfo = platformQuery(Platform.method.getAddressInfo, {
  summary: 'Returns the balance and nonce of an address',
  description: `Without a balance: ${NOTHING}.`,
  // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
  answer: async ({ address }) =>
    oneofMember('addressInfoEntry', { address: readAddress(address, 'address') }),
});

export const getAddressesInfos = platformQuery(Platform.method.getAddressesInfos, {
  summary: 'Returns the balances and nonces of addresses',
  description: `Each address once, in order; without balances: ${NOTHING}.`,
  // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
  answer: async ({ addresses }) => {
    if (addresses.length > MAX_RESULTS)
      throw invalidArgument(`addresses has ${addresses.length} entries: send at most ${MAX_RESULTS}`);
    const distinct = distinctInOrder(addresses.map((one, at) => readAddress(one, `addresses[${at}]`)));
    return oneofMember('addressInfoEntries', {
      addressInfoEntries: distinct.map((address) => ({ address })),
    });
  },
});

export const getRecentAddressBalanceChanges = platformQuery(Platform.method.getRecentAddressBalanceChanges, {
  summary: 'Returns recent changes of balances of addresses',
  description: `None: ${NOTHING}.`,
  // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
  answer: async () => oneofMember('addressBalanceUpdateEntries', { blockChanges: [] }),
});

export const getRecentCompactedAddressBalanceChanges = platformQuery(
  Platform.method.getRecentCompactedAddressBalanceChanges,
  {
    summary: 'Returns recent changes of balances of addresses, compacted',
    description: `None: ${NOTHING}.`,
    // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
    answer: async () => oneofMember('compactedAddressBalanceUpdateEntries', { compactedBlockChanges: [] }),
  },
);
