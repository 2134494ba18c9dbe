import { ANY, type CodePointSet, findUnicodeClass, NO_LINE_END, NO_LINE_FEED } from './code-point-set.js';
import { createLiteralSet, foldingOf, readClassSet } from './class-set.js';
import { addLostBytes, calculateClassSize } from './class-size.js';
import { PatternCursor } from './pattern-cursor.js';
import { PatternError } from './pattern-error.js';
import { calculateRegexBytes } from './regex-cost.js';
import { type RegexNode, RegexTree } from './regex-tree.js';
import { parseRustClass } from './rust-class.js';
import { type EscapedClass, parseEscape } from './rust-escape.js';
import { applyFlags, changeFlags, INITIAL_FLAGS, type RustFlags } from './rust-flags.js';
import { WHITE_SPACE_CLASS } from './to-rust-pattern.js';
import { findUnicodeClassSize } from './unicode-class-size.js';

const MAX_DEPTH = 250;
const MAX_COUNT = 2 ** 32 - 1;
const COUNT = /\{\s*(\d+)\s*(?:(,)\s*(?:(\d+)\s*)?)?\}/y;
const GROUP_NAME = /\?P?<([\p{Alphabetic}_][\p{Alphabetic}\p{N}_.[\]]*)>/uy;
const FLAGS = /\?([imsUuRx-]+)([:)])/y;
/** Stands for `\S`. */
const OTHER_CLASS = `[^${WHITE_SPACE_CLASS.slice(1)}`;
/** Counts what the caches of the engine lose of each `\s` or `\S`, on average. */
const LOST_BYTES = 0.25;
/** Stands for a Unicode class that JavaScript does not have, such as a break property: these are about as large. */
const UNKNOWN_CLASS: CodePointSet = [
  [0x600, 0x605],
  [0x6dd, 0x6dd],
  [0x890, 0x891],
  [0xd4e, 0xd4e],
  [0x110bd, 0x110bd],
  [0x111c2, 0x111c3],
  [0x1193f, 0x1193f],
  [0x11a84, 0x11a89],
];

/**
 * Parses a pattern of the `regex` crate.
 *
 * @throws {PatternError} when the crate rejects it.
 */
export const parseRustRegex = (pattern: string): RegexNode => new Parser(pattern).parse();

/** Holds why the `regex` crate rejects a pattern. */
export interface RustVerdict {
  /** In the official build, which runs in WebAssembly. */
  readonly platform: string | undefined;
  /** On a node with 64 bits, if the official build accepts it: its size when compiled. */
  readonly node: string | undefined;
}

/** Checks a pattern as the `regex` crate does, in time that is linear in the pattern. */
export function checkRustRegex(pattern: string, sizeLimit: number): RustVerdict {
  try {
    const { official, node } = calculateRegexBytes(parseRustRegex(pattern));
    const explain = (bytes: number): string | undefined =>
      bytes > sizeLimit
        ? `compiled it takes about ${Math.ceil(bytes / 2 ** 20)} MiB, more than the ${sizeLimit / 2 ** 20} MiB that the engine allows`
        : undefined;
    const platform = explain(official);
    return { platform, node: platform === undefined ? explain(node) : undefined };
  } catch (error) {
    if (error instanceof PatternError) return { platform: error.message, node: undefined };
    throw error;
  }
}

/** Finds why the `regex` crate rejects a pattern in the official build. */
export const findRustRegexError = (pattern: string, sizeLimit: number): string | undefined =>
  checkRustRegex(pattern, sizeLimit).platform;

interface Part {
  readonly node: RegexNode;
  /** True if a repetition can follow: not after nothing, not after `(?i)`. */
  readonly isRepeatable: boolean;
  /** Depth of the syntax tree. */
  readonly depth: number;
}

interface Level {
  /** Finished alternatives. */
  alternatives: Part[];
  /** Parts of the current alternative. */
  parts: Part[];
  readonly isCapturing: boolean;
  /** Flags outside the group. */
  readonly outerFlags: RustFlags;
}

class Parser {
  private readonly cursor: PatternCursor;
  private readonly names = new Set<string>();
  private readonly levels: Level[] = [];
  private readonly tree = new RegexTree();
  private flags = INITIAL_FLAGS;
  private level = createLevel(false, INITIAL_FLAGS);

  constructor(pattern: string) {
    this.cursor = new PatternCursor(pattern);
  }

