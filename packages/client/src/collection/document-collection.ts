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
  by(index: IndexShape, values: object): IndexQuery<Doc> {
    return IndexQuery.of<Doc>(this.#source, index, Object.fromEntries(Object.entries(values)));
  }

  /**
   * Creates a document.
   * @param payment is asked for where it costs tokens.
   * @throws {WriteRejectedError} (rejects) with the number of the consensus error.
   */
  async create(data: Data, payment?: Payment): Promise<Doc> {
    this.#check(data, 'create');
    let id: Uint8Array | undefined;
    const result = await this.#send('create', payment, (identityContractNonce, ownerId, paid) => {
      const draft = new Document({
        properties: {},
        documentTypeName: this.#shape.name,
        dataContractId: this.#parts.contractId,
        ownerId,
        revision: 1n,
      });
      const document = this.#build(draft, data);
      document.entropy = draft.entropy;
      id = draft.id.toBytes();
      return new DocumentCreateTransition({
        document,
        identityContractNonce,
        ...paid,
      }).toDocumentTransition();
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
    const result = await this.#send('replace', payment, (identityContractNonce, _, paid) =>
      new DocumentReplaceTransition({
        document: this.#next(stored, kept),
        identityContractNonce,
        ...paid,
      }).toDocumentTransition(),
    );
    return this.#written(result, stored.$id);
  }

  /** Deletes a document. */
  async delete(stored: Doc, payment?: Payment): Promise<void> {
    await this.#send('delete', payment, (identityContractNonce, _, paid) =>
      new DocumentDeleteTransition({
        document: this.#next(stored, stored),
        identityContractNonce,
        ...paid,
      }).toDocumentTransition(),
    );
  }

  /** Gives a document to another identity. */
  async transfer(stored: Doc, recipient: Identifier, payment?: Payment): Promise<Doc> {
    const result = await this.#send('transfer', payment, (identityContractNonce, _, paid) =>
      new DocumentTransferTransition({
        document: this.#next(stored, stored),
        recipientOwnerId: identifierText(recipient),
        identityContractNonce,
        ...paid,
      }).toDocumentTransition(),
    );
    return this.#written(result, stored.$id);
  }

  /** Offers a document for a price in credits. */
  async setPrice(stored: Doc, credits: bigint, payment?: Payment): Promise<Doc> {
    const result = await this.#send('setPrice', payment, (identityContractNonce, _, paid) =>
      new DocumentUpdatePriceTransition({
        document: this.#next(stored, stored),
        price: credits,
        identityContractNonce,
        ...paid,
      }).toDocumentTransition(),
    );
    return this.#written(result, stored.$id);
  }

  /** Buys a document for the price in credits that its owner set. */
  async purchase(stored: Doc, credits: bigint, payment?: Payment): Promise<Doc> {
    const result = await this.#send('purchase', payment, (identityContractNonce, _, paid) =>
      new DocumentPurchaseTransition({
        document: this.#next(stored, stored),
        amount: credits,
        identityContractNonce,
        ...paid,
      }).toDocumentTransition(),
    );
    return this.#written(result, stored.$id);
  }

  async #send(
    action: PaidAction,
    payment: Payment | undefined,
    make: (
      nonce: bigint,
      ownerId: string,
      paid: { readonly tokenPaymentInfo?: TokenPaymentInfo },
    ) => DocumentTransition,
  ): Promise<unknown> {
    const { sender } = this.#parts;
    if (sender === undefined) throw new ClientError('nobody signs: give a signer when the client is created');
    const paid = this.#payment(action, payment);
    const { name, keyLevel } = this.#shape;
    return sender.send({ typeName: name, keyLevel }, ({ nonce, identityId }) =>
      make(nonce, identityId, paid),
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
  #next(stored: Doc, data: object): Document {
    const draft = new Document({
      properties: {},
      documentTypeName: this.#shape.name,
      dataContractId: this.#parts.contractId,
      ownerId: identifierText(stored.$ownerId),
      id: identifierText(stored.$id),
      revision: stored.$revision ?? 1n,
    });
    return this.#build(draft, data);
  }

  #written(result: unknown, id: Uint8Array | undefined): Doc {
    const documents: unknown = Reflect.get(Object(result), 'documents');
    const found: unknown =
      documents instanceof Map
        ? (documents.get(identifierText(id ?? NO_ID)) ?? [...documents.values()][0])
        : undefined;
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
        return { count: add(groups.map(({ count }) => count)), sum: add(groups.map(({ sum }) => sum)) };
      },
    };
  }
}

const NO_ID = new Uint8Array();
const add = (values: readonly bigint[]): bigint => values.reduce((sum, value) => sum + value, 0n);
const total = (groups: ReadonlyMap<string, bigint>): bigint => add([...groups.values()]);

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
