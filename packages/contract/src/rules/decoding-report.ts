import { decodingFaults, type Shape } from '../model/decoding.js';
import { pointerTo, type JsonNode } from '../source/json-node.js';
import type { Report } from './rule.js';

/** Reports everything in a value that cannot be decoded. */
export function reportDecoding(node: JsonNode, shape: Shape, report: Report): void {
  for (const { node: at, message, isUntagged } of decodingFaults(node, shape))
    report(at, {
      message,
      ...(isUntagged === true
        ? {
            mend: 'Add "$formatVersion": "0".',
            patch: [{ op: 'add', path: `${pointerTo(at)}/$formatVersion`, value: '0' }],
          }
        : {}),
    });
}
