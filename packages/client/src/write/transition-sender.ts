import {
  BatchedTransition,
  BatchTransition,
  type DocumentTransition,
  type EvoSDK,
  type StateTransitionProofResultType,
} from '@dashevo/evo-sdk';
import { identifier, identifierText } from '../document/identifier.js';
import { ClientError } from '../error/client-error.js';
import { fromSdk, sdkMessage } from '../error/sdk-error.js';
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

/** The level of the key that signs, and for what. */
interface Requirement {
  readonly typeName: string;
  /** 1 critical, 2 high, 3 medium. */
  readonly keyLevel: number;
}

/** Number of bits of a nonce; those above count transitions that have not arrived. Source: `IDENTITY_NONCE_VALUE_FILTER` of dashpay/platform. */
const NONCE_BITS = 40;
/** Consensus errors have numbers from 10000 on; smaller ones are of gRPC. */
const FIRST_CONSENSUS_CODE = 10_000;

/** Begins what a node says that rejects a transition when it is broadcast. evo-sdk drops the number of the error. */
const AT_ONCE = 'Failed to broadcast: Protocol error: ';
/** Begins what evo-sdk says of a transition that a block rejects. It drops the number here too; the local platform repeats it in the text. */
const IN_BLOCK = 'state transition broadcast error: ';
const NUMBER_IN_TEXT = /^(\d{5}) \w+: /;

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
    this.#nonces = new NonceQueue(async () => {
      const { identityId } = signer;
      const id = identifierText(identifier(identityId));
      const nonce = (await fromSdk(sdk.identities.contractNonce(id, contractId))) ?? 0n;
      return BigInt.asUintN(NONCE_BITS, nonce);
    });
  }

  /**
   * Signs a transition, sends it, and resolves with its verified result. Where the answer is lost, the same bytes are sent again: nothing is written twice.
   * @throws {WriteRejectedError} (rejects) with the number of the consensus error.
   */
  async send(
    requirement: Requirement,
    make: (draft: Draft) => DocumentTransition,
  ): Promise<StateTransitionProofResultType> {
    const key = await this.#signingKey(requirement.typeName);
    checkLevel(key, requirement.keyLevel, requirement.typeName);
    const { identityId } = key;
    return this.#nonces.run(async (nonce) => {
      const items = [new BatchedTransition(make({ identityId, nonce }))];
      const transition = BatchTransition.fromBatchedTransitions(items, identityId, 0).toStateTransition();
      transition.sign(key.privateKey, key.publicKey);
      return deliver(transition, this.#sdk.stateTransitions, (error) => this.#rejectionOf(error));
    });
  }

  async #signingKey(typeName: string): Promise<SigningKey> {
    this.#key ??= this.#prepare(typeName);
    try {
      return await this.#key;
    } catch (error) {
      this.#key = undefined;
      throw error;
    }
  }

  /** Finds the key, and lets the SDK know the contract: evo-sdk verifies documents of contracts that it has queried. */
  async #prepare(typeName: string): Promise<SigningKey> {
    const contract = await fromSdk(this.#sdk.contracts.fetch(this.#contractId));
    if (contract === undefined)
      throw new ClientError(`contract ${this.#contractId} is not registered on this network`);
    const first = { dataContractId: this.#contractId, documentTypeName: typeName, limit: 1 };
    await fromSdk(this.#sdk.documents.query(first));
    return findSigningKey(this.#sdk, this.#signer);
  }

  #rejectionOf(error: unknown): WriteRejectedError | undefined {
    const text = sdkMessage(error);
    const [, said] =
      [AT_ONCE, IN_BLOCK].map((begin) => text.split(begin)).find(({ length }) => length > 1) ?? [];
    const found = Number(Reflect.get(Object(error), 'code'));
    const code = found >= FIRST_CONSENSUS_CODE ? found : numberIn(said);
    if (code === undefined && said === undefined) return undefined;
    const note = code === undefined ? undefined : this.#notes[code];
    const [reason, fix] = [note?.name, note?.fix];
    const number = [code, reason].filter((each) => each !== undefined).join(' ');
    const message = `the platform rejects it${number === '' ? '' : ` (${number})`}: ${(said ?? text).replace(NUMBER_IN_TEXT, '')}`;
    return new WriteRejectedError(code, reason, fix, message, { cause: error });
  }
}

function numberIn(text = ''): number | undefined {
  const [, number] = NUMBER_IN_TEXT.exec(text) ?? [];
  return number === undefined ? undefined : Number(number);
}
