import { WITHDRAWAL_SPACES } from '../state/keys/withdrawal-keys.js';
import { ADDRESS_SPACES } from '../state/address/address-keys.js';
import { bytesKey } from '../base/bytes/bytes-key.js';
import { bytesOf } from '../base/bytes/identifier-order.js';
import { compareBytes } from '../base/bytes/compare-bytes.js';
import { EPOCH_SPACES } from '../state/chain/epoch-store.js';
import { STATE_KEYS } from '../state/chain/chain-state.js';
import { LAYOUT_KEY, LAYOUT_VALUE } from '../state/chain/state-layout.js';
import { CONTEST_SPACES } from '../state/contest/contest-keys.js';
import { verifyBalanceChanges } from './verify-balance-changes.js';
import { verifyContests, type ReadContender } from './verify-contests.js';
import type { ContractBook, RegisteredContract } from '../state/contract/contract-book.js';
import { CONTRACT_SPACES } from '../state/contract/contract-keys.js';
import { verifyContracts } from './verify-contracts.js';
import { decodeDocument } from '../state/document/binary-form.js';
import { IDENTITY_SPACES } from '../state/identity/identity-entry-keys.js';
import { GROUP_SPACES } from '../state/group/group-keys.js';
import { verifyIdentities } from './verify-identities.js';
import { EXPIRY_SPACES } from '../state/keys/expiry-keys.js';
import { CONTRACT_GROUP_SPACES } from '../state/contract/contract-group.js';
import { FEE_POT_SPACES } from '../state/moderation/fee-pots.js';
import { REMOVAL_SPACES } from '../state/keys/removal-keys.js';
import { MODERATION_SPACES } from '../state/moderation/moderation-keys.js';
import { KEY_SPACES } from '../state/keys/key-spaces.js';
import type { StoreView } from '../store/store.js';
import { TREE_SPACES } from '../state/keys/tree-keys.js';
import { TOKEN_SPACES } from '../state/token/token-keys.js';
import { verifyEpochs } from './verify-epochs.js';
import { TRANSITION_SPACES } from '../state/transition-result/executed-transition.js';
import { verifyExpirations } from './verify-expirations.js';
import { verifyContractGroups } from './verify-contract-groups.js';
import { verifyModeration } from './verify-moderation.js';
import { verifyTokens } from './verify-tokens.js';
import { verifyWithdrawals } from './verify-withdrawals.js';
import { verifyTransitions } from './verify-transitions.js';
import type { Difference } from './difference.js';
import { DifferenceList } from './difference-list.js';
import { readable } from '../base/bytes/readable.js';
import { readPages } from '../store/read-pages.js';
import { verifyAddresses, verifyCredits } from './verify-credits.js';

/** Below it are internal entries of a store. */
const FIRST = 0x02;
const BEHIND_ALL = 0xff;
const KNOWN: ReadonlySet<number> = new Set([
  ...Object.values(EPOCH_SPACES),
  ...Object.values(TRANSITION_SPACES),
  ...Object.values(CONTRACT_SPACES),
  ...Object.values(KEY_SPACES),
  ...Object.values(IDENTITY_SPACES),
  ...Object.values(TOKEN_SPACES),
  ...Object.values(GROUP_SPACES),
  ...Object.values(CONTEST_SPACES),
  ...Object.values(ADDRESS_SPACES),
  ...Object.values(WITHDRAWAL_SPACES),
  ...Object.values(TREE_SPACES),
  ...Object.values(EXPIRY_SPACES),
  ...Object.values(MODERATION_SPACES),
  ...Object.values(REMOVAL_SPACES),
  ...Object.values(FEE_POT_SPACES),
  ...Object.values(CONTRACT_GROUP_SPACES),
]);

/** Describes the differences other than those of documents and votes, and the valid contracts. */
export interface VerifiedEntries {
  readonly differences: readonly Difference[];
  readonly contracts: readonly RegisteredContract[];
}

/** Compares contracts, identities, masternodes, tokens and contests with each other; `verifyStore` and `recountVotes` have the rest. */
export async function verifyEntries(view: StoreView, book: ContractBook): Promise<VerifiedEntries> {
  const differences = new DifferenceList();
  differences.compare('layout', LAYOUT_KEY, await view.get(LAYOUT_KEY), LAYOUT_VALUE);
  const contracts = await verifyContracts(view, book, differences);
  await verifyIdentities(view, differences);
  await verifyTokens(view, differences);
  await verifyEpochs(view, differences);
  await verifyTransitions(view, differences);
  await verifyContests(view, contenderReader(contracts), differences);
  await verifyAddresses(view, differences);
  await verifyBalanceChanges(view, differences);
  await verifyCredits(view, differences);
  await verifyWithdrawals(view, differences);
  await verifyExpirations(view, contracts, differences);
  await verifyModeration(view, contracts, differences);
  await verifyContractGroups(view, contracts, differences);
  await strays(view, differences);
  return { differences: differences.all, contracts };
}

/** Reads what contenders stored; nothing where the contract has changed how it is read, or is gone. */
function contenderReader(contracts: readonly RegisteredContract[]): ReadContender {
  const known = new Map(contracts.map((contract) => [bytesKey(contract.id), contract]));
  return ({ poll }, bytes) => {
    const collection = known.get(bytesKey(bytesOf(poll.contractId)))?.collection(poll.documentTypeName);
    return collection && readable(() => decodeDocument(collection.type, bytes));
  };
}

const isOfState = (key: Uint8Array): boolean =>
  [LAYOUT_KEY, ...STATE_KEYS].some((one) => compareBytes(one, key) === 0);

/** Reports keys with an unknown first byte, except those of the state as a whole. */
async function strays(view: StoreView, differences: DifferenceList): Promise<void> {
  for (let first = FIRST; first < BEHIND_ALL; first += 1) {
    if (KNOWN.has(first)) continue;
    for await (const page of readPages(view, { from: Uint8Array.of(first), to: Uint8Array.of(first + 1) }))
      for (const { key, value } of page) if (!isOfState(key)) differences.differ('stray', key, value);
  }
}
