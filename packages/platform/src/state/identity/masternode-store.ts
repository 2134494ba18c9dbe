import { hexToBytes } from '@noble/hashes/utils.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { identifierText } from '../../base/bytes/identifier.js';
import { storedForm, type StoredForm } from '../../base/bytes/stored-value.js';
import { ConsensusError } from '../../base/errors/consensus-error.js';
import { findBalance } from './credits.js';
import { removedMasternodeKey, masternodeKey } from './identity-entry-keys.js';
import { voterIdentityId } from './identity-id.js';
import { createSystemIdentity, findIdentity } from './identity-store.js';
import type { PublicKey } from './public-key.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../../store/store.js';

/** Describes a masternode as the current list has it. */
export interface ListedMasternode {
  readonly kind: 'regular' | 'evolution';
  /** The hash of its voting key in 40 hexadecimal digits. */
  readonly votingAddress: string;
}

/** Describes a masternode. Hashes of keys have 40 hexadecimal digits. */
export interface Masternode extends ListedMasternode {
  /** 32 bytes. */
  readonly proTxHash: Uint8Array;
  readonly ownerAddress: string;
  readonly payoutAddress: string;
}

/** Masternode with its ProTx hash in base58, as its entry has it. */
type MasternodeEntry = Omit<Masternode, 'proTxHash'> & { readonly proTxHash: string };

const ENTRY_FORM = storedForm<MasternodeEntry>();

export const MASTERNODE_FORM: StoredForm<Masternode> = {
  toBytes: (masternode) =>
    ENTRY_FORM.toBytes({ ...masternode, proTxHash: identifierText(masternode.proTxHash) }),
  fromBytes: (bytes) => {
    const entry = ENTRY_FORM.fromBytes(bytes);
    return { ...entry, proTxHash: bytesOf(entry.proTxHash) };
  },
};

const ADDRESS = /^[\da-f]{40}$/;

/**
 * Puts a masternode into the list and creates the identities that go with it: its own, which has the ProTx hash as its id,
 * and that of its voter. One that was in the list before has its identity still.
 *
 * Source: `update_masternode_identities` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {ConsensusError} 40200 when it is there already.
 * @throws {RangeError} when a hash of a key is none.
 */
export async function registerMasternode(view: WritableView, masternode: Masternode): Promise<void> {
  const { proTxHash, ownerAddress, payoutAddress, votingAddress } = masternode;
  for (const address of [ownerAddress, payoutAddress, votingAddress]) checkAddress(address);
  const isListed = (await findMasternode(view, proTxHash)) !== undefined;
  const former = await findIdentity(view, proTxHash);
  const isBack = !isListed && former?.keys.some(({ purpose }) => purpose === 'OWNER') === true;
  if (!isBack)
    await createSystemIdentity(view, {
      id: proTxHash,
      keys: [
        hashKey(0, 'TRANSFER', 'CRITICAL', payoutAddress),
        hashKey(1, 'OWNER', 'CRITICAL', ownerAddress),
      ],
      balance: 0n,
    });
  await createVoter(view, proTxHash, votingAddress);
  putMasternode(view, masternode);
}

/** Gives a masternode another voting key, and an identity that votes with it. @throws {ConsensusError} 40300 */
export async function changeVotingAddress(
  view: WritableView,
  proTxHash: Uint8Array,
  votingAddress: string,
): Promise<void> {
  checkAddress(votingAddress);
  const masternode = await requireMasternode(view, proTxHash);
  await createVoter(view, proTxHash, votingAddress);
  putMasternode(view, { ...masternode, votingAddress });
}

/** Takes a masternode out of the list; its votes are gone when the next block begins. @throws {ConsensusError} 40300 */
export async function removeMasternode(view: WritableView, proTxHash: Uint8Array): Promise<void> {
  await requireMasternode(view, proTxHash);
  view.delete(masternodeKey(proTxHash));
  view.put(removedMasternodeKey(proTxHash), new Uint8Array());
  view.put(REMOVED_MARK, new Uint8Array());
}

/** Returns a masternode of the current list, or nothing. */
export async function findMasternode(
  view: StoreView,
  proTxHash: Uint8Array,
): Promise<Masternode | undefined> {
  const stored = await view.get(masternodeKey(proTxHash));
  return stored === undefined ? undefined : MASTERNODE_FORM.fromBytes(stored);
}

/** Returns the current list, by the bytes of the ProTx hashes. */
export async function listMasternodes(view: StoreView): Promise<Masternode[]> {
  const from = masternodeKey();
  const entries = await view.scan({ from, to: behindPrefix(from) });
  return entries.map(({ value }) => MASTERNODE_FORM.fromBytes(value));
}

/** Defines the key that is there while any masternode has left the list since {@link takeRemovedMasternodes} was asked last. */
export const REMOVED_MARK: Uint8Array = removedMasternodeKey();

/** Returns those that left the list since it was asked last. */
export async function takeRemovedMasternodes(view: WritableView): Promise<Uint8Array[]> {
  const mark = REMOVED_MARK;
  const entries = await view.scan({ from: mark, to: behindPrefix(mark) });
  for (const { key } of entries) view.delete(key);
  return entries.slice(1).map(({ key }) => Uint8Array.from(key.subarray(1)));
}

async function requireMasternode(view: StoreView, proTxHash: Uint8Array): Promise<Masternode> {
  const masternode = await findMasternode(view, proTxHash);
  if (masternode === undefined) throw new ConsensusError('MasternodeNotFoundError', { proTxHash });
  return masternode;
}

/** Creates the identity of a voter, unless the masternode had that key before. */
async function createVoter(view: WritableView, proTxHash: Uint8Array, votingAddress: string): Promise<void> {
  const id = voterIdentityId(proTxHash, votingAddress);
  if ((await findBalance(view, id)) !== undefined) return;
  await createSystemIdentity(view, { id, keys: [hashKey(0, 'VOTING', 'HIGH', votingAddress)], balance: 0n });
}

const hashKey = (
  id: number,
  purpose: PublicKey['purpose'],
  securityLevel: PublicKey['securityLevel'],
  address: string,
): PublicKey => ({
  id,
  purpose,
  securityLevel,
  type: 'ECDSA_HASH160',
  data: hexToBytes(address),
  readOnly: true,
});

function putMasternode(view: WritableView, masternode: Masternode): void {
  view.put(masternodeKey(masternode.proTxHash), MASTERNODE_FORM.toBytes(masternode));
}

function checkAddress(address: string): void {
  if (ADDRESS.test(address)) return;
  throw new RangeError('expected the hash of a key in 40 lower-case hexadecimal digits');
}
