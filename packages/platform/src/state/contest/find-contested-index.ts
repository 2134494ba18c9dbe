import {
  contestedPatternMatcher,
  type DocumentTypeDescription,
  type PatternMatcher,
} from '@dapikit/contract';
import { InputError } from '../../base/errors/input-error.js';

/** Describes a field and what asks whether its text matches. */
interface FieldMatch {
  readonly field: string;
  readonly matches: PatternMatcher;
}

/**
 * Returns the contested index for which data is contested, or nothing: every `fieldMatches` of it must match a text, anywhere in
 * it; without any, every document is contested. The data need not be valid.
 *
 * Source: `contested_vote_poll_for_document_properties` and `Index` in `packages/rs-dpp` of dashpay/platform.
 * @throws {InputError} when that is unknown here: a pattern with word boundaries, and text beyond ASCII.
 */
export function findContestedIndex(
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
      throw new InputError(`data.${field}`, {
        problem: 'the pattern of the contested index cannot be matched with this text here',
        expected: 'text that can be matched here with the pattern of the contested index',
        found: value,
        fix: 'write the pattern in the syntax of RE2',
      });
    return isMatch;
  });
  return isContested ? index.name : undefined;
}

/** Patterns take long to compile. */
const MATCHES = new WeakMap<DocumentTypeDescription, readonly FieldMatch[]>();

function matchesOf(type: DocumentTypeDescription): readonly FieldMatch[] {
  const known = MATCHES.get(type);
  if (known !== undefined) return known;
  const matches = type.indices
    .flatMap(({ contested }) => contested?.fieldMatches ?? [])
    .map(({ field, regexPattern }) => ({
      field,
      matches: contestedPatternMatcher(regexPattern) ?? (() => undefined),
    }));
  MATCHES.set(type, matches);
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
