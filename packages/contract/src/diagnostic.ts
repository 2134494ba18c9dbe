/** A place in the text that was checked. Lines and columns start at 1 and count UTF-16 units, `offset` starts at 0. */
export interface TextPosition {
  readonly line: number;
  readonly column: number;
  readonly offset: number;
}

/** A stretch of the text that was checked: from `start` up to, but not including, `end`. */
export interface TextRange {
  readonly start: TextPosition;
  readonly end: TextPosition;
}

/** One operation of a JSON patch (RFC 6902) on the input. */
export type PatchOperation =
  | { readonly op: 'add' | 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** How to put a mistake right: in words, and as a JSON patch where that needs no decision. */
export interface Mend {
  readonly text: string;
  readonly patch?: readonly PatchOperation[];
}

/** The error of the official implementation for the same mistake; `code` is absent where it has none. */
export interface OfficialError {
  readonly name: string;
  readonly code?: number;
  /**
   * What the error carries; only for mistakes in a document. A JsonSchemaError has `keyword`, `instancePath`,
   * `schemaPath`, `propertyName` and `params`.
   */
  readonly payload?: Readonly<Record<string, unknown>>;
}

/** Who refuses a contract for an error: the network itself, or only the specification, where the network is laxer. */
export type RefusedBy = 'network' | 'specification';

/** One mistake in a contract or a document, or one thing in it that will surprise. */
export interface Diagnostic {
  /** Stable, in kebab case: programs may match on it, and {@link explain} tells more about it. */
  readonly code: string;
  /** An error is refused, a warning is accepted and surprising, a hint is a matter of taste. */
  readonly severity: 'error' | 'warning' | 'hint';
  /** Only for errors. */
  readonly refusedBy?: RefusedBy;
  /** What was found and what was expected. */
  readonly message: string;
  /** Where in the input, as a JSON pointer (RFC 6901). */
  readonly pointer: string;
  /** Where in the text, when text was given. */
  readonly range?: TextRange;
  readonly mend: Mend;
  readonly official?: OfficialError;
  /** The protocol versions in which the rule holds, ascending. */
  readonly versions: readonly number[];
  /** The rule's documentation page. */
  readonly docs: string;
}
