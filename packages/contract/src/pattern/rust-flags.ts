import type { PatternCursor } from './pattern-cursor.js';

/** Holds which flags of the `regex` crate are on at a place in a pattern. */
export interface RustFlags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly R: boolean;
  readonly U: boolean;
  readonly u: boolean;
  readonly x: boolean;
}

/** Lists the flags at the start of a pattern. */
export const INITIAL_FLAGS: RustFlags = {
  i: false,
  m: false,
  s: false,
  R: false,
  U: false,
  u: true,
  x: false,
};

/** Applies the letters of a group such as `(?i-u:`. */
export function changeFlags(flags: RustFlags, letters: string): RustFlags {
  const [on = '', off = ''] = letters.split('-');
  const changes = Array.from(on, (letter) => [letter, true] as const);
  return {
    ...flags,
    ...Object.fromEntries([...changes, ...Array.from(off, (letter) => [letter, false] as const)]),
  };
}

/** Makes a cursor read what follows under the flags. */
export function applyFlags(cursor: PatternCursor, flags: RustFlags): void {
  cursor.ignoresSpace = flags.x;
  cursor.isUnicode = flags.u;
}
