import { hexToBytes } from '@noble/hashes/utils.js';
import { identifierText } from '../bytes/identifier.js';
import { storedForm } from '../bytes/stored-value.js';
import { PlatformError } from '../consensus-error.js';
import type { ListedMasternode } from '../contest/contest-event.js';
import { creditsOf } from '../identity/credits.js';
import { departedKey, masternodeKey } from '../identity/identity-entry-keys.js';
import { voterIdentityId } from '../identity/identity-id.js';
import { createSystemIdentity, identityOf } from '../identity/identity-store.js';
import type { PublicKey } from '../identity/public-key.js';
import { behindPrefix } from '../keys/tuple-key.js';
import type { StoreView, WritableView } from '../store/store.js';

/** A masternode. Hashes of keys have 40 hexadecimal digits. */
export interface Masternode extends ListedMasternode {
  /** Base58. */
  readonly proTxHash: string;
  readonly ownerAddress: string;
  readonly payoutAddress: string;
}

export const MASTERNODE_FORM = storedForm<Masternode>();

const ADDRESS = /^[\da-f]{40}$/;

/**
 * Puts a masternode into the list and creates the identities that go with it: its own, which has the ProTx hash as its id,
 * and that of its voter. One that was in the list before has its identity still.
 *
 * Source: `update_masternode_identities` in `packages/rs-drive-abci` of dashpay/platform.
 * @throws {PlatformError} 40200 when it is there already.
 * @throws {RangeError} when a hash of a key is none.
 */
export async function registerMasternode(view: WritableView, masternode: Masternode): Promise<void> {
  const { proTxHash, ownerAddress, payoutAddress, votingAddress } = masternode;
  for (const address of [ownerAddress, payoutAddress, votingAddress]) checkAddress(address);
  const isListed = (await masternodeOf(view, proTxHash)) !== undefined;
  const former = await identityOf(view, proTxHash);
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

/** Gives a masternode another voting key, and an identity that votes with it. @throws {PlatformError} 40300 */
export async function changeVotingAddress(
  view: WritableView,
  proTxHash: string,
  votingAddress: string,
): Promise<void> {
  checkAddress(votingAddress);
  const masternode = await existingMasternode(view, proTxHash);
  await createVoter(view, proTxHash, votingAddress);
  putMasternode(view, { ...masternode, votingAddress });
}

/** Takes a masternode out of the list; its votes are gone when the next block begins. @throws {PlatformError} 40300 */
export async function removeMasternode(view: WritableView, proTxHash: string): Promise<void> {
  await existingMasternode(view, proTxHash);
  view.delete(masternodeKey(proTxHash));
  view.put(departedKey(proTxHash), new Uint8Array());
  view.put(departedKey(), new Uint8Array());
}

/** A masternode of the current list, or nothing. */
export async function masternodeOf(view: StoreView, proTxHash: string): Promise<Masternode | undefined> {
  const stored = await view.get(masternodeKey(proTxHash));
  return stored === undefined ? undefined : MASTERNODE_FORM.fromBytes(stored);
}

/** The current list, by the bytes of the ProTx hashes. */
export async function listMasternodes(view: StoreView): Promise<Masternode[]> {
  const from = masternodeKey();
  const entries = await view.scan({ from, to: behindPrefix(from) });
  return entries.map(({ value }) => MASTERNODE_FORM.fromBytes(value));
}

/** Those that left the list since it was asked last. */
export async function takeDeparted(view: WritableView): Promise<string[]> {
  const mark = departedKey();
  // Every block asks: a look at one key costs less than one at a range.
  if ((await view.get(mark)) === undefined) return [];
  const entries = await view.scan({ from: mark, to: behindPrefix(mark) });
  for (const { key } of entries) view.delete(key);
  return entries.slice(1).map(({ key }) => identifierText(key.subarray(1)));
}

async function existingMasternode(view: StoreView, proTxHash: string): Promise<Masternode> {
  const masternode = await masternodeOf(view, proTxHash);
  if (masternode === undefined) throw new PlatformError('MasternodeNotFoundError', { proTxHash });
  return masternode;
}

/** Nothing is to be done when the masternode had that key before. */
async function createVoter(view: WritableView, proTxHash: string, votingAddress: string): Promise<void> {
  const id = voterIdentityId(proTxHash, votingAddress);
  if ((await creditsOf(view, id)) !== undefined) return;
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
