import type { TextPosition, TextRange } from '../diagnostic/diagnostic.js';

/** Converts offsets of a text to lines and columns. */
export class LineIndex {
  private starts: number[] | undefined;

  constructor(private readonly text: string) {}

  range(start: number, end: number): TextRange {
    return { start: this.position(start), end: this.position(end) };
  }

  private position(offset: number): TextPosition {
    this.starts ??= findLineStarts(this.text);
    let low = 0;
    let high = this.starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((this.starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - (this.starts[low] ?? 0) + 1, offset };
  }
}

function findLineStarts(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}
