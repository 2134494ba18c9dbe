import type { CommittedState } from '@dapikit/platform';
import { addressInfosQuery } from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { distinctInOrder, invalidArgument, MAX_RESULTS, readBytes } from './request-values.js';

const ADDRESS_BYTES = 21;
const NOTHING = 'the local platform does not record them';

const readAddress = (address: Uint8Array, name: string): Uint8Array =>
  readBytes(address, ADDRESS_BYTES, name);

type State = Pick<CommittedState, 'addressInfos'>;

/** Returns addresses with their balances and nonces, as far as they had credits. */
async function entriesOf(addresses: readonly Uint8Array[], state: State) {
  const found = await state.addressInfos(addresses);
  return addresses.map((address, at) => {
    const info = found[at];
    return info === undefined ? { address } : { address, balanceAndNonce: info };
  });
}

/** Reads distinct addresses, in the order of their bytes. @throws {GrpcError} INVALID_ARGUMENT */
function readAddresses(addresses: readonly Uint8Array[]): readonly Uint8Array[] {
  if (addresses.length > MAX_RESULTS)
    throw invalidArgument(`addresses has ${addresses.length} entries: send at most ${MAX_RESULTS}`);
  return distinctInOrder(addresses.map((one, at) => readAddress(one, `addresses[${at}]`)));
}

export const getAddressInfo = platformQuery(Platform.method.getAddressInfo, {
  summary: 'Returns the balance and nonce of an address',
  description: 'Without a balance where the address never had credits.',
  answer: async ({ address }, state) => {
    const [entry] = await entriesOf([readAddress(address, 'address')], state);
    return entry && oneofMember('addressInfoEntry', entry);
  },
  select: ({ address }) => addressInfosQuery([readAddress(address, 'address')]),
});

export const getAddressesInfos = platformQuery(Platform.method.getAddressesInfos, {
  summary: 'Returns the balances and nonces of addresses',
  description: 'Each address once, in order; without a balance where an address never had credits.',
  answer: async ({ addresses }, state) =>
    oneofMember('addressInfoEntries', {
      addressInfoEntries: await entriesOf(readAddresses(addresses), state),
    }),
  select: ({ addresses }) => addressInfosQuery(readAddresses(addresses)),
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
