import type { DraftError } from '../schema/draft-2020-12.js';
import { excerpt } from '../source/excerpt.js';
import { getText } from '../source/json-node.js';
import type { Report } from './rule.js';
import { readAsKeyword } from './single-reading.js';
import { suggestName } from './suggest-name.js';

/** Reports a value that JSON Schema does not allow, with its only reading. */
export function reportDraftError({ node, expected, shape, words }: DraftError, report: Report): void {
  report(node, {
    message: `expected ${expected}, found ${excerpt(node)}`,
    ...(shape === undefined ? {} : readAsKeyword(node, shape)),
    ...(words === undefined ? {} : suggestName(getText(node) ?? '', words)),
  });
}
