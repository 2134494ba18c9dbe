import { createTwoFilesPatch } from 'diff';
import { printable } from '../program/printable.js';
import type { Display } from './display.js';
import { palette } from './palette.js';

const CONTEXT_LINES = 3;

/** Formats the difference of two texts of a file as a unified diff, ended by an empty line. */
export function formatDiff(name: string, before: string, after: string, { isColoured }: Display): string {
  const colours = palette(isColoured);
  const patch = createTwoFilesPatch(`a/${name}`, `b/${name}`, before, after, undefined, undefined, {
    context: CONTEXT_LINES,
  });
  const lines = patch
    .split('\n')
    .filter((line) => !line.startsWith('====='))
    .map((line) => {
      const shown = printable(line.trimEnd());
      if (line.startsWith('@@')) return colours.frame(shown);
      if (line.startsWith('+')) return colours.good(shown);
      return line.startsWith('-') ? colours.error(shown) : shown;
    });
  return `${lines.join('\n').trimEnd()}\n\n`;
}
