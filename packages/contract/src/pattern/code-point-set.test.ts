import { describe, expect, it } from 'vitest';
import { type CodePointSet, difference, findUnicodeClass, intersection, union } from './code-point-set.js';

const classOf = (name: string): CodePointSet | undefined =>
  findUnicodeClass({ names: [name], isNegated: false, isAscii: false }, (set) => set);

/** Returns the members of a set up to 20, tested one by one. */
const membersOf = (set: CodePointSet): number[] =>
  Array.from({ length: 21 }, (_, at) => at).filter((at) =>
    set.some(([first, last]) => first <= at && at <= last),
  );

describe('findUnicodeClass', () => {
  it('finds the characters of a class once, however its name is written', () => {
    const names = ['Lowercase_Letter', 'LOWERCASELETTER', 'lowercase letter', 'l_o_w_e_r_case-letter'];
    expect(new Set(names.map(classOf)).size).toBe(1);
    expect(classOf('Ll')?.length).toBeGreaterThan(500);
    expect(new Set(['Script=Greek', 'script:greek', 'SCRIPT=GR_EEK'].map(classOf)).size).toBe(1);
  });
});

describe('union', () => {
  it('counts a set once that it is given several times', () => {
    const letters = classOf('L') ?? [];
    expect(union(letters, [], letters, letters)).toBe(letters);
    expect(union([[1, 2]], [[3, 4]], [[1, 2]])).toEqual([[1, 4]]);
    expect(union([], [])).toEqual([]);
  });
});

describe('intersection and difference', () => {
  const sets: readonly CodePointSet[] = [
    [],
    [[0, 20]],
    [[3, 3]],
    [
      [0, 2],
      [5, 9],
      [12, 12],
    ],
    [
      [1, 5],
      [7, 7],
      [9, 15],
      [18, 20],
    ],
    [
      [2, 3],
      [5, 5],
      [7, 8],
      [10, 11],
      [19, 19],
    ],
  ];

  it('select the characters of both sets, and of the first alone', () => {
    for (const a of sets)
      for (const b of sets) {
        const [inA, inB] = [membersOf(a), membersOf(b)];
        expect(membersOf(intersection(a, b))).toEqual(inA.filter((at) => inB.includes(at)));
        expect(membersOf(difference(a, b))).toEqual(inA.filter((at) => !inB.includes(at)));
      }
  });
});
