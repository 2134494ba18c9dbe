import { escapedClass, parseClassSet } from './class-set.js';
import { classText, type CodePointSet, type Fold, withAnyAsciiCase, withAnyCase } from './code-point-set.js';
import { PatternCursor } from './pattern-cursor.js';
import { PatternFault } from './pattern-fault.js';
import { parseEscape } from './rust-escape.js';

/** A pattern for RE2 that matches the same texts. */
export interface Translation {
  readonly pattern: string;
  /** Whether it is the same only for texts whose letters are in ASCII: word boundaries of RE2 know no others. */
  readonly isForAscii: boolean;
}

const COUNT = /\{\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?\}/y;
const GROUP_NAME = /\?P?<[\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*>/uy;
const FLAGS = /\?([imsUuRx-]+)([:)])/y;
/** RE2 repeats at most so often, repetitions inside counted. */
const MOST_REPEATED = 1000;
/** What is longer than this when repetitions are written out is not given to RE2. */
const LONGEST = 2_000_000;
const LOOKS: Readonly<Record<string, string>> = { A: '\\A', z: '\\z', b: '\\b', B: '\\B' };

/**
 * What a pattern of the `regex` crate is in RE2's syntax, for asking whether a text matches and no more: groups do not
 * capture, and how greedy a repetition is does not count.
 *
 * @param pattern one that the platform takes, after its conversion from ECMAScript.
 * @returns nothing when RE2 cannot say the same.
 */
export function toRe2(pattern: string): Translation | undefined {
  try {
    return new Translator(pattern).translate();
  } catch (error) {
    if (error instanceof PatternFault) return undefined;
    throw error;
  }
}

interface Part {
  readonly text: string;
  /** How often repetitions inside repeat at most. */
  readonly repeats: number;
}

interface Flags {
  readonly i: boolean;
  readonly m: boolean;
  readonly s: boolean;
  readonly R: boolean;
  readonly u: boolean;
  readonly x: boolean;
}

class Translator {
  private readonly cursor: PatternCursor;
  private flags: Flags = { i: false, m: false, s: false, R: false, u: true, x: false };
  private isForAscii = false;

  constructor(pattern: string) {
    this.cursor = new PatternCursor(pattern);
  }

  translate(): Translation {
    const { text } = this.parseAlternatives();
    return { pattern: text, isForAscii: this.isForAscii };
  }

  private parseAlternatives(): Part {
    const alternatives: string[] = [];
    let parts: Part[] = [];
    let repeats = 1;
    const { cursor } = this;
    const finish = (): void => {
      const text = parts.map((part) => part.text).join('');
      if (text.length > LONGEST) throw new PatternFault('it is too long when it is written out');
      repeats = parts.reduce((most, part) => Math.max(most, part.repeats), repeats);
      alternatives.push(text);
      parts = [];
    };
    for (cursor.skipSpace(); !cursor.isAtEnd && cursor.peek() !== ')'; cursor.skipSpace()) {
      if (cursor.tryTake('|')) finish();
      else this.parsePart(parts);
    }
    finish();
    return { text: alternatives.join('|'), repeats };
  }

  private parsePart(parts: Part[]): void {
    const { cursor, flags } = this;
    const symbol = cursor.peek();
    const add = (text: string): void => void parts.push({ text, repeats: 1 });
    if (symbol === '(') this.parseGroup(parts);
    else if (symbol === '[') add(classText(parseClassSet(cursor, this.fold)));
    else if (symbol === '\\') this.parseEscape(add);
    else if ('*+?{'.includes(symbol)) this.parseRepetition(parts, symbol);
    else {
      cursor.next();
      if (symbol === '.') add(flags.s ? '(?s:.)' : flags.R ? '[^\\r\\n]' : '[^\\n]');
      else if (symbol === '^' || symbol === '$') add(this.lineEdge(symbol));
      else add(this.literal(symbol.codePointAt(0) ?? 0));
    }
  }

  private lineEdge(symbol: '^' | '$'): string {
    if (!this.flags.m) return symbol === '^' ? '\\A' : '\\z';
    if (this.flags.R) throw new PatternFault('RE2 has no lines that end in a carriage return');
    return `(?m:${symbol})`;
  }

  private get fold(): Fold {
    if (!this.flags.i) return (set) => set;
    return this.flags.u ? withAnyCase : withAnyAsciiCase;
  }

  private literal(codePoint: number): string {
    const set: CodePointSet = [[codePoint, codePoint]];
    return classText(this.fold(set));
  }

  private parseEscape(add: (text: string) => void): void {
    const escape = parseEscape(this.cursor);
    if (escape.kind === 'literal') add(this.literal(escape.codePoint));
    else if (escape.kind === 'class') {
      add(classText(escapedClass(escape.property, this.fold)));
    } else {
      const look = LOOKS[escape.look];
      if (look === undefined) throw new PatternFault('RE2 knows no starts and ends of words');
      if (this.flags.u && /b/i.test(escape.look)) this.isForAscii = true;
      add(look);
    }
  }

  private parseGroup(parts: Part[]): void {
    const { cursor } = this;
    const outer = this.flags;
    cursor.take('(');
    const found =
      cursor.match(GROUP_NAME) === undefined && !cursor.tryTake('?:') ? cursor.match(FLAGS) : undefined;
    if (found !== undefined) this.setFlags(found[1] ?? '');
    if (found?.[2] === ')') return;
    const { text, repeats } = this.parseAlternatives();
    cursor.take(')');
    this.useFlags(outer);
    parts.push({ text: `(?:${text})`, repeats });
  }

  private setFlags(letters: string): void {
    const [on = '', off = ''] = letters.split('-');
    const changes = Array.from(on, (letter) => [letter, true] as const);
    this.useFlags({
      ...this.flags,
      ...Object.fromEntries([...changes, ...Array.from(off, (letter) => [letter, false] as const)]),
    });
  }

  private useFlags(flags: Flags): void {
    this.flags = flags;
    this.cursor.ignoresSpace = flags.x;
    this.cursor.isUnicode = flags.u;
  }

  private parseRepetition(parts: Part[], symbol: string): void {
    const { cursor } = this;
    const count = symbol === '{' ? cursor.match(COUNT) : undefined;
    if (count === undefined) cursor.next();
    cursor.skipSpace();
    cursor.tryTake('?');
    const part = parts.pop();
    if (part === undefined) throw new PatternFault('a repetition has nothing to repeat');
    if (count === undefined) {
      parts.push({ text: `(?:${part.text})${symbol}`, repeats: part.repeats });
      return;
    }
    const least = Number(count[1]);
    const most = count[2] === undefined ? least : count[3] === undefined ? undefined : Number(count[3]);
    parts.push(repeated(part, least, most));
  }
}

/** Repetitions, in as many pieces as RE2 needs. */
function repeated({ text, repeats }: Part, least: number, most: number | undefined): Part {
  const chunk = Math.max(1, Math.floor(MOST_REPEATED / repeats));
  const pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > LONGEST) throw new PatternFault('it is too long when it is written out');
    pieces.push(piece);
  };
  for (let left = least; left > 0; left -= chunk) add(`(?:${text}){${Math.min(left, chunk)}}`);
  if (most === undefined) add(`(?:${text})*`);
  else for (let left = most - least; left > 0; left -= chunk) add(`(?:${text}){0,${Math.min(left, chunk)}}`);
  const longest = Math.min(Math.max(least, most === undefined ? 1 : most - least, 1), chunk);
  return { text: `(?:${pieces.join('')})`, repeats: repeats * longest };
}
