import type { JsonNode, ObjectNode } from '../source/json-node.js';
import type { Network } from '../protocol/network.js';
import type { Config } from './config.js';
import type { DocumentType } from './document-type.js';
import type { ShorthandProblem } from './shorthands.js';

/** Names the form of an input: the official JSON of a contract, the specification's form, or only document types. */
export type ContractShape = 'official' | 'specification' | 'documents';

/** Names the transition: the registration of a contract, or an update. */
export type Transition = 'create' | 'update';

/** Holds the circumstances of a registration that decide whether it is accepted. */
export interface RegistrationOptions {
  readonly network: Network;
  /** Identity nonce of the transition that registers the contract; its identifier is derived from it. */
  readonly identityNonce: bigint | undefined;
  /** Contracts to which references lead. */
  readonly others: readonly OtherContract[];
}

/** Holds a contract that is given beside the judged one. */
export interface OtherContract {
  readonly root: ObjectNode;
  readonly documentTypes: readonly DocumentType[];
}

/** Holds a contract before its size is known. Malformed members are absent here; rules check the nodes. */
export interface UnmeasuredContract {
  readonly root: ObjectNode;
  readonly shape: ContractShape;
  readonly transition: Transition;
  readonly registration: RegistrationOptions;
  readonly documentsNode: JsonNode | undefined;
  /** True if the input is a document type without a name, instead of a map of them. */
  readonly isBareType: boolean;
  readonly defsNode: JsonNode | undefined;
  /** Schemas that the parser of the platform reads; a definition only if a property refers to it. */
  readonly parsed: Set<JsonNode>;
  /** Schemas of the properties that indices contain, also where they are definitions. */
  readonly indexed: Set<JsonNode>;
  readonly configNode: JsonNode | undefined;
  readonly config: Config;
  readonly format: string | undefined;
  /** True if tokens, groups, keywords and the description are read: not in format "0". */
  readonly readsTokens: boolean;
  readonly tokenPositions: ReadonlySet<bigint>;
  readonly groupPositions: ReadonlySet<bigint>;
}

/** Holds what a document type needs of its contract. */
export interface ContractFrame extends UnmeasuredContract {
  /** Size in bytes as the platform stores the contract: as it was sent. */
  readonly bytes: number;
  /** Size in bytes with the short forms of types written out: fees go by it. */
  readonly longBytes: number;
  /** Short forms of types that cannot be written out. */
  readonly shorthandProblems: readonly ShorthandProblem[];
  /** True if the contract is larger than can be registered: slow rules skip it, its size is reported. */
  readonly isOversized: boolean;
}
