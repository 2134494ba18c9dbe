import type {
  DocumentQuery,
  OutsideContract,
  OutsideDocument,
  OutsideFacts,
  OutsideKey,
  TotalQuery,
} from '@dapikit/contract';
import { bytesKey } from '../../base/bytes/bytes-key.js';
import { bytesOf } from '../../base/bytes/identifier-order.js';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import { readTotal, shareOf } from '../../state/aggregates/read-total.js';
import type { RegisteredContract } from '../../state/contract/contract-book.js';
import { isModerator } from '../../state/contract/moderators.js';
import type { Collection } from '../../state/document/collection.js';
import { isData, isList, type Document, type DocumentValue } from '../../state/document/document.js';
import { findDocument } from '../../state/document-storage/document-store.js';
import { findByValues } from '../../state/document-storage/find-by-values.js';
import type { DocumentChange } from '../../state/document-storage/document-store.js';
import { findBalance } from '../../state/identity/credits.js';
import { findIdentity } from '../../state/identity/identity-store.js';
import { findRemoval, keptDocument } from '../../state/document-storage/removal-record.js';
import { findToken } from '../../state/token/token-store.js';
import type { DocumentScope } from './document-context.js';

type Data = OutsideDocument['values'] extends ReadonlyMap<string, infer Value> ? Value : never;

/**
 * Answers what a write depends on from the state. A question is answered by what was read for it; one that was not asked before goes
 * unanswered, and is read before the write is judged again. What is asked follows from the write and from answers, so that it ends.
 */
export class StateFacts implements OutsideFacts {
  readonly blockHeight: bigint;
  readonly blockTime: bigint;
  readonly #scope: DocumentScope;
  readonly #change: () => Promise<WholeChange>;
  readonly #answers = new Map<string, { readonly answer: unknown }>();
  readonly #questions = new Map<string, () => Promise<unknown>>();

  /** @param change what the write changes; read only where a total is asked for. */
  constructor(scope: DocumentScope, change: () => Promise<WholeChange>) {
    this.#scope = scope;
    this.#change = change;
    this.blockHeight = scope.context.block.height;
    this.blockTime = BigInt(scope.context.block.time);
  }

