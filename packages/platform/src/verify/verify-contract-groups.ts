import { bytesKey } from '../base/bytes/bytes-key.js';
import { isSameBytes } from '../base/bytes/compare-bytes.js';
import { readable } from '../base/bytes/readable.js';
import type { RegisteredContract } from '../state/contract/contract-book.js';
import {
  CONTRACT_GROUP_FORM,
  CONTRACT_GROUP_SPACES,
  findContractGroup,
  GROUP_MEMBERS_FORM,
  groupMembersKey,
  groupOfContractKey,
} from '../state/contract/contract-group.js';
import { firstId, lastId } from '../state/keys/space-key.js';
import { readPages } from '../store/read-pages.js';
import type { StoreView } from '../store/store.js';
import type { DifferenceList } from './difference-list.js';

const spaceOf = (space: number) => ({ from: Uint8Array.of(space), to: Uint8Array.of(space + 1) });

/** Checks that groups of contracts can be read, and that memberships are those of stored contracts, from both sides. */
export async function verifyContractGroups(
  view: StoreView,
  contracts: readonly RegisteredContract[],
  differences: DifferenceList,
): Promise<void> {
  const { contractGroups, groupMembers, groupsOfContract } = CONTRACT_GROUP_SPACES;
  const known = new Set(contracts.map(({ id }) => bytesKey(id)));
  for await (const page of readPages(view, spaceOf(contractGroups)))
    for (const { key, value } of page)
      if (readable(() => CONTRACT_GROUP_FORM.fromBytes(value).ownerId) === undefined)
        differences.differ('contract', key, value);
  for await (const page of readPages(view, spaceOf(groupMembers)))
    for (const { key, value } of page) {
      const [groupId, contractId] = [firstId(key), lastId(key)];
      const other = await view.get(groupOfContractKey(contractId, groupId));
      const isSound =
        readable(() => GROUP_MEMBERS_FORM.fromBytes(value)) !== undefined &&
        known.has(bytesKey(contractId)) &&
        other !== undefined &&
        isSameBytes(other, value) &&
        (await findContractGroup(view, groupId).catch(() => undefined)) !== undefined;
      if (!isSound) differences.differ('contract', key, value);
    }
  for await (const page of readPages(view, spaceOf(groupsOfContract)))
    for (const { key, value } of page)
      if ((await view.get(groupMembersKey(lastId(key), firstId(key)))) === undefined)
        differences.differ('contract', key, value);
}
