import type { OfficialError, PatchOperation } from '../diagnostic.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType, Index } from '../model/document-type.js';
import type { Property } from '../model/property.js';
import type { ContractEntry } from '../model/contract-entry.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type { JsonNode } from '../source/json-node.js';
import type { Source } from '../source/source.js';
import type { ContractUpdate, TypeUpdate } from '../update/contract-update.js';
import type { Registered } from '../update/registered.js';

/** What a rule can be about. */
export interface Subjects {
  /** The input as it was read, before anything is known of its meaning. */
  readonly source: Source;
  readonly contract: Contract;
  readonly 'document-type': DocumentType;
  /** A property, one inside an object, or a definition. */
  readonly property: Property;
  readonly index: Index;
  readonly group: ContractEntry;
  readonly token: ContractEntry;
  /** The registered contract that an update is compared with. */
  readonly registered: Registered;
  readonly update: ContractUpdate;
  readonly 'type-update': TypeUpdate;
}

/** The subjects whose examples are an update: what is registered, and what is to replace it. */
export const UPDATE_SUBJECTS: ReadonlySet<SubjectKind> = new Set(['registered', 'update', 'type-update']);

export type SubjectKind = keyof Subjects;

/** Who takes offence: the network, only the specification, or nobody and yet it surprises. */
export type Verdict = 'network' | 'specification' | 'warning' | 'hint';

/** What a check says of one mistake, besides where it is. */
export interface Finding {
  /** What was found and what was expected. */
  readonly message: string;
  /** Point at the member's name instead of its value. */
  readonly atName?: boolean;
  /** Overrides the rule's own words on how to put it right. */
  readonly mend?: string;
  /** Where the mend is to be made, when that is not here: the mend says the line. */
  readonly mendAt?: JsonNode;
  readonly patch?: readonly PatchOperation[];
  /** Nodes of which this one mistake says what was reported of them before. */
  readonly insteadOf?: readonly JsonNode[];
  /** A place in the text that is no node. */
  readonly span?: { readonly start: number; readonly end: number };
  /** Overrides the rule's own official error. */
  readonly official?: OfficialError;
}

export type Report = (at: JsonNode | undefined, finding: Finding) => void;

/** What a rule is, apart from its check. */
export interface RuleFacts {
  readonly code: string;
  readonly title: string;
  readonly verdict: Verdict;
  /** The error of the official implementation for the same mistake. */
  readonly official?: OfficialError;
  /** The protocol versions in which the rule holds; without it, all. */
  readonly holds?: (protocol: ProtocolRules) => boolean;
  /** Why the rule is there, and what it is exactly. */
  readonly why: string;
  /** How to put the mistake right. */
  readonly mend: string;
  /** How the examples are to be checked, beyond the defaults. */
  readonly given?: { readonly identityNonce: bigint };
  /**
   * An input that makes exactly this mistake: a JSON value, or text where the mistake is in the text; for an update,
   * `before` and `after`.
   */
  readonly wrong: unknown;
  /** The same input, put right. */
  readonly right: unknown;
}

/** A rule about one kind of subject. */
export interface RuleAbout<Kind extends SubjectKind> extends RuleFacts {
  readonly about: Kind;
  readonly check: (subject: Subjects[Kind], report: Report, protocol: ProtocolRules) => void;
}

/** The errors of the official implementation that many rules share. */
export const OFFICIAL = {
  schema: { name: 'JsonSchemaError', code: 10101 },
  structure: { name: 'DataContractError', code: 10231 },
  decoding: { name: 'DataContractError', code: 10229 },
  value: { name: 'ValueError', code: 10103 },
  protocol: { name: 'ProtocolError' },
} as const satisfies Record<string, OfficialError>;

export const MISSING_POSITIONS: OfficialError = {
  name: 'MissingPositionsInDocumentTypePropertiesError',
  code: 10411,
};
