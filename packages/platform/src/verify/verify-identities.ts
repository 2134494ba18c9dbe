import { firstId } from '../state/keys/space-key.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import { concatBytes } from '../base/bytes/concat-bytes.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import { storedAssetLock } from './stored-asset-lock.js';
import { voterIdentityId } from '../state/identity/identity-id.js';
import { IDENTITY_FORM } from '../state/identity/identity-form.js';
import { keyHashEntry } from '../state/identity/key-hash-index.js';
import {
  balanceKey,
  removedMasternodeKey,
  IDENTITY_SPACES,
  identityKey,
} from '../state/identity/identity-entry-keys.js';
import { MASTERNODE_FORM } from '../state/identity/masternode-store.js';

const [ID_BYTES, AMOUNT_BYTES] = [32, 8];
/** The space, the hash and the id. */
const KEY_HASH_ENTRY_BYTES = 1 + 20 + ID_BYTES;
const space = (name: keyof typeof IDENTITY_SPACES): Uint8Array => Uint8Array.of(IDENTITY_SPACES[name]);
/**
 * Checks that every identity has keys and a balance, and that every entry of an identity or masternode is of a stored one. Used nonces cannot be checked; `verifyCredits` adds the balances up.
 */
export async function verifyIdentities(view: StoreView, differences: DifferenceList): Promise<void> {
  const identities = readWithOthers(view, space('identities'), ({ key }) => [balanceKey(firstId(key))]);
  for await (const { key, value, others } of identities) {
    if (!Array.isArray(readable(() => IDENTITY_FORM.fromBytes(value))?.keys))
      differences.differ('identity', key, value);
    if (others[0] === undefined) differences.differ('identity', balanceKey(firstId(key)), undefined);
  }
  for (const name of ['balances', 'identityNonces', 'contractNonces'] as const) {
    const amounts = readWithOthers(view, space(name), ({ key }) => [identityKey(firstId(key))]);
    for await (const { key, value, others } of amounts)
      if (others[0] === undefined || value.length !== AMOUNT_BYTES)
        differences.differ('identity', key, value);
  }
  for await (const { key, value } of readWithOthers(view, space('assetLocks'), () => [])) {
    const lock = storedAssetLock(value);
    if (lock === undefined || lock.left < 0n || lock.left > lock.credits)
      differences.differ('asset lock', key, value);
  }
  await verifyKeyHashes(view, differences);
  await verifyMasternodes(view, differences);
}

/** Returns the keys of the index entries of an identity; none where it cannot be read. */
const entriesOf = (id: Uint8Array, value: Uint8Array | undefined): Uint8Array[] =>
  readable(() => value && IDENTITY_FORM.fromBytes(value).keys.map((one) => keyHashEntry(id, one))) ?? [];

/** Checks that each key of an identity has its index entry, and each index entry its key. */
async function verifyKeyHashes(view: StoreView, differences: DifferenceList): Promise<void> {
  const identities = readWithOthers(view, space('identities'), ({ key, value }) =>
    entriesOf(firstId(key), value),
  );
  for await (const { key, value, others } of identities)
    for (const [at, entry] of entriesOf(firstId(key), value).entries())
      if (others[at] === undefined) differences.differ('identity', entry, undefined);
  for (const name of ['uniqueKeyHashes', 'sharedKeyHashes'] as const) {
    const holderOf = (key: Uint8Array): Uint8Array => key.slice(-ID_BYTES);
    const entries = readWithOthers(view, space(name), ({ key }) =>
      key.length === KEY_HASH_ENTRY_BYTES ? [identityKey(holderOf(key))] : [],
    );
    for await (const { key, value, others } of entries) {
      const isOfKey = entriesOf(holderOf(key), others[0]).some((entry) => compareBytes(entry, key) === 0);
      if (!isOfKey || value.length > 0) differences.differ('identity', key, value);
    }
  }
}

async function verifyMasternodes(view: StoreView, differences: DifferenceList): Promise<void> {
  for await (const { key, value } of readWithOthers(view, space('masternodes'), () => [])) {
    const masternode = readable(() => MASTERNODE_FORM.fromBytes(value));
    const id = firstId(key);
    const voterId = readable(() => masternode && voterIdentityId(id, masternode.votingAddress));
    if (masternode === undefined || voterId === undefined || compareBytes(masternode.proTxHash, id) !== 0) {
      differences.differ('masternode', key, value);
      continue;
    }
    const voter = identityKey(voterId);
    const own = identityKey(id);
    const found = await view.getMany([voter, own]);
    for (const [at, missing] of [voter, own].entries())
      if (found[at] === undefined) differences.differ('masternode', missing, undefined);
  }
  const mark = removedMasternodeKey();
  for await (const { key, value, others } of readWithOthers(view, mark, () => [mark])) {
    if (value.length > 0 || others[0] === undefined) differences.differ('masternode', key, value, NOTHING);
    if (key.length !== mark.length && key.length !== concatBytes([mark, new Uint8Array(ID_BYTES)]).length)
      differences.differ('masternode', key, value);
  }
}

const NOTHING = new Uint8Array();
