import { firstId } from '../../state/keys/space-key.js';
import { WITHDRAWAL_SPACES } from '../../state/keys/withdrawal-keys.js';
import { ADDRESS_SPACES } from '../../state/address/address-keys.js';
import type { GroveOperation } from '@dapikit/proof/prover';
import { EPOCH_SPACES } from '../../state/chain/epoch-store.js';
import type { ContractBook, RegisteredContract } from '../../state/contract/contract-book.js';
import { CONTEST_SPACES } from '../../state/contest/contest-keys.js';
import { writtenCollection } from '../../state/contract/written-collection.js';
import { CONTRACT_SPACES } from '../../state/contract/contract-keys.js';
import type { Collection } from '../../state/document/collection.js';
import { GROUP_SPACES } from '../../state/group/group-keys.js';
import { IDENTITY_SPACES } from '../../state/identity/identity-entry-keys.js';
import { KEY_SPACES } from '../../state/keys/key-spaces.js';
import { tupleParts } from '../../state/keys/tuple-key.js';
import type { StateChange, StoreView } from '../../store/store.js';
import { TOKEN_SPACES } from '../../state/token/token-keys.js';
import {
  perpetualClaimOperations,
  preProgrammedClaimOperations,
  tokenBalanceOperations,
  tokenDistributionOperations,
  tokenFreezeOperations,
  tokenOperations,
  tokenPriceOperations,
} from './token-operations.js';
import {
  addressOperations,
  balanceChangesOperations,
  compactedChangesOperations,
  expirationOperations,
} from './address-operations.js';
import { assetLockOperations } from './asset-lock-operations.js';
import {
  ballotOperations,
  contenderDocumentOperations,
  contestOperations,
  pollEndOperations,
  voteOperations,
  voterOperations,
} from './contest-operations.js';
import { contractOperations, contractRemoval, contractVersionOperations } from './contract-operations.js';
import { documentOperations, missingValueOperations, versionOperations } from './document-operations.js';
import {
  balanceOperations,
  contractNonceOperations,
  identityOperations,
  nonceOperations,
  sharedKeyHashOperations,
  uniqueKeyHashOperations,
} from './identity-operations.js';
import { groupActionOperations, groupSignerOperations } from './group-operations.js';
import {
  broadcastedUnlockOperations,
  epochOperations,
  nextUnlockOperations,
  queuedUnlockOperations,
  reservedCreditOperations,
  totalCreditOperations,
} from './system-operations.js';

/** Context from which the operations of a change on the trees are found. */
export interface ChangeContext {
  /** The state with the changes. */
  readonly view: StoreView;
  readonly contracts: ContractBook;
}

type Translate = (change: StateChange, context: ChangeContext) => Promise<readonly GroveOperation[]>;

const plain =
  (translate: (change: StateChange) => readonly GroveOperation[]): Translate =>
  // oxlint-disable-next-line typescript/require-await -- others read the state
  async (change) =>
    translate(change);

/**
 * Translations of changes to operations on the trees, by the first byte of the key, in the order in which they are applied: layers come
 * before what is in them.
 */
