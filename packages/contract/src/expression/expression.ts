import type { JsonNode } from '../source/json-node.js';

/** Holds what every part of a rule has. */
export interface RulePart {
  readonly node: JsonNode;
  /** Equal for parts of one rule set that say the same: `"price"` and `{"ifAbsent": ["price", 0]}`. */
  readonly id: number;
  /** Nodes of the part, as the platform counts them. */
  readonly nodes: number;
}

/** Names a value of the document: by the members that lead to it. */
export interface Path {
  /** As written, such as `meta.total` or `$old.status`. */
  readonly text: string;
  readonly keys: readonly string[];
  /** True for a value of the stored document, that a replace changes. */
  readonly isStored: boolean;
}

/** Names a comparison of integers. */
export type Comparison =
  | 'equal'
  | 'notEqual'
  | 'lessThan'
  | 'lessThanOrEqual'
  | 'greaterThan'
  | 'greaterThanOrEqual';

/** Names an operator that computes an integer from integers. */
export type Arithmetic =
  | 'add'
  | 'multiply'
  | 'subtract'
  | 'divide'
  | 'modulo'
  | 'power'
  | 'min'
  | 'max'
  | 'abs';

/** Names a size of a value. */
export type Measure = 'length' | 'byteLength' | 'count';

/** Represents an expression whose value is an integer. */
export type IntegerExpression = RulePart &
  (
    | { readonly kind: 'integer'; readonly value: bigint }
    | { readonly kind: 'property'; readonly path: Path; readonly ifAbsent: bigint }
    | { readonly kind: 'time'; readonly name: string }
    | {
        readonly kind: 'size';
        readonly measure: Measure;
        readonly path: Path;
        readonly of: 'text' | 'list' | 'bytes';
      }
    | { readonly kind: 'presence-count'; readonly paths: readonly Path[] }
    | { readonly kind: 'byte'; readonly path: Path; readonly index: number }
    | {
        readonly kind: 'arithmetic';
        readonly operator: Arithmetic;
        readonly operands: readonly IntegerExpression[];
      }
    | { readonly kind: 'total'; readonly total: Total }
  );

/** Names a type whose values are compared as a whole. */
export type SideKind = 'text' | 'identifier' | 'bytes';

/** Represents one side of a comparison of texts, identifiers or bytes. */
export type Side =
  | {
      readonly kind: 'constant';
      /** Compared value: the text, or the bytes in lower-case hexadecimal. */
      readonly value: string;
      /** As written. */
      readonly text: string;
    }
  | { readonly kind: 'property'; readonly path: Path; readonly ifAbsent?: string }
  | { readonly kind: 'owner' };

/** Represents a value that a key of a total has: of the written document, or fixed. */
export type Binding = { readonly node: JsonNode } & (
  | { readonly kind: 'property'; readonly path: Path }
  | { readonly kind: 'owner' }
  | { readonly kind: 'id' }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'constant'; readonly text: string }
);

/** Represents a count or a sum over documents of a type. */
export interface Total {
  readonly node: JsonNode;
  /** Equal for totals of one rule set that are the same. */
  readonly id: number;
  readonly documentType: string;
  readonly typeNode: JsonNode;
  /** The summed property; undefined for a count. */
  readonly property: { readonly name: string; readonly node: JsonNode } | undefined;
  /** Values by key, in the order of keys; empty for all documents. */
  readonly filter: ReadonlyMap<string, Binding>;
}

/** Represents a condition: it holds for a document, or not, or has a fault. */
export type Condition = RulePart &
  (
    | {
        readonly kind: 'integers';
        readonly comparison: Comparison;
        readonly left: IntegerExpression;
        readonly right: IntegerExpression;
      }
    | {
        readonly kind: 'sides';
        readonly of: SideKind;
        readonly isNegated: boolean;
        readonly left: Side;
        readonly right: Side;
      }
    | {
        readonly kind: 'integer-in';
        readonly isNegated: boolean;
        readonly operand: IntegerExpression;
        readonly values: ReadonlySet<bigint>;
      }
    | {
        readonly kind: 'side-in';
        readonly of: SideKind;
        readonly isNegated: boolean;
        readonly operand: Side;
        /** Values as written by compared value. */
        readonly values: ReadonlyMap<string, string>;
      }
    | {
        readonly kind: 'affix';
        readonly of: SideKind;
        readonly at: 'start' | 'end';
        readonly whole: Side;
        readonly part: Side;
      }
    | { readonly kind: 'contains-integer'; readonly list: Path; readonly value: IntegerExpression }
    | { readonly kind: 'contains-side'; readonly of: SideKind; readonly list: Path; readonly value: Side }
    | { readonly kind: 'presence'; readonly isNegated: boolean; readonly path: Path }
    | {
        readonly kind: 'junction';
        readonly operator: 'anyOf' | 'allOf';
        readonly conditions: readonly Condition[];
      }
    | { readonly kind: 'not'; readonly condition: Condition }
    | {
        readonly kind: 'choice';
        readonly condition: Condition;
        readonly implied: Condition;
        readonly otherwise: Condition | undefined;
      }
  );

/** Represents a named rule of a document type. */
export interface NamedRule {
  readonly name: string;
  readonly node: JsonNode;
  readonly condition: Condition;
}
