import { CONTEST_SPACES } from '../contest/contest-keys.js';
import { verifyContests, type ReadContender } from '../contest/verify-contests.js';
import type { ContractBook, RegisteredContract } from '../contract/contract-book.js';
import { CONTRACT_SPACES } from '../contract/contract-keys.js';
import { verifyContracts } from '../contract/verify-contracts.js';
import { decodeDocument } from '../document/binary-form.js';
import { IDENTITY_SPACES } from '../identity/identity-entry-keys.js';
import { verifyIdentities } from '../identity/verify-identities.js';
import { KEY_SPACES } from '../keys/key-spaces.js';
import type { StoreView } from '../store/store.js';
import { TOKEN_SPACES } from '../token/token-keys.js';
import { verifyTokens } from '../token/verify-tokens.js';
import type { Difference } from './difference.js';
import { Differences, readable } from './differences.js';
import { readPages } from './read-pages.js';
import { verifyCredits } from './verify-credits.js';

/** The first byte of the state as a whole, of which there is one. */
const STATE = 0x02;
const BEHIND_ALL = 0xff;
const KNOWN: ReadonlySet<number> = new Set([
  ...Object.values(CONTRACT_SPACES),
  ...Object.values(KEY_SPACES),
  ...Object.values(IDENTITY_SPACES),
  ...Object.values(TOKEN_SPACES),
  ...Object.values(CONTEST_SPACES),
]);

/** What differs in a store beside documents and votes, and the contracts that are sound. */
export interface VerifiedEntries {
  readonly differences: readonly Difference[];
  readonly contracts: readonly RegisteredContract[];
}

/** Holds contracts, identities, masternodes, tokens and contests against each other; `verifyStore` and `recountVotes` have the rest. */
export async function verifyEntries(view: StoreView, book: ContractBook): Promise<VerifiedEntries> {
  const differences = new Differences();
  const contracts = await verifyContracts(view, book, differences);
  await verifyIdentities(view, differences);
  await verifyTokens(view, differences);
  await verifyContests(view, contenderReader(contracts), differences);
  await verifyCredits(view, differences);
  await strays(view, differences);
  return { differences: differences.all, contracts };
}

/** Reads what contenders stored; nothing where the contract has changed how it is read, or is gone. */
function contenderReader(contracts: readonly RegisteredContract[]): ReadContender {
  const known = new Map(contracts.map((contract) => [contract.id, contract]));
  return ({ poll }, bytes) => {
    const collection = known.get(poll.contractId)?.collection(poll.documentTypeName);
    return collection && readable(() => decodeDocument(collection.type, bytes));
  };
}

/** Keys whose first byte says nothing, and those behind the key of the state. */
async function strays(view: StoreView, differences: Differences): Promise<void> {
  for (let first = STATE; first < BEHIND_ALL; first += 1) {
    if (KNOWN.has(first)) continue;
    const from = first === STATE ? Uint8Array.of(STATE, 0) : Uint8Array.of(first);
    for await (const page of readPages(view, { from, to: Uint8Array.of(first + 1) }))
      for (const { key, value } of page) differences.differ('stray', key, value);
  }
}