const TRANSLATIONS: ReadonlyMap<number, Translate> = new Map([
  [EPOCH_SPACES.epochStarts, plain(epochOperations)],
  [IDENTITY_SPACES.totalCredits, plain(totalCreditOperations)],
  [WITHDRAWAL_SPACES.nextUnlock, plain(nextUnlockOperations)],
  [WITHDRAWAL_SPACES.queued, plain(queuedUnlockOperations)],
  [WITHDRAWAL_SPACES.broadcasted, plain(broadcastedUnlockOperations)],
  [WITHDRAWAL_SPACES.reserved, plain(reservedCreditOperations)],
  [CONTRACT_SPACES.contracts, contractChange],
  [CONTRACT_SPACES.contractVersions, plain(contractVersionOperations)],
  [IDENTITY_SPACES.identities, plain(identityOperations)],
  [IDENTITY_SPACES.balances, plain(balanceOperations)],
  [IDENTITY_SPACES.identityNonces, plain(nonceOperations)],
  [IDENTITY_SPACES.contractNonces, plain(contractNonceOperations)],
  [IDENTITY_SPACES.assetLocks, plain(assetLockOperations)],
  [ADDRESS_SPACES.addresses, plain(addressOperations)],
  [ADDRESS_SPACES.balanceChanges, plain(balanceChangesOperations)],
  [ADDRESS_SPACES.compactedChanges, plain(compactedChangesOperations)],
  [ADDRESS_SPACES.changeExpirations, plain(expirationOperations)],
  [IDENTITY_SPACES.uniqueKeyHashes, plain(uniqueKeyHashOperations)],
  [IDENTITY_SPACES.sharedKeyHashes, plain(sharedKeyHashOperations)],
  [TOKEN_SPACES.tokens, plain(tokenOperations)],
  [TOKEN_SPACES.tokenBalances, plain(tokenBalanceOperations)],
  [TOKEN_SPACES.tokenFreezes, plain(tokenFreezeOperations)],
  [TOKEN_SPACES.tokenPrices, plain(tokenPriceOperations)],
  [TOKEN_SPACES.tokenDistributions, plain(tokenDistributionOperations)],
  [TOKEN_SPACES.perpetualClaims, plain(perpetualClaimOperations)],
  [TOKEN_SPACES.preProgrammedClaims, preProgrammedClaimOperations],
  [GROUP_SPACES.groupActions, groupActionOperations],
  [GROUP_SPACES.groupSigners, groupSignerOperations],
  [KEY_SPACES.documents, inCollection(documentOperations)],
  [KEY_SPACES.versions, inCollection(versionOperations)],
  [KEY_SPACES.missingValues, inCollection(missingValueOperations)],
  [CONTEST_SPACES.contests, contestOperations],
  [CONTEST_SPACES.contenderDocuments, contenderDocumentOperations],
  [CONTEST_SPACES.ballotsByChoice, voteOperations],
  [CONTEST_SPACES.voters, plain(voterOperations)],
  [CONTEST_SPACES.ballotsByVoter, ballotOperations],
  [CONTEST_SPACES.pollEnds, pollEndOperations],
]);

const ORDER = [...TRANSLATIONS.keys()];

/** Lists the first bytes of the keys whose entries are in the trees, in the order in which they are applied. */
export const TREE_STATE_SPACES: readonly number[] = ORDER;

/** Returns whether the trees have an entry of the store. */
export const isInTrees = (key: Uint8Array): boolean => TRANSLATIONS.has(key[0] ?? 0);

/** Returns what changes of the store are in the trees. */
export async function operationsOf(
  changes: readonly StateChange[],
  context: ChangeContext,
): Promise<GroveOperation[]> {
  const operations: GroveOperation[] = [];
  for (const change of inOrder(changes))
    operations.push(...((await TRANSLATIONS.get(change.key[0] ?? 0)?.(change, context)) ?? []));
  return operations;
}

const inOrder = (changes: readonly StateChange[]): readonly StateChange[] =>
  changes
    .filter(({ key }) => isInTrees(key))
    .toSorted((a, b) => ORDER.indexOf(a.key[0] ?? 0) - ORDER.indexOf(b.key[0] ?? 0));

async function contractChange(
  { key, after }: StateChange,
  { view, contracts }: ChangeContext,
): Promise<readonly GroveOperation[]> {
  const id = key.subarray(1);
  const contract = after && (await contracts.findContract(view, id));
  return contract === undefined ? contractRemoval(id) : contractOperations(contract);
}

function inCollection(
  translate: (collection: Collection, change: StateChange) => readonly GroveOperation[],
): Translate {
  return async (change, context) => {
    const found = await collectionOf(change.key, context);
    // The contract is removed with its documents.
    if (found === undefined) return [];
    const { contract, collection } = found;
    const bytes = change.after ?? change.before;
    const former = contract.formerCollections(collection.type.name);
    // The block that changes a document may update its contract afterwards.
    const written = bytes && (await writtenCollection(context.view, collection, former, bytes));
    return translate(written ?? collection, change);
  };
}

/** Describes the collection of a document and its contract. */
export interface FoundCollection {
  readonly contract: RegisteredContract;
  readonly collection: Collection;
}

/** Returns the collection of a document by the key of its entry; undefined where its contract is removed. */
export async function collectionOf(
  key: Uint8Array,
  { view, contracts }: ChangeContext,
): Promise<FoundCollection | undefined> {
  const contract = await contracts.findContract(view, firstId(key));
  const collection = contract?.collection(documentTypeIn(key));
  return contract && collection && { contract, collection };
}

const CONTRACT_END = 33;

function documentTypeIn(key: Uint8Array): string {
  const [name = new Uint8Array()] = tupleParts(key.subarray(CONTRACT_END, endOfPart(key)));
  return new TextDecoder().decode(name);
}

/** Returns where the first part of a tuple key after the contract ends. Names of document types have no zero byte. */
const endOfPart = (key: Uint8Array): number => key.indexOf(0, CONTRACT_END) + 2;
