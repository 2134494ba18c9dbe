import { PatternError } from './pattern-error.js';

/** Reads a pattern by whole characters. */
export class PatternCursor {
  private at = 0;
  /** True if white space and comments are skipped, as after `(?x)`. */
  ignoresSpace = false;
  /** True if characters are matched; false after `(?-u)`, for bytes. */
  isUnicode = true;

  constructor(private readonly pattern: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** Returns the rest of the pattern. */
  get rest(): string {
    return this.pattern.slice(this.at);
  }

  /** Returns the position of the next character, in UTF-16 units. */
  get offset(): number {
    return this.at;
  }

  /** Returns the text from an earlier position up to the next character. */
  textFrom(start: number): string {
    return this.pattern.slice(start, this.at);
  }

  /** Returns the next character; empty at the end. */
  peek(): string {
    const symbol = this.pattern.codePointAt(this.at);
    return symbol === undefined ? '' : String.fromCodePoint(symbol);
  }

  /** Returns the character after the next one; empty at the end. */
  peekSecond(): string {
    const symbol = this.pattern.codePointAt(this.at + this.peek().length);
    return symbol === undefined ? '' : String.fromCodePoint(symbol);
  }

  next(): string {
    const symbol = this.peek();
    this.at += symbol.length;
    return symbol;
  }

  startsWith(text: string): boolean {
    return this.pattern.startsWith(text, this.at);
  }

  tryTake(text: string): boolean {
    if (!this.startsWith(text)) return false;
    this.at += text.length;
    return true;
  }

  take(text: string): void {
    if (!this.tryTake(text)) throw new PatternError(`"${text}" is missing`);
  }

  /** Matches a sticky expression here and moves behind the match. */
  match(expression: RegExp): RegExpExecArray | undefined {
    expression.lastIndex = this.at;
    const found = expression.exec(this.pattern);
    if (found === null) return undefined;
    this.at += found[0].length;
    return found;
  }

  skipSpace(): void {
    if (this.ignoresSpace) this.match(/(?:\p{White_Space}|#[^\n]*(?:\n|$))*/uy);
  }
}
