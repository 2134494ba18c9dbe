/** A condition: property, operator of evo-sdk, value, or the two values between which others are. */
export type WhereClause = readonly [
  string,
  (
    | '=='
    | '>'
    | '>='
    | '<'
    | '<='
    | 'startsWith'
    | 'between'
    | 'betweenExcludeBounds'
    | 'betweenExcludeLeft'
    | 'betweenExcludeRight'
  ),
  unknown,
];

/** An order: property and direction. */
export type OrderByClause = readonly [string, 'asc' | 'desc'];

/** Conditions of a request for documents. */
export interface Conditions {
  readonly where: readonly WhereClause[];
  readonly orderBy: readonly OrderByClause[];
}

/** A document as the SDK returned it, with its properties read. */
export type Row = Readonly<Record<string, unknown>> & { readonly $id: Uint8Array };

/** Reads documents of one type, and what their indices count. */
export interface DocumentSource {
  /** Reads a page. @param startAfter id of the document in front of it */
  page(conditions: Conditions, limit: number, startAfter?: Uint8Array): Promise<readonly Row[]>;
  count(conditions: Conditions): Promise<bigint>;
  sum(conditions: Conditions, property: string): Promise<bigint>;
  average(conditions: Conditions, property: string): Promise<Average>;
}

/** Represents an average exactly. */
export interface Average {
  readonly count: bigint;
  readonly sum: bigint;
}
