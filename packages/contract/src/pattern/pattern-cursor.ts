import { PatternFault } from './pattern-fault.js';

/** A place in a pattern, which moves on by whole characters. */
export class PatternCursor {
  private at = 0;
  /** Whether white space and comments are skipped, as after `(?x)`. */
  ignoresSpace = false;
  /** Whether characters are matched, or after `(?-u)` bytes. */
  isUnicode = true;

  constructor(private readonly pattern: string) {}

  get isAtEnd(): boolean {
    return this.at >= this.pattern.length;
  }

  /** What is still to be read. */
  get rest(): string {
    return this.pattern.slice(this.at);
  }

  /** The character here; empty at the end. */
  peek(): string {
    const symbol = this.pattern.codePointAt(this.at);
    return symbol === undefined ? '' : String.fromCodePoint(symbol);
  }

  /** The character after the one here; empty at the end. */
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
    if (!this.tryTake(text)) throw new PatternFault(`"${text}" is missing`);
  }

  /** What a sticky expression finds here; moves behind it. */
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
