import type { Block } from '../chain/block.js';
import type { ContractBook } from '../contract/contract-book.js';
import type { Collection } from '../document/collection.js';
import { newDocument } from '../document/document-changes.js';
import { documentId } from '../document/document-id.js';
import type { Document, DocumentValue } from '../document/document.js';
import { fieldType, type KeyOrder, planQuery, readValue } from '@dapikit/proof/document-query';
import { findDocument, storeDocument } from '../document-storage/document-store.js';
import { withdrawCredits } from '../identity/credits.js';
import { runPlan } from '../query/run-plan.js';
import type { StoreView, WritableView } from '../../store/store.js';
import { SYSTEM_IDS } from '../system-contract/system-ids.js';
import { unlockKey } from '../keys/withdrawal-keys.js';
import { unlockOf, unsignedUnlock } from './asset-unlock.js';

/** Lists what becomes of a withdrawal, in the order of the numbers of the network. */
export const WITHDRAWAL_STATUSES = ['queued', 'pooled', 'broadcasted', 'complete', 'expired'] as const;

export type WithdrawalStatus = (typeof WITHDRAWAL_STATUSES)[number];

/** Describes credits that are to be paid out on layer 1. */
export interface NewWithdrawal {
  /** 32 bytes. */
  readonly ownerId: Uint8Array;
  /** Bytes that distinguish its document from others of its owner. */
  readonly entropy: Uint8Array;
  readonly credits: bigint;
  readonly coreFeePerByte: number;
  readonly outputScript: Uint8Array;
}

/** Describes a withdrawal with its document. */
export interface Withdrawal {
  readonly document: Document;
  readonly status: WithdrawalStatus;
  readonly credits: bigint;
  /** In duffs. */
  readonly coreFeePerByte: number;
  readonly outputScript: Uint8Array;
  /** The number of its asset unlock; from when it is pooled. */
  readonly index: bigint | undefined;
  /** The height of layer 1 at which its asset unlock was signed; from when it is broadcasted. */
  readonly signHeight: number | undefined;
}

const TYPE = 'withdrawal';

async function collectionOf(view: StoreView, contracts: ContractBook): Promise<Collection> {
  const found = (await contracts.findContract(view, SYSTEM_IDS.withdrawals))?.collection(TYPE);
  if (found === undefined) throw new RangeError('the withdrawals contract is missing');
  return found;
}

