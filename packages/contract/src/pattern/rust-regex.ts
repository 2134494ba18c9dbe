import { REGEX_COST, calculateRepetitionCost } from './regex-cost.js';
import { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { parseRustClass } from './rust-class.js';
import { parseEscape } from './rust-escape.js';

const MAX_DEPTH = 250;
const MAX_COUNT = 2 ** 32 - 1;
const COUNT = /\{\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?\}/y;
const GROUP_NAME = /\?P?<([\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>/uy;
const FLAGS = /\?([imsUuRx-]+)([:)])/y;

/** Finds why the `regex` crate rejects a pattern, in time that is linear in the pattern. */
export function findRustRegexError(pattern: string, sizeLimit: number): string | undefined {
  try {
    const cost = REGEX_COST.program + new Parser(pattern).parse();
    return cost > sizeLimit
      ? `compiled it takes about ${Math.ceil(cost / 2 ** 20)} MiB, more than the ${sizeLimit / 2 ** 20} MiB that the engine allows`
      : undefined;
  } catch (error) {
    if (error instanceof PatternError) return error.message;
    throw error;
  }
}

interface Part {
  readonly cost: number;
  /** True if a repetition can follow: not after nothing, not after `(?i)`. */
  readonly isRepeatable: boolean;
  /** True if it matches only nothing: the engine does not repeat such a part. */
  readonly isEmpty: boolean;
  /** True if it can match nothing. */
  readonly isNullable: boolean;
  /** Depth of the syntax tree. */
  readonly depth: number;
}

interface Level {
  /** Finished alternatives. */
  alternatives: Part[];
  /** Parts of the current alternative. */
  parts: Part[];
  readonly isCapturing: boolean;
  readonly ignoredSpace: boolean;
  readonly wasAnyCase: boolean;
  readonly wasUnicode: boolean;
}

class Parser {
  private readonly cursor: PatternCursor;
  private readonly names = new Set<string>();
  private readonly levels: Level[] = [];
  private level: Level = createLevel(false, false, false, true);
  private anyCase = false;

  constructor(pattern: string) {
    this.cursor = new PatternCursor(pattern);
  }

  parse(): number {
    const { cursor } = this;
    for (cursor.skipSpace(); !cursor.isAtEnd; cursor.skipSpace()) this.parsePart();
    if (this.levels.length > 0) throw new PatternError('a group "(" is not closed');
    const { cost, depth } = closeLevel(this.level);
    if (depth > MAX_DEPTH) throw new PatternError(`it nests deeper than ${MAX_DEPTH}`);
    return cost;
  }

  private parsePart(): void {
    const { cursor } = this;
    const symbol = cursor.peek();
    switch (symbol) {
      case '(':
        this.openGroup();
        return;
      case ')':
        this.closeGroup();
        return;
      case '|':
        cursor.next();
        this.level.alternatives.push(joinParts(this.level.parts));
        this.level.parts = [];
        return;
      case '[': {
        const { cost, depth } = parseRustClass(cursor);
        this.push(cost, depth);
        return;
      }
      case '*':
      case '+':
      case '?':
        cursor.next();
        this.repeat(symbol === '+' ? 1 : 0, symbol === '?' ? 1 : undefined);
        return;
      case '{':
        this.parseCount();
        return;
      case '\\': {
        const escape = parseEscape(cursor);
        if (escape.kind === 'class') this.push(escape.cost, 0);
        else if (escape.kind === 'look') this.push(REGEX_COST.look, 0, true);
        else this.pushLiteral(escape.codePoint);
        return;
      }
      default:
        cursor.next();
        if (symbol === '.' && !cursor.isUnicode)
          throw new PatternError('after (?-u) "." could match invalid UTF-8');
        if (symbol === '.') this.push(REGEX_COST.nearlyAny, 0);
        else if (symbol === '^' || symbol === '$') this.push(REGEX_COST.look, 0, true);
        else this.pushLiteral(symbol.codePointAt(0) ?? 0);
    }
  }

  private push(cost: number, depth: number, isEmpty = false): void {
    this.level.parts.push({ cost, depth, isRepeatable: true, isEmpty, isNullable: isEmpty });
  }

  private pushLiteral(codePoint: number): void {
    const symbol = String.fromCodePoint(codePoint);
    const hasCases = this.anyCase && symbol.toLowerCase() !== symbol.toUpperCase();
    const bytes = codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
    this.push(hasCases ? REGEX_COST.asciiClass(2) * bytes : REGEX_COST.byte * bytes, 0);
  }

  private openGroup(): void {
    const { cursor } = this;
    cursor.take('(');
    for (const look of ['?=', '?!', '?<=', '?<!'])
      if (cursor.startsWith(look)) throw new PatternError(`look-around "(${look}" is not supported`);
    const name = cursor.match(GROUP_NAME)?.[1];
    if (name !== undefined) {
      if (this.names.has(name)) throw new PatternError(`two groups are named "${name}"`);
      this.names.add(name);
    } else if (cursor.tryTake('?:')) {
      this.enter(false);
      return;
    } else if (cursor.startsWith('?')) {
      this.parseFlags();
      return;
    }
    this.enter(true);
  }

  private enter(isCapturing: boolean): void {
    this.levels.push(this.level);
    this.level = createLevel(isCapturing, this.cursor.ignoresSpace, this.anyCase, this.cursor.isUnicode);
  }

  private parseFlags(): void {
    const found = this.cursor.match(FLAGS);
    const flags = found?.[1] ?? '';
    const letters = flags.replace('-', '');
    if (
      letters.includes('-') ||
      flags.endsWith('-') ||
      letters === '' ||
      new Set(letters).size !== letters.length
    )
      throw new PatternError('a group starts with unknown or repeated flags');
    const [on = '', off = ''] = flags.split('-');
    const isGroup = found?.[2] === ':';
    if (isGroup) this.enter(false);
    else this.level.parts.push({ cost: 0, depth: 0, isRepeatable: false, isEmpty: true, isNullable: true });
    if (on.includes('x')) this.cursor.ignoresSpace = true;
    if (off.includes('x')) this.cursor.ignoresSpace = false;
    if (on.includes('i')) this.anyCase = true;
    if (off.includes('i')) this.anyCase = false;
    if (on.includes('u')) this.cursor.isUnicode = true;
    if (off.includes('u')) this.cursor.isUnicode = false;
  }

  private closeGroup(): void {
    const outer = this.levels.pop();
    if (outer === undefined) throw new PatternError('a ")" has no "("');
    this.cursor.next();
    const inner = closeLevel(this.level);
    this.cursor.ignoresSpace = this.level.ignoredSpace;
    this.anyCase = this.level.wasAnyCase;
    this.cursor.isUnicode = this.level.wasUnicode;
    outer.parts.push({
      cost: inner.cost + (this.level.isCapturing ? REGEX_COST.captures : 0),
      depth: inner.depth + 1,
      isRepeatable: true,
      isEmpty: inner.isEmpty && !this.level.isCapturing,
      isNullable: inner.isNullable,
    });
    this.level = outer;
  }

  private parseCount(): void {
    const found = this.cursor.match(COUNT);
    if (found === undefined)
      throw new PatternError('"{" starts no repetition; write "\\{" for the character');
    const min = Number(found[1]);
    const max = found[2] === undefined ? min : found[3] === undefined ? undefined : Number(found[3]);
    if (min > MAX_COUNT || (max !== undefined && (max > MAX_COUNT || min > max)))
      throw new PatternError(`the repetition "${found[0]}" is out of range`);
    this.repeat(min, max);
  }

  private repeat(min: number, max: number | undefined): void {
    this.cursor.skipSpace();
    const part = this.level.parts.pop();
    if (part === undefined || !part.isRepeatable)
      throw new PatternError('a repetition has nothing to repeat');
    this.cursor.tryTake('?');
    this.level.parts.push({
      cost: part.isEmpty ? part.cost + REGEX_COST.union(2) : calculateRepetitionCost(part, min, max),
      depth: part.depth + 1,
      isRepeatable: true,
      isEmpty: part.isEmpty,
      isNullable: part.isNullable || min === 0,
    });
  }
}

function createLevel(
  isCapturing: boolean,
  ignoredSpace: boolean,
  wasAnyCase: boolean,
  wasUnicode: boolean,
): Level {
  return { alternatives: [], parts: [], isCapturing, ignoredSpace, wasAnyCase, wasUnicode };
}

function joinParts(parts: readonly Part[]): Part {
  const cost = parts.reduce((sum, part) => sum + part.cost, 0);
  const depth = parts.reduce((max, part) => Math.max(max, part.depth), 0);
  return {
    cost,
    depth: parts.length > 1 ? depth + 1 : depth,
    isRepeatable: true,
    isEmpty: parts.every((part) => part.isEmpty),
    isNullable: parts.every((part) => part.isNullable),
  };
}

function closeLevel({ alternatives, parts }: Level): Part {
  const last = joinParts(parts);
  if (alternatives.length === 0) return last;
  const all = joinParts([...alternatives, last]);
  const isNullable = [...alternatives, last].some((part) => part.isNullable);
  return {
    ...all,
    isNullable,
    cost: all.cost + REGEX_COST.union(alternatives.length + 1) + REGEX_COST.empty,
  };
}
