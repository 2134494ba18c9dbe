import type { OfficialError, PatchOperation } from '../diagnostic/diagnostic.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType, Index, Property } from '../model/contract-model.js';
import type { ContractEntry } from '../model/contract-entry.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type { JsonNode } from '../source/json-node.js';
import type { Source } from '../source/source.js';
import type { ContractUpdate, TypeUpdate } from '../update/contract-update.js';
import type { Baseline } from '../update/baseline.js';

/** Maps the kinds of subjects that a rule can be about to their types. */
export interface Subjects {
  /** The input as it was read, before it is interpreted. */
  readonly source: Source;
  readonly contract: Contract;
  readonly 'document-type': DocumentType;
  /** A property, a property of an object, or a definition. */
  readonly property: Property;
  readonly index: Index;
  /** A document type after its properties and indices. */
  readonly 'whole-type': DocumentType;
  /** A contract after its document types and tokens. */
  readonly 'whole-contract': Contract;
  readonly group: ContractEntry;
  readonly token: ContractEntry;
  /** The registered contract that an update is compared with. */
  readonly baseline: Baseline;
  readonly update: ContractUpdate;
  readonly 'type-update': TypeUpdate;
}

/** Lists the subjects whose examples are an update: a baseline and its update. */
export const UPDATE_SUBJECTS: ReadonlySet<SubjectKind> = new Set<UpdateSubjectKind>([
  'baseline',
  'update',
  'type-update',
]);

/** Names a kind of subject. */
export type SubjectKind = keyof Subjects;

/** Names a kind of subject of an update. */
export type UpdateSubjectKind = 'baseline' | 'update' | 'type-update';

/** Names a kind of subject of a contract alone. */
export type ContractSubjectKind = Exclude<SubjectKind, UpdateSubjectKind>;

/**
 * Lists the severities: rejected by the network, by the specification only, accepted by the network but unusable
 * afterwards, or a lint warning or hint.
 */
export type RuleSeverity = 'network' | 'specification' | 'unusable' | 'warning' | 'hint';

/** Describes an error or a lint that a check found. */
export interface Finding {
  /** Description of the violation or the lint. */
  readonly message: string;
  /** Points at the member's name instead of its value. */
  readonly isAtName?: boolean;
  /** The known name that is probably meant: the message suggests it, and the fix writes it. */
  readonly suggestion?: string;
  /** Continues the message if there is no suggestion. */
  readonly note?: string;
  /** Overrides the fix of the rule. */
  readonly fix?: string;
  /** Where to apply the fix, if elsewhere: the fix then names the line. */
  readonly fixAt?: JsonNode;
  readonly patch?: readonly PatchOperation[];
  /** Nodes whose earlier lints this finding replaces. */
  readonly replaces?: readonly JsonNode[];
  /** A range of the text that is no node. */
  readonly span?: { readonly start: number; readonly end: number };
  /** Overrides the official error of the rule. */
  readonly official?: OfficialError;
  /** Drops the finding where another rule already rejected this node, or one inside it. */
  readonly unlessRejected?: JsonNode;
  /** Drops the finding where this value does not fit the meta-schema: the nearest around the node when absent. */
  readonly unlessMalformed?: JsonNode;
}

/** Records a finding at a node; at the root if there is none. */
export type Report = (at: JsonNode | undefined, finding: Finding) => void;

/** Describes a rule without its check. */
export interface RuleInfo {
  readonly code: string;
  readonly title: string;
  readonly severity: RuleSeverity;
  /** The error of the official implementation for the same violation. */
  readonly official?: OfficialError;
  /** Present where the rule follows from others, and no source states it. */
  readonly certainty?: 'inferred';
  /** Returns whether the rule is active in a protocol version; active in all when absent. */
  readonly isActive?: (protocol: ProtocolRules) => boolean;
  /** Lists members: where the node of a subject has none of them, the rule finds nothing and is skipped. */
  readonly needs?: readonly string[];
  /** Explains the rule and its reason. */
  readonly why: string;
  /** Explains the fix of a violation. */
  readonly fix: string;
  /** Options for checking the examples. */
  readonly options?: { readonly identityNonce: bigint };
  /**
   * An input that violates exactly this rule: a JSON value, or text if the error is in the text; for an update,
   * `before` and `after`.
   */
  readonly wrong: unknown;
  /** The same input, fixed. */
  readonly right: unknown;
}

/** Describes a rule about one kind of subject. */
export interface Rule<Kind extends SubjectKind> extends RuleInfo {
  readonly about: Kind;
  readonly check: (subject: Subjects[Kind], report: Report, protocol: ProtocolRules) => void;
}

/** Marks rules that find nothing where the node of a subject has none of these members. */
export const needMembers = <Kind extends SubjectKind>(
  needs: readonly string[],
  rules: readonly Rule<Kind>[],
): readonly Rule<Kind>[] => rules.map((rule) => ({ ...rule, needs }));

/** Names the errors of the official implementation that many rules share. */
export const OFFICIAL_ERRORS = {
  schema: { name: 'JsonSchemaError', code: 10101 },
  structure: { name: 'DataContractError', code: 10231 },
  decoding: { name: 'DataContractError', code: 10229 },
  value: { name: 'ValueError', code: 10103 },
  protocol: { name: 'ProtocolError' },
} as const satisfies Record<string, OfficialError>;

/** Lists the errors of the extended language, with the stage of the platform that finds them. */
export const EXTENDED_ERRORS = {
  meta: { ...OFFICIAL_ERRORS.schema, layer: 'meta' },
  parse: { ...OFFICIAL_ERRORS.structure, layer: 'parse' },
  decode: { ...OFFICIAL_ERRORS.protocol, layer: 'decode' },
  key: { name: 'InvalidIndexedPropertyConstraintError', code: 10205, layer: 'parse' },
  option: { name: 'DocumentTypeUpdateError', code: 40212, layer: 'update' },
} as const satisfies Record<string, OfficialError>;

/** Returns whether a protocol version has the extended language. */
export const isExtended = ({ extendedLanguage }: ProtocolRules): boolean => extendedLanguage;

/** Completes a rule of the extended language: the network rejects what violates it, with 10231 where it names no other error. */
export const extendedRule = <Kind extends SubjectKind>(
  rule: Omit<Rule<Kind>, 'severity' | 'isActive'> & Partial<Pick<Rule<Kind>, 'severity'>>,
): Rule<Kind> => ({ severity: 'network', isActive: isExtended, official: EXTENDED_ERRORS.parse, ...rule });

/** Names the error of the official implementation for gaps in positions. */
export const MISSING_POSITIONS: OfficialError = {
  name: 'MissingPositionsInDocumentTypePropertiesError',
  code: 10411,
};
