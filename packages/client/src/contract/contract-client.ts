import type { EvoSDK } from '@dashevo/evo-sdk';
import { DocumentCollection, type CollectionParts } from '../collection/document-collection.js';
import type { Stored } from '../collection/stored.js';
import type { DocumentShape } from '../document/document-shape.js';
import { identifier, identifierText } from '../document/identifier.js';
import type { DocumentCheck } from '../error/invalid-document-error.js';
import type { RejectionNotes } from '../error/write-rejected-error.js';
import type { Signer } from '../write/signer.js';
import type { ContractGroup } from '../token/contract-group.js';
import { GroupReader } from '../token/group-reader.js';
import { ContractToken } from '../token/contract-token.js';
import type { TokenShape } from '../token/token-shape.js';
import { TransitionSender } from '../write/transition-sender.js';
import type { ConnectedSdk } from './connected-sdk.js';

/** Configures a client of a contract. */
export interface ContractOptions {
  /** Id of the registered contract: base58, or its bytes. */
  readonly contractId: string | Uint8Array;
  /** Signs what is written. Without it, the client reads. */
  readonly signer?: Signer;
  /** Checks each document before it is signed. */
  readonly validate?: DocumentCheck;
}

/** Describes what `dapikit generate` knows of a contract. */
export interface ContractShape {
  /** Version for which evo-sdk writes documents. */
  readonly protocolVersion: number;
  readonly rejections: RejectionNotes;
}

/** Reads and writes the documents and tokens of a contract. */
export class ContractClient {
  readonly #parts: CollectionParts;

  constructor(
    connected: ConnectedSdk,
    { contractId, signer, validate }: ContractOptions,
    shape: ContractShape,
  ) {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- see ConnectedSdk
    const sdk = connected as unknown as EvoSDK;
    const id = identifierText(identifier(contractId));
    this.#parts = {
      sdk,
      contractId: id,
      protocolVersion: shape.protocolVersion,
      sender: signer && new TransitionSender(sdk, id, signer, shape.rejections),
      check: validate,
    };
  }

  /** Returns the documents of a type, with a method for each of its indices: the generated type says which. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the generated code names it
  documents<Collection>(shape: DocumentShape): Collection {
    const documents = new DocumentCollection<object, Stored>(this.#parts, shape);
    // An index may be called `by`, too.
    const read = documents.by.bind(documents);
    const queries = Object.entries(shape.queries).map(([name, index]) => [
      name,
      (values: Readonly<Record<string, unknown>> = {}) => read(index, values),
    ]);
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated shape and type say the same
    return Object.assign(documents, Object.fromEntries(queries)) as Collection;
  }

  /** Returns a token of the contract: the generated type says what its rules allow. */
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the generated code names it
  token<Token>(shape: TokenShape): Token {
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the generated shape and type say the same
    return new ContractToken(this.#parts, shape) as unknown as Token;
  }

  /** Returns a group of the contract. */
  group(position: number): ContractGroup {
    return new GroupReader(this.#parts.sdk, this.#parts.contractId, position);
  }
}
