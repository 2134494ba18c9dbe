import { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { RE2_CLASSES } from './unicode-names.js';

/** Limits the product of nested counted repetitions. */
const MAX_REPETITIONS = 1000;
/** Limits the instructions of a program: those of 128 MB. */
const MAX_PROGRAM_SIZE = 1_398_101;
const COUNT = /\{(0|[1-9]\d*)(?:(,)(0|[1-9]\d*)?)?\}/y;
const FLAGS = /\?[imsU]*(?:-[imsU]+)?([:)])/y;
const NAME = /\?P?<([A-Za-z0-9_]+)>/y;
const POSIX =
  /\[:\^?(?:alnum|alpha|ascii|blank|cntrl|digit|graph|lower|print|punct|space|upper|word|xdigit):\]/y;
const PERL_CLASS = /\\[dDsSwW]/y;
const LOOK = /\\[AbBz]/y;
const UNICODE_CLASS = /\\[pP](?:\{\^?([^}]*)\}|([^{]))/suy;
const QUOTED = /\\Q(.*?)(?:\\E|$)/suy;
const OCTAL = /\\(?:0[0-7]{0,2}|[1-7][0-7]{1,2})/y;
const HEXADECIMAL = /\\x(?:\{([0-9A-Fa-f]+)\}|([0-9A-Fa-f]{2}))/y;
const CONTROL = /\\([afnrtv])/y;
const PUNCTUATION = /\\([\0-\x7f])/y;
const CONTROLS: Readonly<Record<string, number>> = { a: 7, f: 12, n: 10, r: 13, t: 9, v: 11 };

/**
 * Finds why RE2 rejects a pattern, in time that is linear in the pattern: it neither builds classes nor compiles a
 * program.
 *
 * Source: the syntax of RE2 (github.com/google/re2/wiki/Syntax), compared with `re2js`.
 */
