import { excerpt, truncate } from '../source/excerpt.js';
import type { JsonNode } from '../source/json-node.js';
import { nearestNames } from '../text/nearest-names.js';
import type { Total } from './expression.js';
import type { Problem, ProblemKind } from './problem.js';
import { isTimeName, KIND_WORDS, type ReadableProperty, type Scope, type OperandKind } from './scope.js';
import { OWNER } from './operators.js';

/** Limits the nesting of conditions and operands. Source: `MAX_PROPERTY_CONSTRAINT_PARSE_DEPTH` in `packages/rs-dpp`. */
export const MAX_NESTING = 64;

const MAX_NAMES = 200;

type Details = Omit<Problem, 'kind' | 'node' | 'message' | 'isMeta'>;

/** Collects what the parts of the rules of one keyword have in common, and their problems. */
export class Reading {
  /** Totals in the order in which they are read. */
  readonly totals: Total[] = [];
  /** Number of defaults of integers in the rule that is read. */
  defaults = 0;
  private isFormOnly = false;
  private readonly malformed = new Set<JsonNode>();
  private readonly ids = new Map<string, number>();

  /**
   * @param isMetaChecked true if the meta-schema describes the keyword: then it rejects malformed parts, and not the parser.
   */
  constructor(
    readonly scope: Scope,
    private readonly problems: Problem[],
    private readonly isMetaChecked: boolean,
  ) {}

  /** Returns the number of a key: equal for equal keys. */
  intern(...parts: readonly (string | number | bigint)[]): number {
    const key = parts.map((part) => `${String(part).length}:${part}`).join(' ');
    const known = this.ids.get(key);
    if (known !== undefined) return known;
    this.ids.set(key, this.ids.size);
    return this.ids.size - 1;
  }

  /** Reports a part that does not have the form of the language. */
  addShape(node: JsonNode | undefined, message: string, details: Details = {}): undefined {
    if (node !== undefined && this.malformed.has(node)) return undefined;
    if (node !== undefined) this.malformed.add(node);
    this.problems.push({ kind: 'shape', node, message, isMeta: this.isMetaChecked, ...details });
    return undefined;
  }

  /** Reports a part that has the form of the language, and cannot be judged. */
  add(kind: ProblemKind, node: JsonNode | undefined, message: string, details: Details = {}): undefined {
    if (this.isFormOnly) return undefined;
    this.problems.push({ kind, node, message, isMeta: false, ...details });
    return undefined;
  }

  /** Reports a condition that is the same for all documents. */
  addIdle(node: JsonNode): undefined {
    return this.add(
      'idle',
      node,
      'the condition reads no property: it holds for every document, or for none',
    );
  }

  /** Runs a reader that reports only malformed parts: for parts that an error beside them leaves unread. */
  checkForm(read: () => void): void {
    const { isFormOnly, defaults } = this;
    const totals = this.totals.length;
    this.isFormOnly = true;
    read();
    this.isFormOnly = isFormOnly;
    this.defaults = defaults;
    this.totals.length = totals;
  }

  /** Reports nesting below the deepest level. */
  addDepth(node: JsonNode): undefined {
    return this.add('limit', node, `more than ${MAX_NESTING} levels of nesting`, {
      fix: 'Split the rule into several ones.',
    });
  }

  /** Reads text that has the form of a path. */
  readPathText(node: JsonNode | undefined): string | undefined {
    if (node?.kind !== 'string') return this.addShape(node, `expected a path, found ${excerpt(node)}`);
    if (this.scope.isPath(node.value)) return node.value;
    return this.addShape(node, `${excerpt(node)} is no path that a rule can read`, {
      fix: 'Write the name of a property, names joined by dots, $ownerId, or a recorded time or height such as $createdAt. Text that is no path is written {"const": "text"}.',
    });
  }

  /**
   * Reads the path of a property of one of some types.
   *
   * @param reads what the operator does, such as "compares integers".
   * @param kinds accepted types; all when absent.
   */
  readProperty(
    node: JsonNode | undefined,
    operator: string,
    reads: string,
    kinds?: readonly OperandKind[],
    hint?: (kind: OperandKind) => string | undefined,
  ): ReadableProperty | undefined {
    const text = this.readPathText(node);
    if (text === undefined) return undefined;
    const property = this.findProperty(text, node, operator, reads);
    if (property === undefined) return undefined;
    const { kind } = property;
    if (kind === undefined || kinds === undefined || kinds.includes(kind)) return property;
    const fix = hint?.(kind);
    return this.add(
      'type',
      node,
      `"${operator}" ${reads}; "${truncate(text)}" is ${KIND_WORDS[kind]}`,
      fix === undefined ? {} : { fix },
    );
  }

  /** Finds a stored property of the type. */
  findProperty(
    text: string,
    node: JsonNode | undefined,
    operator: string,
    reads: string,
  ): ReadableProperty | undefined {
    const property = this.scope.find(text);
    if (property === undefined) return this.addUnknown(text, node, operator, reads);
    if (!property.isTransient) return property;
    return this.add(
      'path',
      node,
      `"${truncate(text)}" is transient: it is never stored, so no rule can read it`,
      { fix: 'Remove the property from "transient", or from the rule.' },
    );
  }

  private addUnknown(text: string, node: JsonNode | undefined, operator: string, reads: string): undefined {
    if (text === OWNER || isTimeName(text))
      return this.add(
        'type',
        node,
        `"${operator}" ${reads}; "${text}" is ${text === OWNER ? 'an identifier' : 'an integer'} of the system`,
      );
    const { paths } = this.scope;
    const [nearest] = paths.length > MAX_NAMES || text.length < 2 ? [] : nearestNames(text, paths);
    return this.add(
      'path',
      node,
      `unknown property "${truncate(text)}"`,
      nearest === undefined ? {} : { suggestion: nearest },
    );
  }
}
