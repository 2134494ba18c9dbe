import type { RuleFacts } from '../rules/rule.js';
import type { JsonNode, ObjectNode } from '../source/json-node.js';
import type { Data } from './data.js';

/**
 * The steps in which the platform looks at a document. It answers with the errors of the first one that finds any.
 *
 * Source: `packages/rs-dpp/src/data_contract/methods/validate_document` in dashpay/platform.
 */
export const STAGES = ['reading', 'type', 'size', 'schema', 'storage'] as const;

export type Stage = (typeof STAGES)[number];

/** A rule about a document. */
export interface DocumentRule extends RuleFacts {
  readonly about: 'document';
  readonly stage: Stage;
  readonly wrong: DocumentExample;
  readonly right: DocumentExample;
}

/** A contract, the name of a document type in it, and a document of that type. */
export interface DocumentExample {
  readonly contract: unknown;
  readonly documentType: string;
  readonly document: unknown;
}

/** What a check says of one mistake in a value. */
export interface Fault {
  /** What was found and what was expected. */
  readonly message: string;
  /** The parameters of the official error. */
  readonly params?: Readonly<Record<string, unknown>>;
  /** The member that the mistake is about, when it is not the value itself. */
  readonly member?: string | number;
  /** Point at the member's name; the official error points at what holds it. */
  readonly isAtName?: boolean;
  /** The official error speaks of another keyword than that of the rule. */
  readonly keyword?: string;
  /** Overrides the rule's own words on how to put it right. */
  readonly mend?: string;
  /** Another rule that the mistake breaks. */
  readonly rule?: DocumentRule;
}

/** Looks at a value; finds nothing, or what is wrong. */
export type Check = (value: Data) => Fault | readonly Fault[] | undefined;

/** Where a keyword stands. */
export interface KeywordPlace {
  /** The schema that has the keyword. */
  readonly schema: ObjectNode;
  /** Whether that is the schema of the document type itself. */
  readonly isDocument: boolean;
}

/** A rule that comes with a keyword of a schema. */
export interface KeywordRule extends DocumentRule {
  readonly keyword: string;
  /**
   * Reads the keyword once for all documents.
   *
   * @returns nothing when the keyword allows everything.
   */
  readonly compile: (node: JsonNode, place: KeywordPlace) => Check | undefined;
}
