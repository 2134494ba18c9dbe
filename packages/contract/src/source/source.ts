import { ContractError } from '../diagnostic/contract-error.js';
import type { ArrayNode, JsonNode, ObjectNode, StringNode } from './json-node.js';
import type { LineIndex } from './line-index.js';

/** Says why an input is not JSON, and where in the text. */
export class JsonSyntaxError extends ContractError {
  override readonly name = 'JsonSyntaxError';

  constructor(
    message: string,
    readonly start = 0,
    readonly end = 0,
    fix?: string,
  ) {
    super({ reason: 'json-syntax', message, ...(fix === undefined ? {} : { fix }) });
  }
}

/** Describes a trailing comma, and the object or array whose last comma it is. */
export interface TrailingComma {
  readonly error: JsonSyntaxError;
  readonly node: ObjectNode | ArrayNode;
}

/** Holds an input after reading. */
export interface Source {
  /** Undefined if the input could not be read: then there is an `error`. */
  readonly root: JsonNode | undefined;
  readonly error?: JsonSyntaxError;
  /** Present if text was given. */
  readonly lines?: LineIndex;
  /** Maximum nesting of arrays and objects. */
  readonly depth: number;
  /** Objects with a repeated name. */
  readonly repeatedKeys: readonly ObjectNode[];
  /** Texts with half of a surrogate pair. */
  readonly loneSurrogates: readonly JsonNode[];
  /** Trailing commas of a text that was read with them. */
  readonly trailingCommas: readonly TrailingComma[];
}

/** Collects what a reader notices. */
export interface SourceNotices {
  depth: number;
  readonly repeatedKeys: ObjectNode[];
  readonly loneSurrogates: JsonNode[];
  readonly trailingCommas: TrailingComma[];
}

/** Creates empty notices. */
export const createNotices = (): SourceNotices => ({
  depth: 0,
  repeatedKeys: [],
  loneSurrogates: [],
  trailingCommas: [],
});

/** Matches lone surrogates: with the `u` flag a pair is one character. */
const SURROGATE = /\p{Cs}/u;
const ANY_SURROGATE = /[\ud800-\udfff]/;

/** Returns whether a text cannot be encoded as UTF-8. */
export function hasLoneSurrogate(text: string): boolean {
  return ANY_SURROGATE.test(text) && SURROGATE.test(text);
}

/** Records a string that cannot be encoded as UTF-8. */
export function noteString(node: StringNode, notices: SourceNotices): void {
  if (hasLoneSurrogate(node.value)) notices.loneSurrogates.push(node);
}
