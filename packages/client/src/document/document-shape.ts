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

/** Names an action that can cost tokens. */
export type PaidAction = 'create' | 'replace' | 'delete' | 'transfer' | 'setPrice' | 'purchase';

/** Describes a document type: written by `dapikit generate`. */
export interface DocumentShape {
  readonly name: string;
  readonly fields: readonly FieldShape[];
  /** Weakest key that signs: 1 critical, 2 high, 3 medium. */
  readonly keyLevel: number;
  readonly prices: Readonly<Partial<Record<PaidAction, TokenPrice>>>;
  /** Methods that read by an index. */
  readonly queries: Readonly<Record<string, IndexShape>>;
}
