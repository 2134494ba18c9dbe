import {
  Document,
  DocumentCreateTransition,
  DocumentDeleteTransition,
  DocumentPurchaseTransition,
  DocumentReplaceTransition,
  DocumentTransferTransition,
  DocumentUpdatePriceTransition,
  TokenPaymentInfo,
  type DocumentOrderByClause,
  type DocumentTransition,
  type DocumentWhereClause,
  type EvoSDK,
} from '@dashevo/evo-sdk';
import type { DocumentShape, IndexShape, PaidAction } from '../document/document-shape.js';
import { identifierText, type Identifier } from '../document/identifier.js';
import { readFields } from '../document/read-document.js';
import { writeFields } from '../document/write-value.js';
import { ClientError } from '../error/client-error.js';
import { fromSdk } from '../error/sdk-error.js';
import { InvalidDocumentError, type DocumentCheck } from '../error/invalid-document-error.js';
import { IndexQuery, type Documents } from '../query/index-query.js';
import type { Conditions, DocumentSource, Row } from '../query/document-source.js';
import { sumOf } from '../query/sum-of.js';
import type { Payment, Stored } from './stored.js';
import type { TransitionSender } from '../write/transition-sender.js';

/** Holds the parts that a collection works with. */
export interface CollectionParts {
  readonly sdk: EvoSDK;
  /** Base58. */
  readonly contractId: string;
  readonly protocolVersion: number;
  /** Undefined where nobody signs: then nothing can be written. */
  readonly sender: TransitionSender | undefined;
  /** Checks documents before they are signed. */
  readonly check: DocumentCheck | undefined;
}

/** Members of every transition. */
interface TransitionBase {
  readonly identityContractNonce: bigint;
  readonly tokenPaymentInfo?: TokenPaymentInfo;
}

/** Reads and writes the documents of one type. The generated types say which of its methods a type has. */
export class DocumentCollection<Data extends object, Doc extends Stored> {
  readonly #parts: CollectionParts;
  readonly #shape: DocumentShape;
  readonly #source: DocumentSource;

  constructor(parts: CollectionParts, shape: DocumentShape) {
    this.#parts = parts;
    this.#shape = shape;
    this.#source = this.#makeSource();
  }

