import { codeFrame } from '../report/code-frame.js';
import type { Palette } from '../report/palette.js';
import { printable } from '../program/printable.js';
import type { SettingsDiagnostic } from './config-file.js';

const MAX_LINE_WIDTH = 110;

/**
 * Formats errors for people, each with its line in the file; passwords in URLs are masked.
 * @param command begins those that are not in the file; absent where all begin with their severity
 */
export function describeSettingsErrors(
  errors: readonly SettingsDiagnostic[],
  file: string | undefined,
  text: string,
  paints: Palette,
  command?: string,
): string {
  const masked = text.replace(/(?<=:\/\/)\S+(?=@)/g, (secret) => '*'.repeat(secret.length));
  return errors.map((error) => `${describe(error, file ?? '', masked, paints, command)}\n`).join('\n');
}

function describe(
  { message, span }: SettingsDiagnostic,
  file: string,
  text: string,
  paints: Palette,
  command: string | undefined,
): string {
  if (span === undefined && command !== undefined) return `dapikit ${command}: ${printable(message)}`;
  const head = `${paints.error('error')}${paints.strong(`: ${printable(message)}`)}`;
  if (span === undefined) return head;
  const [start, end] = span.map((offset) => placeOf(text, offset));
  if (start === undefined || end === undefined) return head;
  const { line, indent, length } = codeFrame(text, { start, end }, MAX_LINE_WIDTH);
  const number = String(start.line);
  const gutter = ' '.repeat(number.length + 1);
  return [
    head,
    `${paints.frame(`${gutter.slice(1)}-->`)} ${printable(file)}:${start.line}:${start.column}`,
    paints.frame(`${gutter}|`),
    `${paints.frame(`${number} |`)} ${line}`,
    `${paints.frame(`${gutter}|`)} ${' '.repeat(indent)}${paints.error('^'.repeat(length))}`,
  ].join('\n');
}

/** Lines and columns start at 1. */
function placeOf(text: string, wanted: number): { line: number; column: number; offset: number } {
  const offset = Math.min(wanted, text.length);
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, column: offset - before.lastIndexOf('\n'), offset };
}
