import { BINARY_PROPERTIES, CATEGORIES, normalizeName, SCRIPTS, VALUED_PROPERTIES } from './unicode-names.js';

/** Lists the bytes of the compiled class of a property, and of its complement, as measured on the official build. */
const MEASURED: Readonly<Record<string, readonly [plain: number, negated: number]>> = {
  l: [23096, 23198],
  letter: [23096, 23198],
  lu: [14604, 16539],
  uppercaseletter: [14604, 16539],
  ll: [15196, 17133],
  lowercaseletter: [15196, 17133],
  lt: [296, 896],
  lm: [2653, 5729],
  lo: [18396, 19859],
  otherletter: [18396, 19859],
  m: [10101, 14604],
  mark: [10101, 14604],
  mn: [10444, 15603],
  nonspacingmark: [10444, 15603],
  mc: [5571, 8594],
  me: [245, 1096],
  n: [5180, 10922],
  number: [5180, 10922],
  nd: [2705, 6791],
  decimalnumber: [2705, 6791],
  nl: [584, 1675],
  no: [2706, 5864],
  p: [6362, 12249],
  punctuation: [6362, 12249],
  pc: [284, 988],
  pd: [736, 1914],
  ps: [1982, 3260],
  pe: [1906, 3222],
  pi: [316, 968],
  pf: [296, 948],
  po: [6012, 11573],
  s: [8483, 11447],
  symbol: [8483, 11447],
  sm: [2122, 3721],
  sc: [906, 2499],
  sk: [1077, 2390],
  so: [7028, 9086],
  z: [320, 972],
  zs: [300, 953],
  c: [23301, 27449],
  other: [23301, 27449],
  cc: [108, 536],
  cf: [936, 2523],
  co: [448, 620],
  cn: [22894, 27594],
  alphabetic: [25575, 24160],
  alpha: [25575, 24160],
  emoji: [4147, 5577],
  latin: [1520, 2604],
  greek: [1205, 2105],
  cyrillic: [652, 1557],
  han: [1912, 1905],
  arabic: [1936, 2561],
  hebrew: [313, 909],
  whitespace: [360, 1012],
  any: [500, 32],
  ascii: [40, 500],
  xidstart: [23405, 23405],
  xidcontinue: [27025, 24966],
  uppercase: [14894, 16858],
  lowercase: [15557, 17534],
};
const BINARY_COST = 20_000;
const SCRIPT_COST = 1000;

/**
 * Finds the cost of a Unicode class such as `\p{Greek}`; returns undefined if the platform's engine does not have it.
 */
export function findPropertyCost(name: string, isNegated: boolean): number | undefined {
  const parts = /^(.*?)(?:!=|:|=)(.*)$/s.exec(name);
  if (parts === null) {
    const plain = normalizeName(name);
    if (!CATEGORIES.has(plain) && !SCRIPTS.has(plain) && !BINARY_PROPERTIES.has(plain)) return undefined;
    const measured = MEASURED[plain];
    if (measured !== undefined) return measured[isNegated ? 1 : 0];
    return SCRIPTS.has(plain) ? SCRIPT_COST : BINARY_COST / 4;
  }
  const values = VALUED_PROPERTIES.get(normalizeName(parts[1] ?? ''));
  const value = normalizeName(parts[2] ?? '');
  if (values?.has(value) !== true) return undefined;
  return MEASURED[value]?.[isNegated ? 1 : 0] ?? SCRIPT_COST;
}