  /** Reads what was asked for the first time. @returns whether there was something */
  async read(): Promise<boolean> {
    const asked = [...this.#questions];
    const others = asked.filter(([key]) => !isTotal(key));
    // Totals wait for what a write consumes, which follows from documents.
    const questions = others.length > 0 ? others : asked;
    this.#questions.clear();
    for (const [key, question] of questions) this.#answers.set(key, { answer: await question() });
    return questions.length > 0;
  }

  // Arrow functions: the evaluator takes them out of the object.
  readonly hasIdentity = (id: Uint8Array): boolean | undefined =>
    this.#ask(`identity ${bytesKey(id)}`, async () => (await findBalance(this.#view, id)) !== undefined);

  readonly hasContract = (id: Uint8Array): boolean | undefined =>
    this.#ask(
      `contract ${bytesKey(id)}`,
      async () => (await this.#scope.context.contracts.findContract(this.#view, id)) !== undefined,
    );

  readonly findContract = (id: Uint8Array): OutsideContract | null | undefined =>
    this.#ask(`whole contract ${bytesKey(id)}`, async () => {
      const found = await this.#scope.context.contracts.findContract(this.#view, id);
      return found === undefined ? null : outsideContract(found);
    });

  readonly hasToken = (id: Uint8Array): boolean | undefined =>
    this.#ask(`token ${bytesKey(id)}`, async () => (await findToken(this.#view, id)) !== undefined);

  readonly findKey = (identity: Uint8Array, keyId: bigint): OutsideKey | null | undefined =>
    this.#ask(`key ${bytesKey(identity)} ${keyId}`, async () => this.#readKey(identity, keyId));

  readonly findDocument = (query: DocumentQuery): OutsideDocument | null | undefined =>
    this.#ask(`document ${queryKey(query)}`, async () => this.#readDocument(query));

  readonly totalOf = (query: TotalQuery): bigint | undefined => {
    const { documentType, property, filter } = query;
    if (filter === undefined) return undefined;
    const key = `${TOTAL}${documentType} ${property ?? ''} ${valuesKey(filter)}`;
    return this.#ask(key, async () => this.#readTotal(documentType, { property, filter }));
  };

  readonly isModerator = (identity: Uint8Array): boolean => isModerator(this.#scope.contract, identity);

  get #view(): DocumentScope['context']['view'] {
    return this.#scope.context.view;
  }

  #ask<Answer>(key: string, question: () => Promise<Answer>): Answer | undefined {
    const known = this.#answers.get(key);
    if (known === undefined) this.#questions.set(key, question);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the kind of the answer follows from the key
    return known?.answer as Answer | undefined;
  }

  async #readKey(identityId: Uint8Array, keyId: bigint): Promise<OutsideKey | null> {
    const identity = await findIdentity(this.#view, identityId);
    const key = identity?.keys.find(({ id }) => BigInt(id) === keyId);
    if (key === undefined) return null;
    const bounds = key.contractBounds;
    const isOwn = bounds !== undefined && compareBytes(bounds.contractId, this.#scope.contract.id) === 0;
    return {
      isDisabled: key.disabledAt !== undefined,
      purpose: key.purpose.toLowerCase(),
      ...(isOwn && bounds.documentType !== undefined ? { boundTo: bounds.documentType } : {}),
    };
  }

  async #readDocument({
    contractId,
    documentType,
    id,
    values,
  }: DocumentQuery): Promise<OutsideDocument | null> {
    const collection = await this.#findCollection(contractId, documentType);
    if (collection === undefined) return null;
    const found =
      id === undefined
        ? await findByValues(this.#view, collection, values ?? new Map())
        : await findDocument(this.#view, collection, id);
    if (found !== undefined) return outsideDocument(found);
    return id === undefined ? null : this.#readRemoved(collection, id);
  }

  /** Reads what remains of a document that only moderators delete. */
  async #readRemoved(collection: Collection, id: Uint8Array): Promise<OutsideDocument | null> {
    if (collection.type.moderatorAbilities?.removal?.isOnlyWay !== true) return null;
    const record = await findRemoval(this.#view, collection.location, id);
    if (record === undefined) return null;
    return { ...outsideDocument(keptDocument(id, record)), isRemoved: true };
  }

  async #findCollection(
    contractId: string | undefined,
    documentType: string,
  ): Promise<Collection | undefined> {
    const { contract, context } = this.#scope;
    const target =
      contractId === undefined
        ? contract
        : await context.contracts.findContract(this.#view, bytesOf(contractId));
    return target?.collection(documentType);
  }

  /** Returns a total as it is after the write. */
  async #readTotal(
    documentType: string,
    total: { readonly property: string | undefined; readonly filter: ReadonlyMap<string, unknown> },
  ): Promise<bigint | undefined> {
    const collection = this.#scope.contract.collection(documentType);
    const stored = collection && (await readTotal(this.#view, collection, total));
    if (collection === undefined || stored === undefined) return undefined;
    const { before, after, consumed } = await this.#change();
    const gone = consumed
      .filter((one) => one.documentType === documentType)
      .reduce((sum, { document }) => sum + shareOf(collection, total, document), 0n);
    if (documentType !== this.#scope.collection.type.name) return stored - gone;
    return (
      stored -
      gone -
      (before === undefined ? 0n : shareOf(collection, total, before)) +
      (after === undefined ? 0n : shareOf(collection, total, after))
    );
  }
}

const TOTAL = 'total ';
const isTotal = (key: string): boolean => key.startsWith(TOTAL);

/** Describes all that a write changes. */
export interface WholeChange extends DocumentChange {
  /** Documents that it consumes. */
  readonly consumed: readonly { readonly documentType: string; readonly document: Document }[];
}

/** Returns a contract as the evaluator reads it. */
function outsideContract({
  ownerId,
  createdAt,
  updatedAt,
  description,
}: RegisteredContract): OutsideContract {
  const { config, moderation } = description;
  return {
    ownerId,
    createdAt: BigInt(createdAt.time),
    ...(updatedAt && { updatedAt: BigInt(updatedAt.time) }),
    isReadonly: config.readonly,
    keepsHistory: config.keepsHistory,
    ...(moderation?.moderators === 'elected' && {
      election: {
        delay: BigInt(moderation.electionDelay ?? 0),
        isOwnerProtected: moderation.ownerProtected,
      },
    }),
  };
}

/** Returns a stored document as the evaluator reads it. */
function outsideDocument({ id, ownerId, creatorId, times, data }: Document): OutsideDocument {
  return {
    id,
    ownerId,
    creatorId,
    values: new Map(Object.entries(data).map(([name, value]) => [name, dataOf(value)])),
    times: new Map(Object.entries(times).map(([name, value]) => [name, BigInt(value)])),
  };
}

function dataOf(value: DocumentValue): Data {
  if (isList(value)) return value.map(dataOf);
  if (isData(value)) return new Map(Object.entries(value).map(([name, inner]) => [name, dataOf(inner)]));
  return value;
}

const queryKey = ({ contractId = '', documentType, id, values }: DocumentQuery): string =>
  [contractId, documentType, id === undefined ? '' : bytesKey(id), valuesKey(values ?? new Map())].join(' ');

/** Returns values as a text that no other values have. */
const valuesKey = (values: ReadonlyMap<string, unknown>): string =>
  JSON.stringify(
    [...values].map(([path, value]) => [
      path,
      value instanceof Uint8Array
        ? { bytes: bytesKey(value) }
        : typeof value === 'bigint'
          ? { integer: `${value}` }
          : value,
    ]),
  );
