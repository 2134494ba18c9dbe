import {
  contestedPatternMatcher,
  type DocumentTypeDescription,
  type IndexDescription,
} from '@dapikit/contract';
import { getValue } from '../values/document.js';

/** Finds the contested index of a type, if any. */
export const findContestedIndex = ({ indices }: DocumentTypeDescription): IndexDescription | undefined =>
  indices.find(({ contested }) => contested !== undefined);

/** Returns the contested values of data, in the order of the index; `undefined` where they are not contested. */
export function matchContested(
  { properties, contested }: IndexDescription,
  data: unknown,
): readonly unknown[] | undefined {
  const matches = contested?.fieldMatches.every(({ field, regexPattern }) => {
    const value = getValue(data, field);
    return typeof value === 'string' && contestedPatternMatcher(regexPattern)?.(value) === true;
  });
  return matches === true ? properties.map((path) => getValue(data, path)) : undefined;
}