  /** Returns a document by its id, or `undefined` if there is none; both are verified. */
  async get(id: Identifier): Promise<Doc | undefined> {
    const { sdk, contractId } = this.#parts;
    const found = await fromSdk(sdk.documents.get(contractId, this.#shape.name, identifierText(id)));
    return found === undefined ? undefined : this.#read(found);
  }

  /** Reads all documents in the order of their ids. */
  all(): Documents<Doc> {
    return IndexQuery.of<Doc>(this.#source, { name: '$id', fields: [] }, {});
  }

  /** Begins a query by an index, with values of its first properties. */
  by(index: IndexShape, values: Readonly<Record<string, unknown>>): IndexQuery<Doc> {
    return IndexQuery.of<Doc>(this.#source, index, values);
  }

  /**
   * Creates a document.
   * @param payment is asked for where it costs tokens.
   * @param entropy 32 bytes of which the id is made, with the owner, the contract and the type; random ones when left out. The same bytes never write two documents.
   * @throws {WriteRejectedError} (rejects) with the number of the consensus error.
   */
  async create(data: Data, payment?: Payment, entropy?: Uint8Array): Promise<Doc> {
    this.#check(data, 'create');
    let id: Uint8Array = NO_ID;
    const result = await this.#send('create', payment, (base, ownerId) => {
      const draft = this.#draft(ownerId, 1n, entropy && { entropy });
      const document = this.#build(draft, data);
      document.entropy = draft.entropy;
      id = draft.id.toBytes();
      return new DocumentCreateTransition({ ...base, document }).toDocumentTransition();
    });
    return this.#written(result, id);
  }

  /** Replaces properties of a document. Those that are not named stay as they are; `null` removes one. */
  async replace(
    stored: Doc,
    changes: { readonly [Name in keyof Data]?: Data[Name] | null },
    payment?: Payment,
  ): Promise<Doc> {
    const kept: Record<string, unknown> = writeFields(stored, this.#shape.fields);
    for (const [name, value] of Object.entries(changes))
      if (value === null) Reflect.deleteProperty(kept, name);
      else if (value !== undefined) kept[name] = value;
    this.#check(kept, 'replace');
    return this.#change('replace', stored, payment, (base) => new DocumentReplaceTransition(base), kept);
  }

  /** Deletes a document. */
  async delete(stored: Doc, payment?: Payment): Promise<void> {
    await this.#send('delete', payment, (base) =>
      new DocumentDeleteTransition({ ...base, document: this.#next(stored, stored) }).toDocumentTransition(),
    );
  }

  /** Gives a document to another identity. */
  async transfer(stored: Doc, recipient: Identifier, payment?: Payment): Promise<Doc> {
    const recipientOwnerId = identifierText(recipient);
    return this.#change(
      'transfer',
      stored,
      payment,
      (base) => new DocumentTransferTransition({ ...base, recipientOwnerId }),
    );
  }

  /** Offers a document for a price in credits. */
  async setPrice(stored: Doc, credits: bigint, payment?: Payment): Promise<Doc> {
    return this.#change(
      'setPrice',
      stored,
      payment,
      (base) => new DocumentUpdatePriceTransition({ ...base, price: credits }),
    );
  }

  /** Buys a document for the price in credits that its owner set. */
  async purchase(stored: Doc, credits: bigint, payment?: Payment): Promise<Doc> {
    return this.#change(
      'purchase',
      stored,
      payment,
      (base) => new DocumentPurchaseTransition({ ...base, amount: credits }),
    );
  }

  /** Sends a transition of a stored document, and returns the document after it. @param data its properties, which stay where they are left out */
  async #change(
    action: PaidAction,
    stored: Doc,
    payment: Payment | undefined,
    make: (base: TransitionBase & { readonly document: Document }) => {
      toDocumentTransition(): DocumentTransition;
    },
    data: object = stored,
  ): Promise<Doc> {
    const result = await this.#send(action, payment, (base) =>
      make({ ...base, document: this.#next(stored, data) }).toDocumentTransition(),
    );
    return this.#written(result, stored.$id);
  }

  async #send(
    action: PaidAction,
    payment: Payment | undefined,
    make: (base: TransitionBase, ownerId: string) => DocumentTransition,
  ): Promise<unknown> {
    const { sender } = this.#parts;
    if (sender === undefined) throw new ClientError('nobody signs: give a signer when the client is created');
    const paid = this.#payment(action, payment);
    const { name, keyLevel } = this.#shape;
    const requirement = { what: `documents of type ${name}`, keyLevel, typeName: name };
    return sender.send(requirement, ({ nonce, identityId }) =>
      make({ identityContractNonce: nonce, ...paid }, identityId),
    );
  }

