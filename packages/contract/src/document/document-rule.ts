import type { RuleInfo } from '../rules/rule.js';
import type { JsonNode, ObjectNode } from '../source/json-node.js';
import type { Data } from './data.js';
import type { DocumentWrite } from './document-write.js';

/**
 * Lists the steps in which the platform checks a document. It reports the errors of the first step that finds any.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/validate_document` in dashpay/platform, and its book,
 * `book/src/data-model/documents.md`. That `encryption` comes behind `distinct` is known of changes by moderators; that and the order behind
 * it are inferred.
 */
export const STAGES = [
  'reading',
  'type',
  'action',
  'size',
  'schema',
  'maxBytes',
  'generated',
  'constraints',
  'distinct',
  'encryption',
  'preimage',
  'expired',
  'immutable',
  'moderated',
  'references',
  'totals',
  'delete',
  'storage',
] as const;

/** Names a step in which the platform checks a document. */
export type Stage = (typeof STAGES)[number];

/** Describes a rule about documents. */
export interface DocumentRule extends RuleInfo {
  readonly about: 'document';
  readonly stage: Stage;
  readonly wrong: DocumentExample;
  readonly right: DocumentExample;
}

/** Holds a contract, the name of a document type in it, and a document of that type. */
export interface DocumentExample {
  readonly contract: unknown;
  readonly documentType: string;
  readonly document: unknown;
  /** Surroundings of the write; a create of which nothing else is known when absent. */
  readonly write?: ExampleWrite;
}

/** Describes what surrounds a write, as JSON. */
export type ExampleWrite = Omit<DocumentWrite, 'document' | 'facts'>;

/** Describes a violation that a check found in a value. */
export interface Violation {
  /** Description of the violation. */
  readonly message: string;
  /** Parameters of the official error. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** Member that the violation is about, unless it is the value itself. */
  readonly member?: string | number;
  /** Points at the member's name; the official error points at its object. */
  readonly isAtName?: boolean;
  /** Keyword of the official error, if it differs from that of the rule. */
  readonly keyword?: string;
  /** The known name that is probably meant. */
  readonly suggestion?: string;
  /** Overrides the fix of the rule. */
  readonly fix?: string;
  /** Another rule that the value violates. */
  readonly rule?: DocumentRule;
  /** Data of the official error where it is no JsonSchemaError; receives the path of the value. */
  readonly payload?: (property: string) => Readonly<Record<string, unknown>>;
}

/** Checks a value; returns undefined, or the problem. */
export type Check = (value: Data) => Violation | readonly Violation[] | undefined;

/** Describes where a keyword is. */
export interface KeywordContext {
  /** Schema with the keyword. */
  readonly schema: ObjectNode;
  /** True for the schema of the document type itself. */
  readonly isDocument: boolean;
}

/** Describes a rule that checks a keyword of a schema. */
export interface KeywordRule extends DocumentRule {
  readonly keyword: string;
  /**
   * Compiles the keyword once for all documents.
   *
   * @returns undefined if the keyword allows everything.
   */
  readonly compile: (node: JsonNode, place: KeywordContext) => Check | undefined;
}
