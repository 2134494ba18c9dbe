import type { DocumentTypeDescription } from '@dapikit/contract';
import { CONTRACT_KEYS, NEWEST_VERSION_KEY } from '@dapikit/proof';
import {
  activePollsPath,
  CONTESTED_TYPE_KEYS,
  contestedTypePath,
  contractHistoryPath,
  contractPath,
  documentTypePath,
  MEMBERS_KEY,
  rootPath,
  timeKey,
  type GroveOperation,
} from '@dapikit/proof/prover';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { contractFromBytes, type StoredContract } from '../../state/contract/contract-store.js';
import { contractVersionTime } from '../../state/contract/contract-keys.js';
import { contractBytes, wireContract } from './wire-contract.js';
import { groupOperations } from './group-operations.js';
import { documentsTree, indexLayers } from './document-layers.js';
import { item, put, putTree, remove } from './elements.js';
import type { StateChange } from '../../store/store.js';

/**
 * Returns what a registered or updated contract is in the trees: its bytes, and the trees of its document types.
 *
 * Source: `apply_contract` and `insert_contract` in `packages/rs-drive/src/drive/contract` of dashpay/platform.
 */
export function contractOperations(contract: RegisteredContract): readonly GroveOperation[] {
  const id = contract.id;
  const path = contractPath(id);
  const { config, documentTypes } = contract.description;
  return [
    putTree(rootPath('contracts'), id),
    config.keepsHistory
      ? putTree(path, CONTRACT_KEYS.contract)
      : put(path, CONTRACT_KEYS.contract, item(contractBytes(contract))),
    putTree(path, CONTRACT_KEYS.documents),
    ...documentTypes.flatMap((type) => typeOperations(id, type)),
    ...groupOperations(id, wireContract(contract).groups),
    ...contestTrees(
      id,
      documentTypes.filter(({ indices }) => indices.some(({ contested }) => contested !== undefined)),
    ),
  ];
}

/** The trees for contests about values of a contract. */
function contestTrees(
  contractId: Uint8Array,
  types: readonly DocumentTypeDescription[],
): readonly GroveOperation[] {
  if (types.length === 0) return [];
  return [
    putTree(activePollsPath(), contractId),
    ...types.flatMap(({ name }) => {
      const path = contestedTypePath({ contractId, documentTypeName: name });
      return [
        putTree(path.slice(0, -1), new TextEncoder().encode(name)),
        ...Object.values(CONTESTED_TYPE_KEYS).map((key) => putTree(path, key)),
      ];
    }),
  ];
}

function typeOperations(contractId: Uint8Array, type: DocumentTypeDescription): readonly GroveOperation[] {
  const path = documentTypePath(contractId, type.name);
  const [name = new Uint8Array()] = path.slice(-1);
  return [
    putTree(path.slice(0, -1), name),
    putTree(path, MEMBERS_KEY, documentsTree(type)),
    ...indexLayers(type).map(({ property, valuesTree }) =>
      putTree(path, new TextEncoder().encode(property), valuesTree),
    ),
  ];
}

/** Returns what the removal of a contract is in the trees: contests about its values and its groups are removed too; its tokens stay. */
export const contractRemoval = (id: Uint8Array): readonly GroveOperation[] => [
  remove(rootPath('contracts'), id),
  remove(activePollsPath(), id),
  remove(rootPath('groupActions'), id),
];

/** Returns what a new version of a contract is in the trees. */
export function contractVersionOperations({ key, after }: StateChange): readonly GroveOperation[] {
  if (after === undefined) return [];
  const version: StoredContract = contractFromBytes(after);
  const path = contractHistoryPath(version.id);
  const time = timeKey(contractVersionTime(key));
  return [
    put(path, time, item(contractBytes(version))),
    put(path, NEWEST_VERSION_KEY, {
      type: 'reference',
      path: { type: 'sibling', key: time },
      maxHops: 1,
      flags: undefined,
    }),
  ];
}
