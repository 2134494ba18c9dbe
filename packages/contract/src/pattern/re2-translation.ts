import { createLiteralSet, foldingOf, parseClassSet, resolveEscapedClass } from './class-set.js';
import { ANY, type CodePointSet, formatClass, NO_LINE_END, NO_LINE_FEED } from './code-point-set.js';
import { ANY_MARKED, formatMarkedClass } from './marked-text.js';
import { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { parseEscape } from './rust-escape.js';
import { applyFlags, changeFlags, INITIAL_FLAGS, type RustFlags } from './rust-flags.js';

/** Holds a pattern for RE2 that matches the same texts. */
export interface Translation {
  /** Matches ASCII texts; all texts where the pattern has no word boundaries. */
  readonly pattern: string;
  /** Matches texts that {@link markWordCharacters} marked; undefined where there is none. */
  readonly markedPattern: string | undefined;
  /** True if `pattern` is equivalent only for ASCII texts: word boundaries of RE2 know no other letters. */
  readonly isForAscii: boolean;
}

const COUNT = /\{\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?\}/y;
const GROUP_NAME = /\?P?<[\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*>/uy;
const FLAGS = /\?([imsUuRx-]+)([:)])/y;
/** Limits the product of nested repetitions in RE2. */
const MAX_REPETITIONS = 1000;
/** Limits the length of a pattern with expanded repetitions. */
const MAX_LENGTH = 2_000_000;
const LOOKS: Readonly<Record<string, string>> = { A: '\\A', z: '\\z', b: '\\b', B: '\\B' };

/**
 * Translates a pattern of the `regex` crate to RE2, to decide whether a text matches: groups do not capture, and
 * greediness is irrelevant.
 *
 * @param pattern one that the platform accepts, after its conversion from ECMAScript.
 * @returns undefined when RE2 has no equivalent pattern.
 */
export function translateToRe2(pattern: string): Translation | undefined {
  try {
    const plain = new Translator(pattern, formatClass);
    const translated = plain.translate();
    const { hasBoundaries } = plain;
    const markedPattern = hasBoundaries ? translateMarked(pattern) : undefined;
    return { pattern: translated, markedPattern, isForAscii: hasBoundaries };
  } catch (error) {
    if (error instanceof PatternError) return undefined;
    throw error;
  }
}

/** Translates a pattern for marked texts; a match starts where a character does. */
function translateMarked(pattern: string): string | undefined {
  const translator = new Translator(pattern, formatMarkedClass);
  const text = translator.translate();
  // Beside marks, all word characters are those of ASCII.
  return translator.hasAsciiBoundaries ? undefined : `\\A(?:${ANY_MARKED})*(?:${text})`;
}

interface Part {
  readonly text: string;
  /** Maximum product of the repetitions inside. */
  readonly repeats: number;
}

class Translator {
  private readonly cursor: PatternCursor;
  private flags = INITIAL_FLAGS;
  /** True if word boundaries beside other letters than those of ASCII occur: RE2 does not have them. */
  hasBoundaries = false;
  /** True if boundaries of ASCII words occur, as after `(?-u)`. */
  hasAsciiBoundaries = false;

  constructor(
    pattern: string,
    private readonly formatSet: (set: CodePointSet) => string,
  ) {
    this.cursor = new PatternCursor(pattern);
  }

  translate(): string {
    return this.parseAlternatives().text;
  }

  private parseAlternatives(): Part {
    const alternatives: string[] = [];
    let parts: Part[] = [];
    let repeats = 1;
    const { cursor } = this;
    const finish = (): void => {
      const text = parts.map((part) => part.text).join('');
      if (text.length > MAX_LENGTH)
        throw new PatternError('it is too long when its repetitions are expanded');
      repeats = parts.reduce((max, part) => Math.max(max, part.repeats), repeats);
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
    else if (symbol === '[') add(this.formatSet(parseClassSet(cursor, foldingOf(flags))));
    else if (symbol === '\\') this.parseEscape(add);
    else if ('*+?{'.includes(symbol)) this.parseRepetition(parts, symbol);
    else {
      cursor.next();
      if (symbol === '.') add(this.formatSet(flags.s ? ANY : flags.R ? NO_LINE_END : NO_LINE_FEED));
      else if (symbol === '^' || symbol === '$') add(this.lineEdge(symbol));
      else add(this.literal(symbol.codePointAt(0) ?? 0));
    }
  }

  private lineEdge(symbol: '^' | '$'): string {
    if (!this.flags.m) return symbol === '^' ? '\\A' : '\\z';
    if (this.flags.R) throw new PatternError('RE2 has no lines that end in a carriage return');
    return `(?m:${symbol})`;
  }

  private literal(codePoint: number): string {
    return this.formatSet(createLiteralSet(codePoint, this.flags));
  }

  private parseEscape(add: (text: string) => void): void {
    const escape = parseEscape(this.cursor);
    if (escape.kind === 'literal') add(this.literal(escape.codePoint));
    else if (escape.kind === 'class') {
      add(this.formatSet(resolveEscapedClass(escape, foldingOf(this.flags))));
    } else {
      const look = LOOKS[escape.look];
      if (look === undefined) throw new PatternError('RE2 has no starts and ends of words');
      if (/b/i.test(escape.look)) {
        if (this.flags.u) this.hasBoundaries = true;
        else this.hasAsciiBoundaries = true;
      }
      add(look);
    }
  }

  private parseGroup(parts: Part[]): void {
    const { cursor } = this;
    const outer = this.flags;
    cursor.take('(');
    const found =
      cursor.match(GROUP_NAME) === undefined && !cursor.tryTake('?:') ? cursor.match(FLAGS) : undefined;
    if (found !== undefined) this.useFlags(changeFlags(this.flags, found[1] ?? ''));
    if (found?.[2] === ')') return;
    const { text, repeats } = this.parseAlternatives();
    cursor.take(')');
    this.useFlags(outer);
    parts.push({ text: `(?:${text})`, repeats });
  }

  private useFlags(flags: RustFlags): void {
    this.flags = flags;
    applyFlags(this.cursor, flags);
  }

  private parseRepetition(parts: Part[], symbol: string): void {
    const { cursor } = this;
    const count = symbol === '{' ? cursor.match(COUNT) : undefined;
    if (count === undefined) cursor.next();
    cursor.skipSpace();
    cursor.tryTake('?');
    const part = parts.pop();
    if (part === undefined) throw new PatternError('a repetition has nothing to repeat');
    if (count === undefined) {
      parts.push({ text: `(?:${part.text})${symbol}`, repeats: part.repeats });
      return;
    }
    const min = Number(count[1]);
    const max = count[2] === undefined ? min : count[3] === undefined ? undefined : Number(count[3]);
    parts.push(repeatPart(part, min, max));
  }
}

/** Writes repetitions, in as many pieces as RE2 requires. */
function repeatPart({ text, repeats }: Part, min: number, max: number | undefined): Part {
  const chunk = Math.max(1, Math.floor(MAX_REPETITIONS / repeats));
  const pieces: string[] = [];
  let length = 0;
  const add = (piece: string): void => {
    length += piece.length;
    if (length > MAX_LENGTH) throw new PatternError('it is too long when its repetitions are expanded');
    pieces.push(piece);
  };
  for (let left = min; left > 0; left -= chunk) add(`(?:${text}){${Math.min(left, chunk)}}`);
  if (max === undefined) add(`(?:${text})*`);
  else for (let left = max - min; left > 0; left -= chunk) add(`(?:${text}){0,${Math.min(left, chunk)}}`);
  const maxRepetitions = Math.min(Math.max(min, max === undefined ? 1 : max - min, 1), chunk);
  return { text: `(?:${pieces.join('')})`, repeats: repeats * maxRepetitions };
}
