import {
  contestedPatternMatcher,
  type DocumentTypeDescription,
  type IndexDescription,
} from '@dapikit/contract';
import { valueAt } from './document.js';

/** The index of a type whose values are contested, where there is one. */
export const contestedIndexOf = ({ indices }: DocumentTypeDescription): IndexDescription | undefined =>
  indices.find(({ contested }) => contested !== undefined);

/** The values that data contends for, in the order of the index; nothing where they are not contested. */
export function contendedValues(
  { properties, contested }: IndexDescription,
  data: unknown,
): readonly unknown[] | undefined {
  const matches = contested?.fieldMatches.every(({ field, regexPattern }) => {
    const value = valueAt(data, field);
    return typeof value === 'string' && contestedPatternMatcher(regexPattern)?.(value) === true;
  });
  return matches === true ? properties.map((path) => valueAt(data, path)) : undefined;
}
