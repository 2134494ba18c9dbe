// cspell:ignore grbase grext caseignorable casedletter letternumber -- names of classes without separators
import { addLostBytes } from './class-size.js';
import type { EscapedClass } from './rust-escape.js';
import type { RegexSize } from './regex-size.js';
import { normalizeName } from './unicode-names.js';

/**
 * Lists the sizes of large classes, and of their complements: states and bytes of both automata, and what the engine's caches lose on average,
 * measured on the official build.
 *
 * Calculated from Unicode 16, which the official build has: the JavaScript that this runs in may have another version, whose classes are larger by a percent.
 */
const SIZES = new Map(
  `
  graphemebase grbase: 344 11648 1596 4496 99, 346 10760 1441 4004 89
  graphemeextend grext: 177 4520 582 1572 36, 181 5952 856 2296 53
  cased: 78 2216 299 804 18, 83 2400 361 876 22
  letter l: 299 8928 1232 3308 76, 301 8960 1235 3316 122
  uppercaseletter lu: 75 5152 745 2656 27, 81 5632 850 2872 67
  lowercaseletter ll: 85 5392 776 2736 44, 90 5856 882 2948 73
  otherletter lo: 254 7072 985 2556 80, 256 7504 1061 2768 115
  modifierletter lm: 62 1104 146 312 5, 67 1896 313 708 13
  titlecaseletter lt: 6 112 16 40 0, 13 280 50 96 0
  casedletter lc: 73 2048 276 744 17, 78 2200 329 796 20
  mark m: 174 4136 541 1420 25, 178 5360 784 2020 40
  nonspacingmark mn: 174 4328 558 1492 24, 178 5768 833 2220 55
  spacingmark mc: 87 2224 297 804 15, 92 3064 460 1212 22
  number n: 93 1912 286 596 8, 97 3184 595 1360 42
  decimalnumber nd: 26 752 151 284 5, 31 1472 372 816 23
  othernumber no: 75 1184 150 300 6, 80 2032 322 704 8
  punctuation p: 129 2640 346 812 14, 134 4200 663 1612 29
  otherpunctuation po: 119 2496 326 780 16, 124 3976 625 1536 37
  symbol s: 143 3400 458 1136 19, 147 4168 619 1508 35
  othersymbol so: 120 2800 380 928 20, 124 3304 493 1164 34
  mathsymbol sm: 43 888 115 280 2, 48 1328 202 480 9
  other c: 317 9080 1242 3280 149, 315 10352 1462 3972 85
  unassigned cn: 312 8952 1223 3236 90, 311 10288 1469 3964 126
  alphabetic alpha: 308 9928 1354 3744 167, 310 9424 1282 3484 164
  uppercase upper: 80 5256 759 2688 62, 86 5752 869 2912 42
  lowercase lower: 88 5520 794 2788 65, 93 6008 905 3012 42
  idstart ids: 297 8928 1236 3316 76, 299 8936 1236 3312 76
  idcontinue idc: 311 10352 1421 3956 88, 313 9688 1320 3604 82
  xidstart xids: 299 9016 1247 3352 101, 301 9008 1244 3340 161
  xidcontinue xidc: 312 10432 1432 3992 121, 314 9752 1328 3632 86
  latin latn: 33 632 83 192 0, 38 880 144 296 4
  greek grek: 23 496 65 164 1, 28 704 116 248 1
  han hani: 32 632 107 196 4, 36 624 108 176 1
  caseignorable ci: 218 5504 706 1904 44, 222 7128 1006 2720 62
`
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [names = '', sizes = ''] = line.trim().split(': ');
      const [plain, negated] = sizes.split(', ').map(parseSize);
      return names.split(' ').map((name) => [name, { plain, negated }] as const);
    }),
);

function parseSize(numbers: string): RegexSize {
  const [states = 0, bytes = 0, reverseStates = 0, reverseBytes = 0, lost = 0] = numbers
    .split(' ')
    .map(Number);
  const reverse = { states: reverseStates, bytes: reverseBytes };
  return addLostBytes({ forward: { states, bytes }, reverse }, lost);
}

/** Finds the size of a compiled Unicode class where it does not depend on the JavaScript that this runs in. */
export function findUnicodeClassSize({ names, isNegated }: EscapedClass): RegexSize | undefined {
  const [only = '', ...others] = names;
  const sizes = others.length === 0 ? SIZES.get(normalizeName(only)) : undefined;
  return isNegated ? sizes?.negated : sizes?.plain;
}
