import type { JsonNode, ObjectNode, StringNode } from './json-node.js';
import type { LineIndex } from './line-index.js';

/** Why a text is no JSON, and where. */
export interface SyntaxFault {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** How to put it right, where that is known. */
  readonly mend?: string;
}

/** An input as it was read. */
export interface Source {
  /** Nothing when the input could not be read: then there is a `fault`. */
  readonly root: JsonNode | undefined;
  readonly fault?: SyntaxFault;
  /** Only when text was given. */
  readonly lines?: LineIndex;
  /** How many arrays and objects enclose each other at most. */
  readonly depth: number;
  /** The objects in which a name comes more than once. */
  readonly repeating: readonly ObjectNode[];
  /** The texts that hold half of a surrogate pair. */
  readonly unpaired: readonly JsonNode[];
}

/** Collects what a reader notices on its way. */
export interface Notices {
  depth: number;
  readonly repeating: ObjectNode[];
  readonly unpaired: JsonNode[];
}

export const newNotices = (): Notices => ({ depth: 0, repeating: [], unpaired: [] });

/** With the `u` flag a pair is one character, so that this finds only what has no partner. */
const SURROGATE = /\p{Cs}/u;
const ANY_SURROGATE = /[\ud800-\udfff]/;

/** Whether a text cannot be written as UTF-8. */
export function isUnpaired(text: string): boolean {
  return ANY_SURROGATE.test(text) && SURROGATE.test(text);
}

/** Notes a string that cannot be written as UTF-8. */
export function noteText(node: StringNode, notices: Notices): void {
  if (isUnpaired(node.value)) notices.unpaired.push(node);
}
