import {
  BatchedTransition,
  BatchTransition,
  type DocumentTransition,
  type EvoSDK,
  type StateTransition,
  type TokenTransition,
} from '@dashevo/evo-sdk';
import { identifier, identifierText, type Identifier } from '../document/identifier.js';
import { ClientError } from '../error/client-error.js';
import { fromSdk, sdkMessage } from '../error/sdk-error.js';
import { codeOfResult, codeOfText, readRejection } from '../error/rejection-text.js';
import { WriteRejectedError, type RejectionNotes } from '../error/write-rejected-error.js';
import { deliver } from './deliver.js';
import { NonceQueue } from './nonce-queue.js';
import type { Signer } from './signer.js';
import { checkLevel, findSigningKey, type SigningKey } from './signing-key.js';

/** Identity and nonce of a transition. */
interface Draft {
  readonly identityId: string;
  readonly nonce: bigint;
}

/** Reads what a transition leaves. */
export interface Outcome<Result> {
  /** Waits for the verified result of a transition that was broadcast. */
  wait(transition: StateTransition): Promise<Result>;
  /** Reads, verified, the result of a transition that was executed; `undefined` where the state is another one. */
  find(transition: StateTransition): Promise<Result | undefined>;
}

/** The level of the key that signs, and for what. */
interface Requirement {
  /** Such as `documents of type note`. */
  readonly what: string;
  /** 1 critical, 2 high, 3 medium. */
  readonly keyLevel: number;
  /** Document type; absent for tokens. */
  readonly typeName?: string;
}

/** Number of bits of a nonce; those above count transitions that have not arrived. Source: `IDENTITY_NONCE_VALUE_FILTER` of dashpay/platform. */
const NONCE_BITS = 40;
/** Name of a document type that no contract has. */
const NO_TYPE = '$';
/** Signs and sends what one identity writes to one contract. */
export class TransitionSender {
  readonly #sdk: EvoSDK;
  readonly #signer: Signer;
  readonly #notes: RejectionNotes;
  readonly #nonces: NonceQueue;
  readonly #contractId: string;
  #key: Promise<SigningKey> | undefined;

  constructor(sdk: EvoSDK, contractId: string, signer: Signer, notes: RejectionNotes) {
    this.#sdk = sdk;
    this.#contractId = contractId;
    this.#signer = signer;
    this.#notes = notes;
    this.#nonces = new NonceQueue(async () => this.#newestNonce());
  }

  /** Returns the identity that signs. */
  get identityId(): Identifier {
    return identifier(this.#signer.identityId);
  }

  /**
   * Signs a transition, sends it, and resolves with its verified result. Where the answer is lost, the same bytes are sent again: nothing is written twice.
   * @throws {WriteRejectedError} (rejects) with the number of the consensus error.
   */
  async send<Result>(
    requirement: Requirement,
    make: (draft: Draft) => DocumentTransition | Promise<TokenTransition>,
    outcome: Outcome<Result>,
  ): Promise<Result> {
    const key = await this.#signingKey(requirement.typeName);
    checkLevel(key, requirement.keyLevel, requirement.what);
    const { identityId } = key;
    const { stateTransitions } = this.#sdk;
    return this.#nonces.run(async (nonce) => {
      // evo-sdk rejects values that no transition has, such as negative amounts, with what is no Error.
      const made = await fromSdk((async () => make({ identityId, nonce }))());
      const items = [new BatchedTransition(made)];
      const transition = BatchTransition.fromBatchedTransitions(items, identityId, 0).toStateTransition();
      transition.sign(key.privateKey, key.publicKey);
      return deliver<StateTransition, Result>(
        transition,
        {
          broadcastStateTransition: async (each) => stateTransitions.broadcastStateTransition(each),
          waitForResponse: async (each) => outcome.wait(each),
          findExecuted: async (each) =>
            (await this.#newestNonce()) < nonce ? undefined : outcome.find(each),
        },
        async (error) => this.#rejectionOf(error, transition.hash(false)),
      );
    });
  }

  /** Returns the newest nonce that a transition of the identity used in the contract. */
  async #newestNonce(): Promise<bigint> {
    const id = identifierText(this.identityId);
    const nonce = (await fromSdk(this.#sdk.identities.contractNonce(id, this.#contractId))) ?? 0n;
    return BigInt.asUintN(NONCE_BITS, nonce);
  }

  async #signingKey(typeName: string | undefined): Promise<SigningKey> {
    this.#key ??= this.#prepare(typeName);
    try {
      return await this.#key;
    } catch (error) {
      this.#key = undefined;
      throw error;
    }
  }

  /** Finds the key, and lets the SDK know the contract: evo-sdk verifies documents of contracts that it has queried. */
  async #prepare(typeName: string | undefined): Promise<SigningKey> {
    const contract = await fromSdk(this.#sdk.contracts.fetch(this.#contractId));
    if (contract === undefined)
      throw new ClientError(`contract ${this.#contractId} is not registered on this network`);
    const query = this.#sdk.documents.query({
      dataContractId: this.#contractId,
      documentTypeName: typeName ?? NO_TYPE,
      limit: 1,
    });
    // There are no documents of no type, but the contract is known then.
    await (typeName === undefined ? query.catch(() => undefined) : fromSdk(query));
    return findSigningKey(this.#sdk, this.#signer);
  }

  /** Returns the rejection that an error tells. evo-sdk drops its number: that of a block is asked for, and that of a broadcast follows from the text. */
  async #rejectionOf(error: unknown, hash: string): Promise<WriteRejectedError | undefined> {
    const rejection = readRejection(sdkMessage(error));
    if (rejection === undefined) return undefined;
    const { text, isInBlock } = rejection;
    const code =
      rejection.code ??
      (isInBlock ? await this.#codeInBlock(hash) : undefined) ??
      codeOfText(text, this.#notes);
    const note = code === undefined ? undefined : this.#notes[code];
    const [reason, fix] = [note?.name, note?.fix];
    const number = [code, reason].filter((each) => each !== undefined).join(' ');
    const message = `the platform rejects it${number === '' ? '' : ` (${number})`}: ${text}`;
    return new WriteRejectedError(code, reason, fix, message, { cause: error });
  }

  /** Returns the number with which a block rejected a transition; `undefined` where none did. */
  async #codeInBlock(hash: string): Promise<number | undefined> {
    try {
      const { error } = await this.#sdk.stateTransitions.waitForStateTransitionResult(hash);
      return codeOfResult(error);
    } catch {
      return undefined;
    }
  }
}
