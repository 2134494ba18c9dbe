import { bytesKey } from '../base/bytes/bytes-key.js';
import type { RegisteredContract } from '../state/contract/contract-book.js';
import { findBalance } from '../state/identity/credits.js';
import { documentKey } from '../state/keys/key-spaces.js';
import { firstId } from '../state/keys/space-key.js';
import { MODERATED_USER_FORM } from '../state/moderation/moderated-user.js';
import { FEE_POT_FORM, FEE_POT_SPACES, feePotKey, POTS } from '../state/moderation/fee-pots.js';
import { moderatedIdentity, MODERATION_SPACES } from '../state/moderation/moderation-keys.js';
import { readRemovalKey, REMOVAL_SPACES } from '../state/keys/removal-keys.js';
import { REMOVAL_FORM } from '../state/document-storage/removal-record.js';
import { readPages } from '../store/read-pages.js';
import type { StoreView } from '../store/store.js';
import { type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';

/** Checks that what moderators say and have deleted can be read, and is about identities that exist, in contracts that are moderated. */
export async function verifyModeration(
  view: StoreView,
  contracts: readonly RegisteredContract[],
  differences: DifferenceList,
): Promise<void> {
  const moderated = new Set(
    contracts.flatMap(({ id, description: { moderation } }) =>
      moderation === undefined ? [] : [bytesKey(id)],
    ),
  );
  const { users } = MODERATION_SPACES;
  for await (const page of readPages(view, { from: Uint8Array.of(users), to: Uint8Array.of(users + 1) }))
    for (const { key, value } of page) {
      const user = readable(() => MODERATED_USER_FORM.fromBytes(value));
      const isEmpty =
        user === undefined ||
        (user.ban === undefined && user.suspension === undefined && user.warnings.length === 0);
      const isKnown = (await findBalance(view, moderatedIdentity(key))) !== undefined;
      if (isEmpty || !isKnown || !moderated.has(bytesKey(firstId(key))))
        differences.differ('moderation', key, value);
    }
  await verifyRemovals(view, contracts, differences);
  await verifyPots(view, contracts, differences);
}

/** Checks that pots of fees can be read, and are those of contracts. */
async function verifyPots(
  view: StoreView,
  contracts: readonly RegisteredContract[],
  differences: DifferenceList,
): Promise<void> {
  const known = new Set(contracts.flatMap(({ id }) => POTS.map((pot) => bytesKey(feePotKey(id, pot)))));
  const { pots } = FEE_POT_SPACES;
  for await (const page of readPages(view, { from: Uint8Array.of(pots), to: Uint8Array.of(pots + 1) }))
    for (const { key, value } of page) {
      const credits = readable(() => FEE_POT_FORM.fromBytes(value))?.credits;
      if (credits === undefined || credits < 0n || !known.has(bytesKey(key)))
        differences.differ('moderation', key, value);
    }
}

/** Checks that records of deleted documents can be read, and that the documents are there only where they were restored. */
async function verifyRemovals(
  view: StoreView,
  contracts: readonly RegisteredContract[],
  differences: DifferenceList,
): Promise<void> {
  const known = new Map(contracts.map((contract) => [bytesKey(contract.id), contract]));
  const { removals } = REMOVAL_SPACES;
  for await (const page of readPages(view, {
    from: Uint8Array.of(removals),
    to: Uint8Array.of(removals + 1),
  }))
    for (const { key, value } of page) {
      const named = readable(() => readRemovalKey(key));
      const collection = named && known.get(bytesKey(firstId(key)))?.collection(named.documentType);
      const record = readable(() => REMOVAL_FORM.fromBytes(value));
      const isOfType = collection?.type.moderatorAbilities?.removal?.keepsRecord === true;
      const isThere =
        named !== undefined &&
        collection !== undefined &&
        (await view.get(documentKey(collection.location, named.documentId))) !== undefined;
      if (record === undefined || !isOfType || (isThere && record.restored === undefined))
        differences.differ('moderation', key, value);
    }
}
