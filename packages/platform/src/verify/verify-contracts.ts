import { firstId } from '../state/keys/space-key.js';
import { concatBytes } from '../base/bytes/concat-bytes.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import { doubleHash } from '../base/bytes/double-hash.js';
import { behindPrefix } from '../state/keys/tuple-key.js';
import type { StoreView } from '../store/store.js';
import { readWithOthers, type DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import type { ContractBook, RegisteredContract } from '../state/contract/contract-book.js';
import { contractFromBytes } from '../state/contract/contract-store.js';
import { CONTRACT_SPACES, contractKey, contractVersionsPrefix } from '../state/contract/contract-keys.js';

const space = (first: number): Uint8Array => Uint8Array.of(first);
const hashKeyOf = (key: Uint8Array): Uint8Array =>
  concatBytes([space(CONTRACT_SPACES.contractHashes), key.subarray(1)]);

/**
 * Returns every contract can be read and is what its hash says; where history is stored, its newest version is the contract itself.
 * @returns the contracts that pass.
 */
export async function verifyContracts(
  view: StoreView,
  contracts: ContractBook,
  differences: DifferenceList,
): Promise<RegisteredContract[]> {
  const sound: RegisteredContract[] = [];
  const all = readWithOthers(view, space(CONTRACT_SPACES.contracts), ({ key }) => [hashKeyOf(key)]);
  for await (const { key, value, others } of all) {
    const id = firstId(key);
    const hash = doubleHash(value);
    differences.compare('contract', hashKeyOf(key), others[0], hash);
    const stored = readable(() => contractFromBytes(value));
    const isOwn = stored !== undefined && compareBytes(stored.id, id) === 0;
    const contract =
      isOwn && others[0] !== undefined
        ? await contracts.findContract(view, id).catch(() => undefined)
        : undefined;
    if (contract !== undefined) sound.push(contract);
    else if (!isOwn || others[0] !== undefined) differences.differ('contract', key, value);
    if (contract?.description.config.keepsHistory === true) {
      const prefix = contractVersionsPrefix(id);
      const range = { from: prefix, to: behindPrefix(prefix), reverse: true, limit: 1 };
      const [newest] = await view.scan(range);
      differences.compare('contract', newest?.key ?? prefix, newest?.value, value);
    }
  }
  await verifyOthers(view, differences);
  return sound;
}

/** Checks that every hash and every version is that of a contract. */
async function verifyOthers(view: StoreView, differences: DifferenceList): Promise<void> {
  const hashes = readWithOthers(view, space(CONTRACT_SPACES.contractHashes), ({ key }) => [
    concatBytes([space(CONTRACT_SPACES.contracts), key.subarray(1)]),
  ]);
  for await (const { key, value, others } of hashes)
    if (others[0] === undefined) differences.differ('contract', key, value);
  const versions = readWithOthers(view, space(CONTRACT_SPACES.contractVersions), ({ key }) => [
    contractKey(firstId(key)),
  ]);
  for await (const { key, value, others } of versions) {
    const version = readable(() => contractFromBytes(value));
    const isOwn = version !== undefined && compareBytes(version.id, firstId(key)) === 0;
    if (!isOwn || others[0] === undefined) differences.differ('contract', key, value);
  }
}
