import { findDecodingErrors, type Shape } from '../model/decoding.js';
import { getPointer, type JsonNode } from '../source/json-node.js';
import type { Report } from './rule.js';

/** Reports everything in a value that cannot be decoded. */
export function reportDecoding(node: JsonNode, shape: Shape, report: Report): void {
  for (const { node: at, message, isUntagged } of findDecodingErrors(node, shape))
    report(at, {
      message,
      ...(isUntagged === true
        ? {
            fix: 'Add "$formatVersion": "0".',
            patch: [{ op: 'add', path: `${getPointer(at)}/$formatVersion`, value: '0' }],
          }
        : {}),
    });
}
