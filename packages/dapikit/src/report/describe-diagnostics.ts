import type { Diagnostic, TextRange } from '@dapikit/contract';
import type { NamedText } from '../input/one-contract.js';
import { PROGRAM } from '../program/program-name.js';
import { wrap } from '../program/wrap.js';
import { codeFrame } from './code-frame.js';
import type { Display } from './display.js';
import { palette, type Palette } from './palette.js';
import { printable } from '../program/printable.js';
import { describeLevel, type Judge, levelOf } from './report.js';

const NARROWEST = 40;
const LINE_WITHOUT_TERMINAL = 120;

/** Returns each diagnostic of a text with its line, as paragraphs to be joined by empty lines. */
export function describeDiagnostics(
  file: NamedText,
  diagnostics: readonly Diagnostic[],
  judge: Judge,
  display: Display,
): string[] {
  const colours = palette(display.isColoured);
  return diagnostics.map((diagnostic) => describe(diagnostic, file, judge, display, colours));
}

function describe(
  diagnostic: Diagnostic,
  file: NamedText,
  judge: Judge,
  display: Display,
  colours: Palette,
): string {
  const { code, message, at, range, fix, docs, official, certainty } = diagnostic;
  const level = levelOf(diagnostic, judge);
  const number = String(range?.start.line ?? '');
  const gutter = ' '.repeat(number.length + 1);
  const bar = colours.frame(`${gutter}|`);
  const name = printable(file.name);
  const place = range === undefined ? name : `${name}:${range.start.line}:${range.start.column}`;
  const note = (title: string, text: string): string => {
    const indent = ' '.repeat(gutter.length + title.length + 4);
    const lines = display.columns === undefined ? [text] : wrap(text, widthOf(display) - indent.length);
    return `${colours.frame(`${gutter}=`)} ${colours.strong(`${title}:`)} ${lines.join(`\n${indent}`)}`;
  };
  return [
    `${colours[level](`${describeLevel(diagnostic, judge)}[${code}]`)}${colours.strong(`: ${printable(message)}`)}`,
    `${colours.frame(`${gutter.slice(1)}-->`)} ${place}${at === '' ? '' : colours.faint(` at ${printable(at)}`)}`,
    ...(range === undefined ? [] : frameLines(file.text, range)),
    note('help', printable(fix.text)),
    ...(official?.layer === undefined
      ? []
      : [
          note(
            'network',
            `${official.code ?? official.name}, layer ${official.layer}${certainty === undefined ? '' : `, ${certainty}`}`,
          ),
        ]),
    note('docs', docs.replace(/^dapikit /, `${PROGRAM} `)),
  ].join('\n');

  function frameLines(text: string, at: TextRange): string[] {
    const { line, indent, length } = codeFrame(text, marked(text, at), widthOf(display) - gutter.length - 2);
    const until = at.end.line > at.start.line ? ` … to line ${at.end.line}` : '';
    return [
      bar,
      `${colours.frame(`${number} |`)} ${line}`.trimEnd(),
      `${bar} ${' '.repeat(indent)}${colours[level]('^'.repeat(length) + until)}`,
    ];
  }
}

const MAX_NAME_LENGTH = 200;
const MAX_MARK_LENGTH = 40;
const NAME = /"(?:[^"\\]|\\.)*"\s*:\s*$/;

/**
 * Returns the range to mark. A long object or array is marked at its name and first bracket only: they say more than a line full of marks.
 */
function marked(text: string, { start, end }: TextRange): TextRange {
  const isContainer = text[start.offset] === '{' || text[start.offset] === '[';
  const isLong = end.line > start.line || end.offset - start.offset > MAX_MARK_LENGTH;
  if (!isContainer || !isLong) return { start, end };
  const lineStart = start.offset - start.column + 1;
  const before = text.slice(Math.max(start.offset - MAX_NAME_LENGTH, lineStart), start.offset);
  const length = NAME.exec(before)?.[0].length ?? 0;
  return {
    start: { ...start, column: start.column - length, offset: start.offset - length },
    end: { ...start, column: start.column + 1, offset: start.offset + 1 },
  };
}

function widthOf({ columns }: Display): number {
  return Math.max(NARROWEST, columns ?? LINE_WITHOUT_TERMINAL);
}
