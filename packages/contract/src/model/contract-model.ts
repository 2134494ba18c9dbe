import type { JsonNode, ObjectNode } from '../source/json-node.js';
import type { Network } from '../protocol/network.js';
import type { Config } from './config.js';
import type { IntegerStorage } from './integer-storage.js';
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
  /** True for an update whose baseline has the id, the owner and the version that it leaves out. */
  readonly hasBaseline?: boolean;
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

/** Holds an entry of `documentSchemas`. */
export interface DocumentType {
  readonly name: string;
  readonly node: ObjectNode;
  readonly contract: ContractFrame;
  readonly propertiesNode: JsonNode | undefined;
  /** Properties directly under the type. */
  readonly properties: readonly Property[];
  /** All properties by dotted path, including those inside objects, with references resolved. */
  readonly fields: ReadonlyMap<string, Property>;
  readonly indices: readonly Index[];
  /** True if a schema in it, or a definition of the contract, has a `$ref`. */
  readonly hasReferences: boolean;
  /** True if documents can be replaced: by the type's own option, or the contract's default. */
  readonly isMutable: boolean;
}

/** Holds an element of `indices`. */
export interface Index {
  readonly node: ObjectNode;
  readonly documentType: DocumentType;
  /** Name of the index in messages. */
  readonly label: string;
  readonly name: string | undefined;
  /** Properties in order: the entries that are an object with one member. */
  readonly entries: readonly JsonNode[];
  /** True if every entry is well formed, so that the list is complete. */
  readonly isComplete: boolean;
  readonly unique: boolean;
  readonly contested: ObjectNode | undefined;
}

/**
 * Names the place of a property: directly under a type (with a name of its own or of the system), in an object, in
 * `$defs`.
 */
export type PropertyPlace = 'top' | 'system' | 'nested' | 'definition';

/** Holds a property, a property of an object inside it, or a definition. */
export interface Property {
  readonly name: string;
  /** Names from the type down, joined by dots. */
  readonly path: string;
  readonly place: PropertyPlace;
  readonly node: JsonNode;
  /** Object schema that contains the property. */
  readonly parentSchema: JsonNode | undefined;
  /** Schema with the reference resolved; undefined if malformed. */
  readonly schema: ObjectNode | undefined;
  /** True if any keyword of JSON Schema is allowed: in a property with a system name, and inside it. */
  readonly isOpen: boolean;
  /** True if the parser of the platform reads the schema; others are checked only by meta-schemas. */
  readonly isParsed: boolean;
  readonly type: string | undefined;
  /** Storage of an integer; undefined for other types. */
  readonly storage: IntegerStorage | undefined;
  /** Properties of an inline object. The target of a reference is checked where it is defined. */
  readonly children: readonly Property[];
  /** Document type of the property; undefined for a definition. */
  readonly documentType: DocumentType | undefined;
  readonly contract: ContractFrame;
}