export function findRe2Error(pattern: string): string | undefined {
  try {
    new Parser(pattern).parse();
    return undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

interface Part {
  /** Instructions of the program. */
  readonly size: number;
  /** Maximum product of the counted repetitions inside. */
  readonly repeated: number;
}

/** Holds an open group, or the whole pattern. */
interface Level {
  /** Size of the finished parts. */
  size: number;
  repeated: number;
  /** Part that a following repetition repeats; undefined at the start of a group or alternative. */
  last: Part | undefined;
  readonly isCapturing: boolean;
}

const SYMBOL: Part = { size: 1, repeated: 1 };
const createLevel = (isCapturing: boolean): Level => ({ size: 0, repeated: 1, last: undefined, isCapturing });

class Parser {
  private readonly cursor: PatternCursor;
  private readonly names = new Set<string>();
  private readonly outer: Level[] = [];
  private level = createLevel(false);
  private isAfterRepetition = false;

  constructor(pattern: string) {
    this.cursor = new PatternCursor(pattern);
  }

  parse(): void {
    while (!this.cursor.isAtEnd) {
      this.isAfterRepetition = this.parsePart();
    }
    if (this.outer.length > 0) throw new PatternError('a group "(" is not closed');
    this.close();
  }

  /** Parses a part; returns whether it was a repetition. */
  private parsePart(): boolean {
    const { cursor } = this;
    switch (cursor.peek()) {
      case '(':
        this.openGroup();
        return false;
      case ')':
        this.closeGroup();
        return false;
      case '|':
        cursor.next();
        this.push(SYMBOL);
        this.push(undefined);
        return false;
      case '[':
        parseClass(cursor);
        this.push(SYMBOL);
        return false;
      case '\\':
        this.parseEscape();
        return false;
      case '*':
        cursor.next();
        return this.repeat(({ size, repeated }) => ({ size: size + 2, repeated }));
      case '+':
      case '?':
        cursor.next();
        return this.repeat(({ size, repeated }) => ({ size: size + 1, repeated }));
      case '{':
        return this.parseCount();
      default:
        cursor.next();
        this.push(SYMBOL);
        return false;
    }
  }

  private push(part: Part | undefined): void {
    const { level } = this;
    level.size += level.last?.size ?? 0;
    level.repeated = Math.max(level.repeated, level.last?.repeated ?? 1);
    level.last = part;
  }

  private openGroup(): void {
    const { cursor } = this;
    cursor.take('(');
    const name = cursor.match(NAME)?.[1];
    if (name !== undefined) {
      if (this.names.has(name)) throw new PatternError(`two groups are named "${name}"`);
      this.names.add(name);
    } else if (cursor.startsWith('?')) {
      const flags = cursor.match(FLAGS);
      if (flags === undefined) throw new PatternError('"(?" starts an unknown kind of group');
      if (flags[1] === ':') this.enter(false);
      return;
    }
    this.enter(true);
  }

  private enter(isCapturing: boolean): void {
    this.outer.push(this.level);
    this.level = createLevel(isCapturing);
  }

  private closeGroup(): void {
    this.cursor.take(')');
    const outer = this.outer.pop();
    if (outer === undefined) throw new PatternError('a ")" has no "("');
    const inner = this.close();
    this.level = outer;
    this.push(inner);
  }

  /** Closes the level. */
  private close(): Part {
    this.push(undefined);
    const { size, repeated, isCapturing } = this.level;
    const all = Math.max(1, size) + (isCapturing ? 2 : 0);
    if (all > MAX_PROGRAM_SIZE) throw new PatternError('it is too large when it is compiled');
    return { size: all, repeated };
  }

  private parseEscape(): void {
    const { cursor } = this;
    const quoted = cursor.match(QUOTED)?.[1];
    if (quoted !== undefined) {
      for (const _ of quoted) this.push(SYMBOL);
      return;
    }
    if (cursor.match(LOOK) === undefined && !takeClass(cursor)) takeCharacter(cursor);
    this.push(SYMBOL);
  }

  private parseCount(): boolean {
    const found = this.cursor.match(COUNT);
    if (found === undefined) {
      this.cursor.next();
      this.push(SYMBOL);
      return false;
    }
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === undefined ? undefined : Number(found[3]);
    if (min > (max ?? MAX_REPETITIONS) || (max ?? 0) > MAX_REPETITIONS)
      throw new PatternError(
        `the repetition "${found[0]}" is out of range: the maximum of RE2 is ${MAX_REPETITIONS}`,
      );
    return this.repeat((part) => repeatPart(part, min, max));
  }

  private repeat(repetition: (part: Part) => Part): boolean {
    const { cursor, level } = this;
    cursor.tryTake('?');
    if (this.isAfterRepetition) throw new PatternError('a repetition is repeated');
    if (level.last === undefined) throw new PatternError('a repetition has nothing to repeat');
    level.last = repetition(level.last);
    return true;
  }
}

function repeatPart(part: Part, min: number, max: number | undefined): Part {
  const count = max ?? min;
  const repeated = max === 0 ? 1 : Math.max(1, count) * part.repeated;
  if ((min > 1 || count > 1) && repeated > MAX_REPETITIONS)
    throw new PatternError(`nested counted repetitions repeat more than ${MAX_REPETITIONS} times`);
  const size = max === undefined ? min * part.size + 2 : max * part.size + (max - min);
  return { size: Math.max(1, size), repeated };
}

function parseClass(cursor: PatternCursor): void {
  cursor.take('[');
  cursor.tryTake('^');
  for (let isFirst = true; isFirst || cursor.peek() !== ']'; isFirst = false) {
    if (cursor.isAtEnd) throw new PatternError('a class "[" is not closed');
    if (cursor.match(POSIX) !== undefined) continue;
    if (cursor.startsWith('[:') && cursor.rest.includes(':]'))
      throw new PatternError('a class "[:…:]" is unknown');
    if (!takeClass(cursor)) parseRange(cursor);
  }
  cursor.take(']');
}

function parseRange(cursor: PatternCursor): void {
  const first = takeSymbol(cursor);
  if (cursor.peek() !== '-' || cursor.peekSecond() === ']') return;
  cursor.next();
  if (takeSymbol(cursor) < first)
    throw new PatternError('a range in a class goes from a later character to an earlier one');
}

function takeSymbol(cursor: PatternCursor): number {
  if (cursor.isAtEnd) throw new PatternError('a class "[" is not closed');
  return cursor.peek() === '\\' ? takeCharacter(cursor) : (cursor.next().codePointAt(0) ?? 0);
}

/** Takes a class such as `\d` and `\p{Greek}`, if there is one here. */
function takeClass(cursor: PatternCursor): boolean {
  if (cursor.match(PERL_CLASS) !== undefined) return true;
  const found = cursor.match(UNICODE_CLASS);
  if (found === undefined) return false;
  const name = found[1] ?? found[2] ?? '';
  if (!RE2_CLASSES.has(name)) throw new PatternError(`the Unicode class "${name}" is unknown to RE2`);
  return true;
}

/** Takes an escape for one character. */
function takeCharacter(cursor: PatternCursor): number {
  const octal = cursor.match(OCTAL)?.[0];
  if (octal !== undefined) return Number.parseInt(octal.slice(1), 8);
  const hexadecimal = cursor.match(HEXADECIMAL);
  if (hexadecimal !== undefined) {
    const codePoint = Number.parseInt(hexadecimal[1] ?? hexadecimal[2] ?? '', 16);
    if (codePoint > 0x10ffff) throw new PatternError(`"${hexadecimal[0]}" names no character`);
    return codePoint;
  }
  const control = cursor.match(CONTROL)?.[1];
  if (control !== undefined) return CONTROLS[control] ?? 0;
  const symbol = cursor.match(PUNCTUATION)?.[1];
  if (symbol === undefined || /[A-Za-z0-9]/.test(symbol))
    throw new PatternError(`RE2 does not have the escape "\\${symbol ?? cursor.peekSecond()}"`);
  return symbol.codePointAt(0) ?? 0;
}
