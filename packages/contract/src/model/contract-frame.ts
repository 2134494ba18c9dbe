import type { JsonNode, ObjectNode } from '../source/json-node.js';
import type { Network } from '../protocol/network.js';
import type { Config } from './config.js';

/** What a whole input is: the official JSON of a contract, the specification's, or only its document types. */
export type ContractShape = 'official' | 'specification' | 'documents';

/** Whether a contract is to be registered, or to replace a registered one. */
export type Transition = 'create' | 'update';

/** Where and by whom a contract is to be registered, as far as that decides whether it may be. */
export interface RegistrationTerms {
  readonly network: Network;
  /** The identity nonce of the transition that registers the contract, out of which its identifier follows. */
  readonly identityNonce: bigint | undefined;
}

/** A contract whose size is not known yet. What is malformed is absent here; a rule looks at the node. */
export interface UnmeasuredContract {
  readonly root: ObjectNode;
  readonly shape: ContractShape;
  readonly transition: Transition;
  readonly terms: RegistrationTerms;
  readonly documentsNode: JsonNode | undefined;
  /** Whether a document type stands where the map of them is expected: nothing more can be said of it. */
  readonly isBareType: boolean;
  readonly defsNode: JsonNode | undefined;
  /** The schemas that the parser of the platform reads; a definition only when a property refers to it. */
  readonly parsed: Set<JsonNode>;
  readonly configNode: JsonNode | undefined;
  readonly config: Config;
  readonly format: string | undefined;
  /** Whether tokens, groups, keywords and the description are read at all: not in format "0". */
  readonly tokensRead: boolean;
  readonly tokenPositions: ReadonlySet<bigint>;
  readonly groupPositions: ReadonlySet<bigint>;
}

/** What a document type needs to know of its contract. */
export interface ContractFrame extends UnmeasuredContract {
  /** How many bytes the contract takes as the platform stores it. */
  readonly bytes: number;
  /** More than can be registered: rules that would take long look away, its size is reported. */
  readonly isOversized: boolean;
}
