import { truncate } from '../source/excerpt.js';
import type { JsonNode } from '../source/json-node.js';
import type { MetaSchema } from './meta-schema.js';

/** Describes a value that the meta-schema rejects. */
export interface MetaError {
  readonly node: JsonNode;
  readonly message: string;
  /** True if the name of the value is wrong, or its presence. */
  readonly isAtName: boolean;
  /** Keyword of a contract that the error is about: the nearest around the value, or the one that makes the demand. */
  readonly keyword: string | undefined;
  /** Names that are known where the name is unknown. */
  readonly names?: readonly string[];
}

/** Holds what a schema says of a node: the errors, and the names that it evaluated. */
export interface Result {
  readonly errors: ReadonlySet<MetaError>;
  /** Members that a schema describes: those that are left are unevaluated. */
  readonly evaluated: ReadonlySet<string>;
}

/** Holds why a schema applies: the keyword of a contract that it is about, and the one that makes the demand. */
export interface Cause {
  readonly keyword: string | undefined;
  readonly because: string | undefined;
}

/** Holds no name. */
export const NO_NAMES: ReadonlySet<string> = new Set();

/** Holds the result of a schema that accepts a node and evaluates no name. */
export const PASSED: Result = { errors: new Set(), evaluated: NO_NAMES };

/** Collects errors and described members. */
export class Findings implements Result {
  readonly errors = new Set<MetaError>();
  readonly evaluated = new Set<string>();

  add(result: Result | ReadonlySet<MetaError>): void {
    for (const error of 'errors' in result ? result.errors : result) this.errors.add(error);
    for (const name of 'evaluated' in result ? result.evaluated : NO_NAMES) this.evaluated.add(name);
  }

  note(node: JsonNode, cause: Cause, message: string, names?: readonly string[], isAtName = true): void {
    this.errors.add({
      node,
      message,
      isAtName,
      keyword: cause.keyword,
      ...(names === undefined ? {} : { names }),
    });
  }
}

/** Creates the result of a keyword that rejects a node. */
export function fail(node: JsonNode, { keyword }: Cause, message: string, isAtName = false): Result {
  return { errors: new Set([{ node, message, isAtName, keyword }]), evaluated: NO_NAMES };
}

/** Writes the condition under which a keyword holds, for a message; empty without one. */
export const explainCause = ({ because }: Cause): string =>
  because === undefined ? '' : `; ${because} requires it`;

/** Writes the name of a member for a message; empty for an element. */
export const forKey = ({ key }: JsonNode): string =>
  typeof key === 'string' && key !== '' ? ` for ${truncate(key)}` : '';

/** Names the member that a condition asks about. */
export function nameCondition(condition: MetaSchema): string | undefined {
  if (typeof condition === 'boolean') return undefined;
  const [first] = condition.anyOf ?? [];
  const { required = [], properties = {} } = condition;
  return (
    required[0] ?? Object.keys(properties)[0] ?? (first === undefined ? undefined : nameCondition(first))
  );
}
