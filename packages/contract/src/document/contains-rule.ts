import { OFFICIAL_ERRORS } from '../rules/rule.js';
import { bytesNote } from './document-example.js';
import type { DocumentRule } from './document-rule.js';

/** Checks `contains`, the keyword with a schema for elements. */
export const CONTAINS_RULE: DocumentRule = {
  code: 'value-contains',
  title: 'No element of an array matches "contains"',
  about: 'document',
  stage: 'schema',
  severity: 'network',
  official: OFFICIAL_ERRORS.schema,
  why: '`contains` requires at least one element that matches its schema.',
  fix: 'Add a byte that matches.',
  wrong: bytesNote({ contains: { type: 'integer', minimum: 128, maximum: 255 } }, 'AQI='),
  right: bytesNote({ contains: { type: 'integer', minimum: 128, maximum: 255 } }, 'AQL/'),
};
