import { BINARY_PROPERTIES, CATEGORIES, SCRIPTS, VALUED_PROPERTIES } from './unicode-names.js';

/** Bytes that the compiled class of a property takes, and its complement: measured on the official build. */
const MEASURED: Readonly<Record<string, readonly [plain: number, negated: number]>> = {
  l: [23_096, 23_198],
  lu: [14_604, 16_539],
  ll: [15_196, 17_133],
  lt: [296, 896],
  lm: [2653, 5729],
  lo: [18_396, 19_859],
};
const BINARY_COST = 20_000;
const SCRIPT_COST = 1000;

/**
 * What a Unicode class such as `\p{Greek}` costs when it is compiled; nothing when the platform's engine does not know it.
 *
 * Names are compared without case, spaces, `-`, `_` and a leading `is` (UAX44-LM3), as `regex-syntax` does.
 */
export function propertyCost(name: string, isNegated: boolean): number | undefined {
  const parts = /^(.*?)(?:!=|:|=)(.*)$/s.exec(name);
  if (parts === null) {
    const plain = loose(name);
    if (!CATEGORIES.has(plain) && !SCRIPTS.has(plain) && !BINARY_PROPERTIES.has(plain)) return undefined;
    const measured = MEASURED[plain];
    if (measured !== undefined) return measured[isNegated ? 1 : 0];
    return SCRIPTS.has(plain) ? SCRIPT_COST : BINARY_COST / 4;
  }
  const values = VALUED_PROPERTIES.get(loose(parts[1] ?? ''));
  const value = loose(parts[2] ?? '');
  if (values?.has(value) !== true) return undefined;
  return MEASURED[value]?.[isNegated ? 1 : 0] ?? SCRIPT_COST;
}

function loose(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[\s_-]/g, '')
    .replace(/^is/, '');
}