  #payment(
    action: PaidAction,
    payment: Payment | undefined,
  ): { readonly tokenPaymentInfo?: TokenPaymentInfo } {
    const price = this.#shape.prices[action];
    if (price === undefined) return {};
    const { contractId, tokenPosition, amount } = price;
    if (payment === undefined || payment.maxTokens < amount)
      throw new ClientError(
        `it costs ${amount} of token ${tokenPosition}: agree with { maxTokens: ${amount}n }`,
      );
    const tokenPaymentInfo = new TokenPaymentInfo({
      tokenContractPosition: tokenPosition,
      maximumTokenCost: payment.maxTokens,
      ...(contractId !== undefined && { paymentTokenContractId: contractId }),
    });
    return { tokenPaymentInfo };
  }

  #check(data: object, action: 'create' | 'replace'): void {
    const problems = this.#parts.check?.(this.#shape.name, data, action) ?? [];
    if (problems.length > 0) throw new InvalidDocumentError(this.#shape.name, problems);
  }

  /** Adds properties to a document in forms that are signed as the network stores them: the constructor of evo-sdk writes bytes as a list. */
  #build(draft: Document, data: object): Document {
    const members = { ...draft.toObject(), ...writeFields(data, this.#shape.fields) };
    return Document.fromObject(members, this.#parts.protocolVersion);
  }

  /** Returns a stored document with its new properties; transitions count its revision up themselves. */
  #next({ $id, $ownerId, $revision = 1n }: Doc, data: object): Document {
    return this.#build(this.#draft(identifierText($ownerId), $revision, { id: identifierText($id) }), data);
  }

  /** Makes a document without properties. @param identity its id, or what its id is made of; a new one when left out */
  #draft(
    ownerId: string,
    revision: bigint,
    identity: { readonly id?: string; readonly entropy?: Uint8Array } = {},
  ): Document {
    return new Document({
      properties: {},
      documentTypeName: this.#shape.name,
      dataContractId: this.#parts.contractId,
      ownerId,
      revision,
      ...identity,
    });
  }

  #written(result: unknown, id: Uint8Array): Doc {
    const documents: unknown = Reflect.get(Object(result), 'documents');
    const found: unknown = documents instanceof Map ? documents.get(identifierText(id)) : undefined;
    if (!(found instanceof Document)) throw new ClientError('the proof of the write has no document');
    return this.#read(found);
  }

  #read(document: Document): Doc {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated shape and type say the same
    return readFields(document.toObject(), [...SYSTEM_FIELDS, ...this.#shape.fields]) as unknown as Doc;
  }

  #makeSource(): DocumentSource {
    const { sdk, contractId } = this.#parts;
    const query = ({ where, orderBy }: Conditions) => ({
      dataContractId: contractId,
      documentTypeName: this.#shape.name,
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- conditions are made with these operators
      where: where as unknown as DocumentWhereClause[],
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
      orderBy: orderBy as unknown as DocumentOrderByClause[],
    });
    return {
      page: async (conditions, limit, startAfter) => {
        const found = await fromSdk(
          sdk.documents.query({
            ...query(conditions),
            limit,
            ...(startAfter !== undefined && { startAfter: identifierText(startAfter) }),
          }),
        );
        return [...found.values()].flatMap((each) =>
          // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- every document has an id
          each === undefined ? [] : [this.#read(each) as unknown as Row],
        );
      },
      count: async (conditions) => total(await fromSdk(sdk.documents.count(query(conditions)))),
      sum: async (conditions, property) =>
        total(await fromSdk(sdk.documents.sum(query(conditions), property))),
      average: async (conditions, property) => {
        const groups = [...(await fromSdk(sdk.documents.average(query(conditions), property))).values()];
        return { count: sumOf(groups.map(({ count }) => count)), sum: sumOf(groups.map(({ sum }) => sum)) };
      },
    };
  }
}

const NO_ID = new Uint8Array();
const total = (groups: ReadonlyMap<string, bigint>): bigint => sumOf([...groups.values()]);

/** The system properties that evo-sdk returns. */
const SYSTEM_FIELDS: DocumentShape['fields'] = [
  { name: '$id', kind: 'identifier' },
  { name: '$ownerId', kind: 'identifier' },
  { name: '$creatorId', kind: 'identifier' },
  { name: '$revision', kind: 'bigint' },
  { name: '$price', kind: 'bigint' },
  { name: '$createdAt', kind: 'time' },
  { name: '$updatedAt', kind: 'time' },
  { name: '$transferredAt', kind: 'time' },
  { name: '$createdAtBlockHeight', kind: 'bigint' },
  { name: '$updatedAtBlockHeight', kind: 'bigint' },
  { name: '$transferredAtBlockHeight', kind: 'bigint' },
  { name: '$createdAtCoreBlockHeight', kind: 'integer' },
  { name: '$updatedAtCoreBlockHeight', kind: 'integer' },
  { name: '$transferredAtCoreBlockHeight', kind: 'integer' },
];
