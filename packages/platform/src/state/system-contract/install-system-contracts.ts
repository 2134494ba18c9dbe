import type { Block } from '../chain/block.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import type { ContractBook } from '../contract/contract-book.js';
import { putContract, findStoredContract } from '../contract/contract-store.js';
import { findDocument, storeDocument } from '../document-storage/document-store.js';
import type { WritableView } from '../../store/store.js';
import { systemContracts } from './system-contracts.js';
import { SYSTEM_IDS } from './system-ids.js';

/** Lists the options of {@link installSystemState}. */
export interface InstallOptions {
  readonly contracts: ContractBook;
  readonly protocolVersion: number;
  readonly block: Block;
}

/**
 * Puts what a network comes with into a store, as far as it is not there yet: the contracts, in the edition of the protocol,
 * and the name `dash`, below which all names are.
 *
 * Source: `create_genesis_state` in `packages/rs-drive-abci` of dashpay/platform.
 */
export async function installSystemState(view: WritableView, options: InstallOptions): Promise<void> {
  await installSystemContracts(view, options);
  await installTopName(view, options.contracts, options.block);
}

/** Puts the contracts that a network comes with into a store, as far as they are missing or of an earlier edition. */
async function installSystemContracts(
  view: WritableView,
  { protocolVersion, block }: Omit<InstallOptions, 'contracts'>,
): Promise<void> {
  for (const contract of systemContracts(protocolVersion)) {
    const stored = await findStoredContract(view, contract.id);
    if (stored !== undefined && stored.version >= contract.version) continue;
    putContract(view, {
      ...contract,
      protocolVersion,
      createdAt: stored?.createdAt ?? block,
      ...(stored === undefined ? {} : { updatedAt: block }),
    });
  }
}

/** The document of the name `dash`, in base58. Source: `DPNS_DASH_TLD_DOCUMENT_ID` in `packages/dpns-contract` of dashpay/platform. */
const TOP_NAME = 'FXyN2NZAdRFADgBQfb1XM1Qq7pWoEcgSWj1GaiQJqcrS';

async function installTopName(view: WritableView, contracts: ContractBook, { time }: Block): Promise<void> {
  const names = (await contracts.findContract(view, SYSTEM_IDS.dpns))?.collection('domain');
  if (names === undefined) throw new RangeError('the DPNS contract is missing');
  const id = bytesOf(TOP_NAME);
  if ((await findDocument(view, names, id)) !== undefined) return;
  const ownerId = SYSTEM_IDS.owner;
  const at = BigInt(time);
  const data = {
    label: 'dash',
    normalizedLabel: 'dash',
    parentDomainName: '',
    normalizedParentDomainName: '',
    records: { identity: ownerId },
    subdomainRules: { allowSubdomains: true },
  };
  const times = { $createdAt: at, $updatedAt: at, $transferredAt: at };
  await storeDocument(view, names, { after: { id, ownerId, revision: 1n, times, data } }, time);
}