/** Returns values with the widths that the type has for them. */
const valuesOf = ({ type }: Collection, given: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(
    Object.entries(given).flatMap(([name, value]): [string, DocumentValue][] => {
      const storage = fieldType(type, name);
      const read = storage && readValue(storage, value);
      return read === undefined ? [] : [[name, read]];
    }),
  );

/**
 * Takes credits out of the platform and stores the document of their withdrawal, which is queued.
 *
 * Source: `identity_credit_withdrawal/v0/transformer.rs` in `packages/rs-drive` of dashpay/platform.
 */
export async function queueWithdrawal(
  view: WritableView,
  contracts: ContractBook,
  block: Block,
  { ownerId, entropy, credits, coreFeePerByte, outputScript }: NewWithdrawal,
): Promise<void> {
  const collection = await collectionOf(view, contracts);
  const id = documentId({ contractId: SYSTEM_IDS.withdrawals, ownerId, documentType: TYPE, entropy });
  const data = valuesOf(collection, {
    amount: credits,
    coreFeePerByte,
    pooling: 0,
    outputScript,
    status: WITHDRAWAL_STATUSES.indexOf('queued'),
  });
  await withdrawCredits(view, credits);
  const after = newDocument(collection.type, { id, ownerId, data }, block);
  await storeDocument(view, collection, { after }, block.time);
}

/** Says what it takes to list withdrawals. */
interface ListContext {
  readonly contracts: ContractBook;
  readonly keyOrder: KeyOrder;
}

/** Returns withdrawals of a status, up to 100, the oldest first. */
export async function listWithdrawals(
  view: StoreView,
  context: ListContext,
  status: WithdrawalStatus,
): Promise<readonly Withdrawal[]> {
  for await (const page of pagesOf(view, context, status)) return oldestFirst(page);
  return [];
}

/** Returns all withdrawals of a status that fulfil a condition, the oldest first. */
export async function findWithdrawals(
  view: StoreView,
  context: ListContext,
  status: WithdrawalStatus,
  isWanted: (withdrawal: Withdrawal) => boolean = () => true,
): Promise<readonly Withdrawal[]> {
  const found: Withdrawal[] = [];
  for await (const page of pagesOf(view, context, status)) found.push(...page.filter(isWanted));
  return oldestFirst(found);
}

async function* pagesOf(
  view: StoreView,
  { contracts, keyOrder }: ListContext,
  status: WithdrawalStatus,
): AsyncGenerator<Withdrawal[]> {
  const { location, type } = await collectionOf(view, contracts);
  const where: [string, '==', number][] = [['status', '==', WITHDRAWAL_STATUSES.indexOf(status)]];
  let last: Document | undefined;
  do {
    const page = last === undefined ? {} : { startAfter: last.id };
    const documents = await runPlan(view, location, type, planQuery(type, { where, ...page }, keyOrder));
    if (documents.length > 0) yield documents.map((document) => withdrawalOf(document, status));
    last = documents.at(-1);
  } while (last !== undefined);
}

const oldestFirst = (withdrawals: readonly Withdrawal[]): readonly Withdrawal[] =>
  withdrawals.toSorted((a, b) => createdAt(a.document) - createdAt(b.document));

const createdAt = ({ times }: Document): number => Number(times.$createdAt ?? 0);

/** Returns an integer of a document. */
const integerOf = (value: DocumentValue | undefined): bigint =>
  typeof value === 'number' || typeof value === 'bigint' ? BigInt(value) : 0n;

function withdrawalOf(document: Document, status: WithdrawalStatus): Withdrawal {
  const { amount, coreFeePerByte, outputScript, transactionIndex, transactionSignHeight } = document.data;
  if (!(outputScript instanceof Uint8Array)) throw new RangeError('the script of a withdrawal is missing');
  return {
    document,
    status,
    credits: integerOf(amount),
    coreFeePerByte: Number(coreFeePerByte),
    outputScript,
    index: transactionIndex === undefined ? undefined : integerOf(transactionIndex),
    signHeight: transactionSignHeight === undefined ? undefined : Number(transactionSignHeight),
  };
}

/** Describes what changes of a withdrawal. */
export interface WithdrawalChange {
  readonly status: WithdrawalStatus;
  readonly index?: bigint;
  readonly signHeight?: number;
}

/**
 * Stores the next status of a withdrawal, unless the state has another one or none of that id: a revert or an import may have come since
 * the withdrawal was listed.
 *
 * @returns whether it was stored.
 */
export async function changeWithdrawal(
  view: WritableView,
  contracts: ContractBook,
  block: Block,
  withdrawal: Withdrawal,
  { status, index, signHeight }: WithdrawalChange,
): Promise<boolean> {
  const collection = await collectionOf(view, contracts);
  const before = await findDocument(view, collection, withdrawal.document.id);
  if (before === undefined || !isOfDocument(withdrawal, before)) return false;
  const changed = valuesOf(collection, {
    status: WITHDRAWAL_STATUSES.indexOf(status),
    transactionIndex: index,
    transactionSignHeight: signHeight,
  });
  const after: Document = {
    ...before,
    revision: (before.revision ?? 0n) + 1n,
    times: { ...before.times, $updatedAt: BigInt(block.time) },
    data: { ...before.data, ...changed },
  };
  await storeDocument(view, collection, { before, after }, block.time);
  moveUnlock(view, withdrawal, withdrawalOf(after, status));
  return true;
}

/** Where the asset unlock of a withdrawal of a status is: an expired one stays where it was until it is pooled again. */
const UNLOCK_SPACES = {
  queued: undefined,
  pooled: 'queued',
  broadcasted: 'broadcasted',
  complete: undefined,
  expired: 'broadcasted',
} as const satisfies Readonly<Record<WithdrawalStatus, Parameters<typeof unlockKey>[0] | undefined>>;

/** Returns the key of the asset unlock of a withdrawal, if there is one. */
function unlockKeyOf({ status, index }: Withdrawal): Uint8Array | undefined {
  const space = UNLOCK_SPACES[status];
  return space === undefined || index === undefined ? undefined : unlockKey(space, index);
}

/** Moves the asset unlock of a withdrawal as its status says. Source: `WithdrawalOperationType` in `packages/rs-drive` of dashpay/platform. */
function moveUnlock(view: WritableView, before: Withdrawal, after: Withdrawal): void {
  const [from, to] = [unlockKeyOf(before), unlockKeyOf(after)];
  if (from !== undefined) view.delete(from);
  if (to !== undefined) view.put(to, unsignedUnlock(unlockOf(after)));
}

/** Returns whether a document has the status, the amount and the asset unlock of a withdrawal. */
function isOfDocument({ status, credits, index, signHeight }: Withdrawal, document: Document): boolean {
  const current = withdrawalOf(document, status);
  return (
    Number(document.data['status']) === WITHDRAWAL_STATUSES.indexOf(status) &&
    current.credits === credits &&
    current.index === index &&
    current.signHeight === signHeight
  );
}
