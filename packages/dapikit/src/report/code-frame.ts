import type { TextRange } from '@dapikit/contract';
import stringWidth from 'fast-string-width';
import { printable } from '../program/printable.js';

/** Describes a line of source with the column and length of the mark below it. */
export interface CodeFrame {
  readonly line: string;
  /** Columns before the mark. */
  readonly indent: number;
  /** Columns of the mark, at least one. */
  readonly length: number;
}

const TAB = '    ';
const CUT = '…';

/** Unit that is shown together: a character with its marks, a tab, an escaped control character. */
interface Cell {
  readonly shown: string;
  readonly width: number;
  readonly isMarked: boolean;
}

/**
 * Returns the line on which a range starts, at most `width` columns of it around the start. Of a range over several lines the first
 * one is marked. However long the line is, only the visible part is processed.
 */
export function codeFrame(text: string, { start, end }: TextRange, width: number): CodeFrame {
  const lineStart = start.offset - start.column + 1;
  const from = Math.max(lineStart, start.offset - 2 * width);
  const to = lineEnd(text, start.offset, start.offset + 4 * width);
  const markEnd = Math.max(
    start.offset + 1,
    start.offset + text.slice(start.offset, Math.min(end.offset, to)).trimEnd().length,
  );
  const cells = [
    ...cellsOf(text.slice(from, start.offset), false),
    ...cellsOf(text.slice(start.offset, markEnd), true),
    ...cellsOf(text.slice(markEnd, to), false),
  ];
  if (start.offset >= to) cells.push({ shown: ' ', width: 1, isMarked: true });
  const isCutBefore = from > lineStart;
  const isCutAfter = to < text.length && text[to] !== '\n' && text[to] !== '\r';
  return fit(cells, width, isCutBefore, isCutAfter);
}

/** Where the line ends, or `most`; a carriage return before the line feed belongs to the end. */
function lineEnd(text: string, offset: number, most: number): number {
  const rest = text.slice(offset, most);
  const end = rest.search(/\r?\n|\r?$/);
  return offset + (end === -1 ? rest.length : end);
}

/** Made at the first line that needs it: that takes 10 ms. */
let graphemes: Intl.Segmenter | undefined;
const ASCII = /^[\u0020-\u007e]*$/;

function cellsOf(text: string, isMarked: boolean): Cell[] {
  if (ASCII.test(text)) return Array.from(text, (shown) => ({ shown, width: 1, isMarked }));
  graphemes ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return Array.from(graphemes.segment(text), ({ segment }) => {
    const shown = segment === '\t' ? TAB : printable(segment);
    return { shown, width: stringWidth(shown), isMarked };
  });
}

/** Leaves out what does not fit, and sees to it that the start of the mark stays, with something before it. */
function fit(cells: readonly Cell[], width: number, isCutBefore: boolean, isCutAfter: boolean): CodeFrame {
  const markAt = cells.findIndex(({ isMarked }) => isMarked);
  const all = widthOf(cells);
  let first = 0;
  if (all > width || isCutBefore) {
    const room = Math.max(Math.floor(width / 3), width - 1 - widthOf(cells.slice(markAt)));
    let before = widthOf(cells.slice(0, markAt));
    while (first < markAt && before > room) {
      before -= cells[first]?.width ?? 0;
      first += 1;
    }
  }
  const isHeadCut = first > 0 || isCutBefore;
  let used = isHeadCut ? 1 : 0;
  let last = first;
  while (last < cells.length && used + (cells[last]?.width ?? 0) <= width - 1) {
    used += cells[last]?.width ?? 0;
    last += 1;
  }
  // The last column is reserved for the mark of the cut, unless the rest is just what fits into it.
  const rest = cells.slice(last);
  if (!isCutAfter && widthOf(rest) <= width - used) last = cells.length;
  const visible = cells.slice(first, last);
  const isTailCut = last < cells.length || isCutAfter;
  const indent = widthOf(visible.filter((_, at) => first + at < markAt)) + (isHeadCut ? 1 : 0);
  return {
    line: `${isHeadCut ? CUT : ''}${visible.map(({ shown }) => shown).join('')}${isTailCut ? CUT : ''}`.trimEnd(),
    indent,
    length: Math.max(1, widthOf(visible.filter(({ isMarked }) => isMarked))),
  };
}

function widthOf(cells: readonly Cell[]): number {
  return cells.reduce((sum, { width }) => sum + width, 0);
}
