import type { JsonNode } from '../source/json-node.js';

/** Names the rule that a part of an expression violates. */
export type ProblemKind =
  | 'shape'
  | 'path'
  | 'type'
  | 'constant'
  | 'idle'
  | 'limit'
  | 'inferred-limit'
  | 'total'
  | 'delete';

/** Describes what is wrong with a part of an expression. */
export interface Problem {
  readonly kind: ProblemKind;
  readonly node: JsonNode | undefined;
  readonly message: string;
  readonly isAtName?: boolean;
  /** The known name that is probably meant. */
  readonly suggestion?: string;
  readonly fix?: string;
  /** True if the meta-schema rejects it, and not the parser of document types. */
  readonly isMeta: boolean;
}
