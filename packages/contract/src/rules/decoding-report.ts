import { findDecodingErrors, type ScalarShape, type Shape } from '../model/decoding.js';
import { getInteger, getText, type JsonNode } from '../source/json-node.js';
import type { Finding, Report } from './rule.js';
import {
  addMember,
  readAsFlag,
  readAsInteger,
  readAsWord,
  readTrimmed,
  replaceBy,
} from './single-reading.js';
import { suggestName } from './suggest-name.js';

/** Suggests the only reading of a value as a scalar, or the word that it probably stands for. */
function readAsScalar(node: JsonNode, shape: ScalarShape): Partial<Finding> {
  const integer = getInteger(node);
  switch (shape.kind) {
    case 'boolean':
      return node.kind === 'null' ? {} : readAsFlag(node);
    case 'text':
      return integer === undefined ? {} : replaceBy(node, integer.toString());
    case 'word': {
      if (integer !== undefined && shape.words.includes(integer.toString()))
        return replaceBy(node, integer.toString());
      const reading = readAsWord(node, shape.words);
      return reading.patch === undefined ? suggestName(getText(node) ?? '', shape.words) : reading;
    }
    default: {
      const fits = (value: bigint): boolean => value >= shape.min && value <= shape.max;
      // As a number it is not exact.
      if (integer !== undefined)
        return shape.isBig && fits(integer) ? replaceBy(node, integer.toString()) : {};
      return shape.isBig ? readTrimmed(node, (text) => isInteger(text, fits)) : readAsInteger(node, fits);
    }
  }
}

const isInteger = (text: string, fits: (value: bigint) => boolean): boolean =>
  /^-?\d{1,20}$/.test(text) && fits(BigInt(text));

/** Reports everything in a value that cannot be decoded. */
export function reportDecoding(node: JsonNode, shape: Shape, report: Report): void {
  for (const { node: at, isUntagged, scalar, ...finding } of findDecodingErrors(node, shape))
    report(at, {
      ...finding,
      ...(scalar === undefined ? {} : readAsScalar(at, scalar)),
      ...(isUntagged === true ? addMember(at, '$formatVersion', '0') : {}),
    });
}
