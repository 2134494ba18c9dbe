/**
 * Locates a character of the checked text. Lines and columns start at 1 and count UTF-16 units, `offset` starts at 0.
 */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** Delimits a range of the checked text: from `start` up to, but not including, `end`. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** Describes one operation of a JSON patch (RFC 6902) on the input. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string }
  | { readonly op: 'move'; readonly from: string; readonly path: string };

/** Suggests a fix: in words, and as a JSON patch if it needs no decision. */
export interface Fix {
  readonly text: string;
  readonly patch?: readonly PatchOperation[];
}

/** Names the error of the official implementation for the same violation; `code` is absent if it has none. */
export interface OfficialError {
  readonly name: string;
  readonly code?: number;
  /**
   * Stage of the platform that finds it: reading the contract, its document meta-schema, the parser of document types, the structure of the
   * transition, the state behind references, or the comparison with the registered contract. Only for rules from protocol 14 on.
   */
  readonly layer?: 'decode' | 'meta' | 'parse' | 'basic' | 'references' | 'update';
  /**
   * Data of the error; only for documents. A JsonSchemaError has `keyword`, `instancePath`, `schemaPath`,
   * `propertyName` and `params`.
   */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Names who rejects a contract: the network, or only the specification where the network is laxer. */
export type RejectedBy = 'network' | 'specification';

/**
 * Names how serious a diagnostic is: an error is rejected; an unusable contract is accepted and then always fails, such
 * as at every document; a warning is accepted but risky; a hint is a suggestion.
 */
export type Severity = 'error' | 'unusable' | 'warning' | 'hint';

/** Reports an error, a warning or a hint about a contract or a document. */
export interface Diagnostic {
  /** Stable, in kebab case: programs may match on it; {@link explain} documents it. */
  readonly code: string;
  readonly severity: Severity;
  /** Present for errors. */
  readonly rejectedBy?: RejectedBy;
  /** Description of the error, the warning or the hint. */
  readonly message: string;
  /** Where in the input, as a JSON pointer (RFC 6901). */
  readonly at: string;
  /** Range of the text, if text was given. */
  readonly range?: TextRange;
  readonly fix: Fix;
  readonly official?: OfficialError;
  /** Present where the rule follows from others, and no source states it. */
  readonly certainty?: 'inferred';
  /** Protocol versions in which the rule is active, ascending. */
  readonly versions: readonly number[];
  /** Command that explains the rule: `dapikit explain <code>`. */
  readonly docs: string;
}
