import { type GroupActionStatus } from '@dapikit/proof';
import {
  emptyTree,
  GROUP_KEYS,
  groupActionsPath,
  groupKey,
  groupPath,
  groupSignersPath,
  groupsPath,
  rootPath,
  type GroveOperation,
  type Path,
} from '@dapikit/proof/prover';
import { encode, group, type Group } from '@dapikit/protocol';
import { readInteger } from '../../base/bytes/integer-bytes.js';
import type { ContractBook } from '../../state/contract/contract-book.js';
import type { StateChange, StoreView } from '../../store/store.js';
import { item, put, putTree, remove, sumItem } from './elements.js';

const ID_BYTES = 32;
const POSITION_BYTES = 2;

/** Returns the groups of a contract in the trees. Source: `add_new_groups` in `packages/rs-drive/src/drive/group` of dashpay/platform. */
export function groupOperations(
  contractId: Uint8Array,
  groups: ReadonlyMap<number, Group>,
): readonly GroveOperation[] {
  if (groups.size === 0) return [];
  return [
    putTree(rootPath('groupActions'), contractId),
    ...[...groups].flatMap(([position, one]) => {
      const path = groupPath({ contractId, position });
      return [
        putTree(groupsPath(contractId), groupKey(position)),
        put(path, GROUP_KEYS.info, item(encode(group, one))),
        putTree(path, GROUP_KEYS.active),
        putTree(path, GROUP_KEYS.closed),
      ];
    }),
  ];
}

interface ActionKey {
  readonly contractId: Uint8Array;
  readonly position: number;
  readonly status: GroupActionStatus;
  readonly actionId: Uint8Array;
}

/** Returns the action that the key of an action or of a signer names. */
function actionIn(key: Uint8Array): ActionKey {
  const positionAt = 1 + ID_BYTES;
  const statusAt = positionAt + POSITION_BYTES;
  return {
    contractId: key.subarray(1, positionAt),
    position: Number(readInteger(key.subarray(positionAt, statusAt), false)),
    status: key[statusAt] === GROUP_KEYS.active[0] ? 'active' : 'closed',
    actionId: key.subarray(statusAt + 1, statusAt + 1 + ID_BYTES),
  };
}

interface GroupContext {
  readonly view: StoreView;
  readonly contracts: ContractBook;
}

/** Groups are removed with their contract, and their actions with them. */
const hasGroups = async ({ contractId }: ActionKey, { view, contracts }: GroupContext): Promise<boolean> =>
  (await contracts.findContract(view, contractId)) !== undefined;

/**
 * Returns what a change of an action of a group is in the trees. A closed action moves with its signers.
 *
 * Source: `add_group_action` in `packages/rs-drive/src/drive/group` of dashpay/platform.
 */
export async function groupActionOperations(
  { key, after }: StateChange,
  context: GroupContext,
): Promise<readonly GroveOperation[]> {
  const action = actionIn(key);
  if (!(await hasGroups(action, context))) return [];
  const path = groupActionsPath(action, action.status);
  if (after === undefined) return [remove(path, action.actionId)];
  const own: Path = [...path, action.actionId];
  return [
    putTree(path, action.actionId),
    putTree(own, GROUP_KEYS.signers, emptyTree('sum')),
    put(own, GROUP_KEYS.info, item(after)),
  ];
}

/** Returns what a change of the signer of an action is in the trees. */
export async function groupSignerOperations(
  { key, after }: StateChange,
  context: GroupContext,
): Promise<readonly GroveOperation[]> {
  const action = actionIn(key);
  if (!(await hasGroups(action, context))) return [];
  const [path, signer] = [groupSignersPath(action, action.status), key.subarray(-ID_BYTES)];
  return [after === undefined ? remove(path, signer) : put(path, signer, sumItem(readInteger(after, false)))];
}
