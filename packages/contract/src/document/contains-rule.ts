import { OFFICIAL } from '../rules/rule.js';
import { bytesNote } from './document-example.js';
import type { DocumentRule } from './document-rule.js';

/** The rule of the one keyword that holds a schema for elements. */
export const CONTAINS_RULE: DocumentRule = {
  code: 'value-contains',
  title: 'No byte of an array is what one of them must be',
  about: 'document',
  stage: 'schema',
  verdict: 'network',
  official: OFFICIAL.schema,
  why: 'With `contains` at least one element keeps the schema that it holds.',
  mend: 'Add such a byte.',
  wrong: bytesNote({ contains: { type: 'integer', minimum: 128, maximum: 255 } }, 'AQI='),
  right: bytesNote({ contains: { type: 'integer', minimum: 128, maximum: 255 } }, 'AQL/'),
};
