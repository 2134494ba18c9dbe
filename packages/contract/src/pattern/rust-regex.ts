import { COST, repeatedCost } from './regex-cost.js';
import { PatternCursor } from './pattern-cursor.js';
import { PatternFault } from './pattern-fault.js';
import { parseClass } from './rust-class.js';
import { parseEscape } from './rust-escape.js';

const DEEPEST = 250;
const LARGEST_COUNT = 2 ** 32 - 1;
const COUNT = /\{\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?\}/y;
const GROUP_NAME = /\?P?<([\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>/uy;
const FLAGS = /\?([imsUuRx-]+)([:)])/y;

/** Why the `regex` crate does not take a pattern; nothing when it does. Linear in the length of the pattern. */
export function rustRegexFault(pattern: string, sizeLimit: number): string | undefined {
  try {
    const cost = new Parser(pattern).parse();
    return cost > sizeLimit
      ? `compiled it takes about ${Math.ceil(cost / 2 ** 20)} MiB, more than the ${sizeLimit / 2 ** 20} MiB that the engine allows`
      : undefined;
  } catch (error) {
    if (error instanceof PatternFault) return error.message;
    throw error;
  }
}

interface Part {
  readonly cost: number;
  /** Whether a repetition may follow: not after nothing, not after `(?i)`. */
  readonly isRepeatable: boolean;
  /** Whether it only ever matches nothing: the engine does not repeat such a part. */
  readonly isEmpty: boolean;
  /** Whether it can match nothing. */
  readonly isNullable: boolean;
  /** How deep the syntax tree is. */
  readonly depth: number;
}

interface Level {
  /** The finished alternatives. */
  alternatives: Part[];
  /** The parts of the alternative that is being read. */
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
  private level: Level = newLevel(false, false, false, true);
  private anyCase = false;

  constructor(pattern: string) {
    this.cursor = new PatternCursor(pattern);
  }

  parse(): number {
    const { cursor } = this;
    for (cursor.skipSpace(); !cursor.isAtEnd; cursor.skipSpace()) this.parsePart();
    if (this.levels.length > 0) throw new PatternFault('a group "(" is not closed');
    const { cost, depth } = closed(this.level);
    if (depth > DEEPEST) throw new PatternFault(`it nests deeper than ${DEEPEST}`);
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
        this.level.alternatives.push(joined(this.level.parts));
        this.level.parts = [];
        return;
      case '[':
        this.push(parseClass(cursor, 1), 1);
        return;
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
        else if (escape.kind === 'look') this.push(COST.look, 0, true);
        else this.pushLiteral(escape.codePoint);
        return;
      }
      default:
        cursor.next();
        if (symbol === '.' && !cursor.isUnicode)
          throw new PatternFault('after (?-u) "." could match what is no UTF-8');
        if (symbol === '.') this.push(COST.nearlyAny, 0);
        else if (symbol === '^' || symbol === '$') this.push(COST.look, 0, true);
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
    this.push(hasCases ? COST.asciiClass(2) * bytes : COST.byte * bytes, 0);
  }

  private openGroup(): void {
    const { cursor } = this;
    cursor.take('(');
    for (const look of ['?=', '?!', '?<=', '?<!'])
      if (cursor.startsWith(look)) throw new PatternFault(`look-around "(${look}" is not supported`);
    const name = cursor.match(GROUP_NAME)?.[1];
    if (name !== undefined) {
      if (this.names.has(name)) throw new PatternFault(`two groups are named "${name}"`);
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
    this.level = newLevel(isCapturing, this.cursor.ignoresSpace, this.anyCase, this.cursor.isUnicode);
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
      throw new PatternFault('a group starts with unknown or repeated flags');
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
    if (outer === undefined) throw new PatternFault('a ")" has no "("');
    this.cursor.next();
    const inner = closed(this.level);
    this.cursor.ignoresSpace = this.level.ignoredSpace;
    this.anyCase = this.level.wasAnyCase;
    this.cursor.isUnicode = this.level.wasUnicode;
    outer.parts.push({
      cost: inner.cost + (this.level.isCapturing ? COST.captures : 0),
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
      throw new PatternFault('"{" starts no repetition; write "\\{" for the character');
    const least = Number(found[1]);
    const most = found[2] === undefined ? least : found[3] === undefined ? undefined : Number(found[3]);
    if (least > LARGEST_COUNT || (most !== undefined && (most > LARGEST_COUNT || least > most)))
      throw new PatternFault(`the repetition "${found[0]}" is out of range`);
    this.repeat(least, most);
  }

  private repeat(least: number, most: number | undefined): void {
    this.cursor.skipSpace();
    const part = this.level.parts.pop();
    if (part === undefined || !part.isRepeatable)
      throw new PatternFault('a repetition has nothing to repeat');
    this.cursor.tryTake('?');
    this.level.parts.push({
      cost: part.isEmpty ? part.cost + COST.union(2) : repeatedCost(part, least, most),
      depth: part.depth + 1,
      isRepeatable: true,
      isEmpty: part.isEmpty,
      isNullable: part.isNullable || least === 0,
    });
  }
}

function newLevel(
  isCapturing: boolean,
  ignoredSpace: boolean,
  wasAnyCase: boolean,
  wasUnicode: boolean,
): Level {
  return { alternatives: [], parts: [], isCapturing, ignoredSpace, wasAnyCase, wasUnicode };
}

function joined(parts: readonly Part[]): Part {
  const cost = parts.reduce((sum, part) => sum + part.cost, 0);
  const depth = parts.reduce((most, part) => Math.max(most, part.depth), 0);
  return {
    cost,
    depth: parts.length > 1 ? depth + 1 : depth,
    isRepeatable: true,
    isEmpty: parts.every((part) => part.isEmpty),
    isNullable: parts.every((part) => part.isNullable),
  };
}

function closed({ alternatives, parts }: Level): Part {
  const last = joined(parts);
  if (alternatives.length === 0) return last;
  const all = joined([...alternatives, last]);
  const isNullable = [...alternatives, last].some((part) => part.isNullable);
  return { ...all, isNullable, cost: all.cost + COST.union(alternatives.length + 1) + COST.empty };
}
