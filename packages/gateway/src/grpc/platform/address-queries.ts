import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract/protocol-versions';
import type { CommittedState } from '@dapikit/platform';
import {
  addressInfosQuery,
  balanceChangesQuery,
  compactedBeforeQuery,
  compactedFromQuery,
  compactedKey,
  encodeCompactedProofs,
  MAX_COMPACTED_ENTRIES,
  MAX_RECENT_BLOCKS,
} from '@dapikit/proof';
import { encode, platformAddress, type CompactedAddressBalanceChange } from '@dapikit/protocol';
import { Platform } from '../generated/dapi_pb.js';
import { oneofMember, platformQuery } from './platform-query.js';
import { distinctInOrder, invalidArgument, MAX_RESULTS, readBytes } from './request-values.js';

const ADDRESS_BYTES = 21;

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
  read: ({ address }) => [readAddress(address, 'address')],
  answer: async (addresses, state) => {
    const [entry] = await entriesOf(addresses, state);
    return entry && oneofMember('addressInfoEntry', entry);
  },
  select: addressInfosQuery,
});

export const getAddressesInfos = platformQuery(Platform.method.getAddressesInfos, {
  summary: 'Returns the balances and nonces of addresses',
  description: 'Each address once, in order; without a balance where an address never had credits.',
  read: ({ addresses }) => readAddresses(addresses),
  answer: async (addresses, state) =>
    oneofMember('addressInfoEntries', { addressInfoEntries: await entriesOf(addresses, state) }),
  select: addressInfosQuery,
});

export const getRecentAddressBalanceChanges = platformQuery(Platform.method.getRecentAddressBalanceChanges, {
  summary: 'Returns recent changes of balances of addresses, block by block',
  description: `At most ${MAX_RECENT_BLOCKS} blocks with changes, from \`start_height\` on. Changes of earlier blocks are compacted once there are 64 blocks, or 2,048 addresses.`,
  cost: 5,
  read: ({ startHeight }) => startHeight,
  answer: async (startHeight, state) => {
    const blocks = await state.addressBalanceChanges(startHeight);
    const blockChanges = blocks.map(({ height, changes }) => ({
      blockHeight: height,
      changes: changes.map(({ address, change }) => ({
        address: encode(platformAddress, address),
        operation: oneofMember(change.type === 'set' ? 'setBalance' : 'addToBalance', change.credits),
      })),
    }));
    return oneofMember('addressBalanceUpdateEntries', { blockChanges });
  },
  select: balanceChangesQuery,
});

export const getRecentCompactedAddressBalanceChanges = platformQuery(
  Platform.method.getRecentCompactedAddressBalanceChanges,
  {
    summary: 'Returns changes of balances of addresses, compacted',
    description: `At most ${MAX_COMPACTED_ENTRIES} entries whose last block is \`start_block_height\` or a later one, for a week after they were compacted. A proof is the one of protocol version ${NEWEST_RELEASED_PROTOCOL}: one for the entry that has the block among its own, and one for the entries from there on.`,
    cost: 5,
    read: ({ startBlockHeight }) => startBlockHeight,
    answer: async (startBlockHeight, state) => {
      const entries = await state.compactedAddressBalanceChanges(startBlockHeight);
      const compactedBlockChanges = entries.map(({ startHeight, endHeight, changes }) => ({
        startBlockHeight: startHeight,
        endBlockHeight: endHeight,
        changes: changes.map(({ address, change }) => ({
          address: encode(platformAddress, address),
          operation: compactedOperation(change),
        })),
      }));
      return oneofMember('compactedAddressBalanceUpdateEntries', { compactedBlockChanges });
    },
    subject: (startHeight) => ({ kind: 'compacted-changes', startHeight }),
    answerProven: async (startBlockHeight, state) => {
      const [first] = await state.compactedAddressBalanceChanges(startBlockHeight);
      const isInside = first !== undefined && first.startHeight <= startBlockHeight;
      const key = isInside ? compactedKey(first.startHeight, first.endHeight) : undefined;
      const before = await state.proofs.prove(compactedBeforeQuery(startBlockHeight));
      const from = await state.proofs.prove(compactedFromQuery(startBlockHeight, key));
      return oneofMember('proof', {
        grovedbProof: encodeCompactedProofs({ before, from }),
        ...state.signature,
      });
    },
  },
);

const compactedOperation = (change: CompactedAddressBalanceChange['change']) =>
  change.type === 'set'
    ? oneofMember('setCredits', change.credits)
    : oneofMember('addToCreditsOperations', {
        entries: [...change.additions].map(([blockHeight, credits]) => ({ blockHeight, credits })),
      });
