import {
  contestedPatternMatcher,
  type DocumentTypeDescription,
  type PatternMatcher,
} from '@dapikit/contract';
import { BadInput } from '../input/bad-input.js';

/** A field and what asks whether its text matches. */
interface FieldMatch {
  readonly field: string;
  readonly matches: PatternMatcher;
}

/**
 * The contested index for which data is contested, or nothing: every `fieldMatches` of it must match a text, anywhere in
 * it; without any, every document is contested. The data need not be valid.
 *
 * Source: `contested_vote_poll_for_document_properties` and `Index` in `packages/rs-dpp` of dashpay/platform.
 * @throws {BadInput} when that cannot be told here: a pattern with word boundaries, and text beyond ASCII.
 */
export function contestedBy(
  type: DocumentTypeDescription,
  data: Readonly<Record<string, unknown>>,
): string | undefined {
  const index = type.indices.find(({ contested }) => contested !== undefined);
  if (index === undefined) return undefined;
  const isContested = matchesOf(type).every(({ field, matches }) => {
    const value = valueAt(data, field);
    if (typeof value !== 'string') return false;
    const isMatch = matches(value);
    if (isMatch === undefined)
      throw new BadInput(`data.${field}`, {
        expected: 'text that can be held against the pattern of the contested index here',
        found: value,
        advice: 'write the pattern in the syntax of RE2',
      });
    return isMatch;
  });
  return isContested ? index.name : undefined;
}

/** Patterns take long to compile. */
const COMPILED = new WeakMap<DocumentTypeDescription, readonly FieldMatch[]>();

function matchesOf(type: DocumentTypeDescription): readonly FieldMatch[] {
  const known = COMPILED.get(type);
  if (known !== undefined) return known;
  const matches = type.indices
    .flatMap(({ contested }) => contested?.fieldMatches ?? [])
    .map(({ field, regexPattern }) => ({
      field,
      matches: contestedPatternMatcher(regexPattern) ?? (() => undefined),
    }));
  COMPILED.set(type, matches);
  return matches;
}

function valueAt(data: unknown, path: string): unknown {
  let value: unknown = data;
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = Reflect.get(value, name);
  }
  return value;
}
