import {
  Document,
  DocumentCreateTransition,
  DocumentDeleteTransition,
  DocumentPurchaseTransition,
  DocumentReplaceTransition,
  DocumentTransferTransition,
  DocumentUpdatePriceTransition,
  PrefundedVotingBalance,
  TokenPaymentInfo,
  type DocumentTransition,
  type EvoSDK,
} from '@dashevo/evo-sdk';
import type { ContestShape, DocumentShape, IndexShape, PaidAction } from '../document/document-shape.js';
import { identifierText, type Identifier } from '../document/identifier.js';
import { readFields } from '../document/read-document.js';
import { SYSTEM_FIELDS } from '../document/system-fields.js';
import { writeFields } from '../document/write-value.js';
import { ClientError } from '../error/client-error.js';
import { fromSdk, sdkMessage } from '../error/sdk-error.js';
import { InvalidDocumentError, type DocumentCheck } from '../error/invalid-document-error.js';
import { IndexQuery, type Documents } from '../query/index-query.js';
import type { DocumentSource } from '../query/document-source.js';
import { contestFund } from './contest-fund.js';
import type { ContestAgreement, Payment, Stored } from './stored.js';
import type { Outcome, TransitionSender } from '../write/transition-sender.js';
import { readContender } from './contender-document.js';
import { sdkSource } from './sdk-source.js';
import { isWritten, type ExpectedDocument } from './written-document.js';

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
    this.#source = sdkSource(parts, shape.name, (document) => this.#read(document));
  }

  /** Returns a document by its id, or `undefined` if there is none; both are verified. */
  async get(id: Identifier): Promise<Doc | undefined> {
    return this.#fetch(id);
  }

  async #fetch(id: Uint8Array): Promise<Doc | undefined> {
    const { sdk, contractId } = this.#parts;
    const found = await fromSdk(sdk.documents.get(contractId, this.#shape.name, identifierText(id)));
    return found === undefined ? undefined : this.#read(found);
  }

  /** Reads all documents in the order of their ids. */
  all(): Documents<Doc> {
    const { summed } = this.#shape;
    return IndexQuery.of<Doc>(
      this.#source,
      { name: '$id', fields: [], ...(summed !== undefined && { summed }) },
      {},
    );
  }

  /** Begins a query by an index, with values of its first properties. */
  by(index: IndexShape, values: Readonly<Record<string, unknown>>): IndexQuery<Doc> {
    return IndexQuery.of<Doc>(this.#source, index, values);
  }

  /**
   * Creates a document. One that is contested is not among the documents before it wins.
   * @param payment is asked for where it costs tokens, or masternodes vote on who gets its values.
   * @param entropy 32 bytes of which the id is made, with the owner, the contract and the type; random ones when left out. The same bytes never write two documents.
   * @throws {WriteRejectedError} (rejects) with the number of the consensus error.
   */
  async create(
    data: Data,
    payment?: Partial<Payment> & ContestAgreement,
    entropy?: Uint8Array,
  ): Promise<Doc> {
    this.#check(data, 'create');
    const { contest } = this.#shape;
    const fund = contestFund(contest, data, payment);
    let expected: ExpectedDocument = { $id: NO_ID, ownerId: '', data };
    return this.#send(
      'create',
      payment,
      (base, ownerId) => {
        const draft = this.#draft(ownerId, 1n, entropy && { entropy });
        const document = this.#build(draft, data);
        document.entropy = draft.entropy;
        expected = { $id: draft.id.toBytes(), ownerId, data };
        return new DocumentCreateTransition({
          ...base,
          document,
          ...(fund && { prefundedVotingBalance: new PrefundedVotingBalance(fund) }),
        }).toDocumentTransition();
      },
      this.#outcome(
        () => expected,
        async () => (fund && contest ? this.#contender(contest, expected) : this.#find(expected)),
      ),
    );
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
    return this.#change('replace', stored, payment, (base) => new DocumentReplaceTransition(base), {
      data: kept,
    });
  }

  /** Deletes a document. */
  async delete(stored: Doc, payment?: Payment): Promise<void> {
    const { stateTransitions } = this.#parts.sdk;
    await this.#send(
      'delete',
      payment,
      (base) =>
        new DocumentDeleteTransition({
          ...base,
          document: this.#next(stored, stored),
        }).toDocumentTransition(),
      {
        wait: async (transition) => {
          await stateTransitions.waitForResponse(transition);
          return true;
        },
        find: async () => ((await this.#fetch(stored.$id)) === undefined ? true : undefined),
      },
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
      { ownerId: recipientOwnerId },
    );
  }

  /** Offers a document for a price in credits. */
  async setPrice(stored: Doc, credits: bigint, payment?: Payment): Promise<Doc> {
    return this.#change(
      'setPrice',
      stored,
      payment,
      (base) => new DocumentUpdatePriceTransition({ ...base, price: credits }),
      { price: credits },
    );
  }

  /** Buys a document for the price in credits that its owner set. */
  async purchase(stored: Doc, credits: bigint, payment?: Payment): Promise<Doc> {
    const { sender } = this.#parts;
    return this.#change(
      'purchase',
      stored,
      payment,
      (base) => new DocumentPurchaseTransition({ ...base, amount: credits }),
      { ...(sender && { ownerId: identifierText(sender.identityId) }) },
    );
  }

  /** Sends a transition of a stored document, and returns the document after it. @param changed says what of the document is another one then */
  async #change(
    action: PaidAction,
    stored: Doc,
    payment: Payment | undefined,
    make: (base: TransitionBase & { readonly document: Document }) => {
      toDocumentTransition(): DocumentTransition;
    },
    changed: Partial<ExpectedDocument>,
  ): Promise<Doc> {
    const { $id, $ownerId, $revision = 1n } = stored;
    const ownerId = identifierText($ownerId);
    const expected = { $id, ownerId, revision: $revision + 1n, data: stored, ...changed };
    return this.#send(
      action,
      payment,
      (base) => make({ ...base, document: this.#next(stored, expected.data) }).toDocumentTransition(),
      this.#outcome(
        () => expected,
        async () => this.#find(expected),
      ),
    );
  }

  /** Returns how the document of a write is read: from the proof of the write, or else by itself. */
  #outcome(expected: () => ExpectedDocument, find: () => Promise<Doc | undefined>): Outcome<Doc> {
    const { stateTransitions } = this.#parts.sdk;
    return {
      find,
      wait: async (transition) => {
        try {
          return this.#written(await stateTransitions.waitForResponse(transition), expected().$id);
        } catch (error) {
          const found = isOtherForm(error) ? await find() : undefined;
          if (found === undefined) throw error;
          return found;
        }
      },
    };
  }

  /** Reads the document of a write; `undefined` where the network has another one, or none. */
  async #find(expected: ExpectedDocument): Promise<Doc | undefined> {
    return this.#ifWritten(await this.#fetch(expected.$id), expected);
  }

  async #contender(contest: ContestShape, expected: ExpectedDocument): Promise<Doc | undefined> {
    const { sdk, contractId, protocolVersion } = this.#parts;
    const { ownerId, data } = expected;
    const contender = { contractId, typeName: this.#shape.name, ownerId, data };
    const document = await readContender(sdk, contest, contender, protocolVersion);
    return this.#ifWritten(document && this.#read(document), expected);
  }

  #ifWritten(found: Doc | undefined, expected: ExpectedDocument): Doc | undefined {
    return found !== undefined && isWritten(found, expected, this.#shape.fields) ? found : undefined;
  }

  async #send<Result>(
    action: PaidAction,
    payment: Partial<Payment> | undefined,
    make: (base: TransitionBase, ownerId: string) => DocumentTransition,
    outcome: Outcome<Result>,
  ): Promise<Result> {
    const { sender } = this.#parts;
    if (sender === undefined) throw new ClientError('nobody signs: give a signer when the client is created');
    const paid = this.#payment(action, payment);
    const { name, keyLevel } = this.#shape;
    const requirement = { what: `documents of type ${name}`, keyLevel, typeName: name };
    return sender.send(
      requirement,
      ({ nonce, identityId }) => make({ identityContractNonce: nonce, ...paid }, identityId),
      outcome,
    );
  }

  #payment(
    action: PaidAction,
    payment: Partial<Payment> | undefined,
  ): { readonly tokenPaymentInfo?: TokenPaymentInfo } {
    const price = this.#shape.prices[action];
    if (price === undefined) return {};
    const { contractId, tokenPosition, amount } = price;
    const maxTokens = payment?.maxTokens;
    if (maxTokens === undefined || maxTokens < amount)
      throw new ClientError(
        `it costs ${amount} of token ${tokenPosition}: agree with { maxTokens: ${amount}n }`,
      );
    const tokenPaymentInfo = new TokenPaymentInfo({
      tokenContractPosition: tokenPosition,
      maximumTokenCost: maxTokens,
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
}

const NO_ID = new Uint8Array();
/**
 * Returns whether evo-sdk compared the document that a block wrote with the signed one in another form: up to 4.1 it takes integers, floats and identifiers inside of objects, and
 * properties that are checked and not stored, for differences.
 */
const isOtherForm = (error: unknown): boolean =>
  sdkMessage(error).includes('did not contain expected document');