  parse(): RegexNode {
    const { cursor } = this;
    for (cursor.skipSpace(); !cursor.isAtEnd; cursor.skipSpace()) this.parsePart();
    if (this.levels.length > 0) throw new PatternError('a group "(" is not closed');
    const { node, depth } = this.closeLevel();
    if (depth > MAX_DEPTH) throw new PatternError(`it nests deeper than ${MAX_DEPTH}`);
    return node;
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
        this.level.alternatives.push(this.joinParts(this.level.parts));
        this.level.parts = [];
        return;
      case '[': {
        const start = cursor.offset;
        const depth = parseRustClass(cursor);
        this.pushBracket(cursor.textFrom(start), depth);
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
        if (escape.kind === 'class') this.pushClass(escape);
        else if (escape.kind === 'look') this.pushLook(escape.look);
        else this.pushSet(createLiteralSet(escape.codePoint, this.flags));
        return;
      }
      case '^':
      case '$':
        cursor.next();
        this.pushLook(symbol === '^' ? 'A' : 'z', this.flags.m);
        return;
      case '.':
        cursor.next();
        if (!cursor.isUnicode) throw new PatternError('after (?-u) "." could match invalid UTF-8');
        this.pushSet(this.flags.s ? ANY : this.flags.R ? NO_LINE_END : NO_LINE_FEED);
        return;
      default:
        cursor.next();
        this.pushSet(createLiteralSet(symbol.codePointAt(0) ?? 0, this.flags));
    }
  }

  private push(node: RegexNode, depth = 0): void {
    this.level.parts.push({ node, depth, isRepeatable: true });
  }

  private pushSet(set: CodePointSet): void {
    this.push(this.tree.class(set));
  }

  private pushBracket(text: string, depth: number): void {
    // A class that nests too deeply makes the pattern do so: nobody needs its characters.
    const set = depth > MAX_DEPTH ? UNKNOWN_CLASS : (readClassSet(text, this.flags) ?? UNKNOWN_CLASS);
    const isSpace = text === WHITE_SPACE_CLASS || text === OTHER_CLASS;
    const size = isSpace ? addLostBytes(calculateClassSize(set), LOST_BYTES) : undefined;
    this.push(this.tree.class(set, size), depth);
  }

  private pushClass(escape: EscapedClass): void {
    const { flags } = this;
    const set = findUnicodeClass(escape, foldingOf(flags)) ?? UNKNOWN_CLASS;
    this.push(this.tree.class(set, flags.i ? undefined : findUnicodeClassSize(escape)));
  }

  /** Adds an assertion, which is another one under other flags. */
  private pushLook(look: string, isLine = false): void {
    const { R, u } = this.flags;
    this.push(this.tree.look(isLine ? `line ${look} ${R}` : /^[Az]$/.test(look) ? look : `${look} ${u}`));
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
    this.level = createLevel(isCapturing, this.flags);
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
    if (found?.[2] === ':') this.enter(false);
    else this.level.parts.push({ node: this.tree.empty, depth: 0, isRepeatable: false });
    this.useFlags(changeFlags(this.flags, flags));
  }

  private useFlags(flags: RustFlags): void {
    this.flags = flags;
    applyFlags(this.cursor, flags);
  }

  private closeGroup(): void {
    const outer = this.levels.pop();
    if (outer === undefined) throw new PatternError('a ")" has no "("');
    this.cursor.next();
    const { node, depth } = this.closeLevel();
    this.useFlags(this.level.outerFlags);
    const { isCapturing } = this.level;
    this.level = outer;
    this.push(isCapturing ? this.tree.capture(node) : node, depth + 1);
  }

  private closeLevel(): Part {
    const { alternatives, parts } = this.level;
    const last = this.joinParts(parts);
    if (alternatives.length === 0) return last;
    const all = [...alternatives, last];
    return {
      node: this.tree.alternation(all.map((part) => part.node)),
      depth: depthOf(all),
      isRepeatable: true,
    };
  }

  private joinParts(parts: readonly Part[]): Part {
    const node = this.tree.concat(parts.map((part) => part.node));
    return { node, depth: depthOf(parts), isRepeatable: true };
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
    const isLazy = this.cursor.tryTake('?') !== this.flags.U;
    this.push(this.tree.repetition(part.node, { min, max }, isLazy), part.depth + 1);
  }
}

const createLevel = (isCapturing: boolean, outerFlags: RustFlags): Level => ({
  alternatives: [],
  parts: [],
  isCapturing,
  outerFlags,
});

const depthOf = (parts: readonly Part[]): number =>
  parts.reduce((max, part) => Math.max(max, part.depth), 0) + (parts.length > 1 ? 1 : 0);
