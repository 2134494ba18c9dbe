/** Names how a value of a document is represented here. */
export type ValueKind =
  | 'text'
  | 'boolean'
  | 'integer'
  | 'bigint'
  | 'float'
  | 'bytes'
  | 'identifier'
  | 'time'
  | 'object'
  | 'any';

/** Describes a property of a document, or a system property. */
export interface FieldShape {
  readonly name: string;
  readonly kind: ValueKind;
  /** Properties of an object. */
  readonly fields?: readonly FieldShape[];
}

/** Describes a property of an index. */
export interface IndexField {
  /** Names from the type down, joined by dots. */
  readonly path: string;
  readonly kind: ValueKind;
  /** True if every document has it. */
  readonly isRequired: boolean;
  /** True if no proof shows documents without it: queries leave them out. */
  readonly mustBePresent?: true;
  /** Smallest value of a signed integer. */
  readonly lowest?: bigint;
  /** Width of an unsigned integer. */
  readonly bits?: number;
}

/** Describes an index of a document type. */
export interface IndexShape {
  readonly name: string;
  readonly fields: readonly IndexField[];
  /** Property that sums of the index add up. */
  readonly summed?: string;
}

/** Describes what a document of a type costs in tokens when something is done with it. */
export interface TokenPrice {
  /** Contract of the token in base58; that of the document when left out. */
  readonly contractId?: string;
  readonly tokenPosition: number;
  /** In the smallest unit of the token. */
  readonly amount: bigint;
}

/** Describes when masternodes vote on who gets the values of a document. */
export interface ContestShape {
  /** Name of the index with the values. */
  readonly index: string;
  /** Properties of the index. */
  readonly fields: readonly IndexField[];
  /** Price of opening a contest, or of joining one. */
  readonly credits: bigint;
  /** A document is contested if all match: texts, by patterns of JavaScript. A pattern is missing where JavaScript has none that means the same. */
  readonly matches: readonly { readonly path: string; readonly pattern?: string }[];
}

/** Names an action that can cost tokens. */
export type PaidAction = 'create' | 'replace' | 'delete' | 'transfer' | 'setPrice' | 'purchase';

/** Describes a document type: written by `dapikit generate`. */
export interface DocumentShape {
  readonly name: string;
  readonly fields: readonly FieldShape[];
  /** Weakest key that signs: 1 critical, 2 high, 3 medium. */
  readonly keyLevel: number;
  /** Property that sums of all documents of the type add up. */
  readonly summed?: string;
  readonly prices: Readonly<Partial<Record<PaidAction, TokenPrice>>>;
  /** Missing where nobody contends for documents. */
  readonly contest?: ContestShape;
  /** Methods that read by an index. */
  readonly queries: Readonly<Record<string, IndexShape>>;
}
