import { validateContract } from '@dapikit/contract';
import { UsageError } from '../option.js';
import { codeFrame } from '../report/code-frame.js';
import { printable } from '../report/printable.js';

const WIDEST = 100;

/** Reads JSON of the command line. @throws {UsageError} with the place of the mistake. */
export function jsonArgument(text: string | undefined, name: string): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    throw new UsageError(`${name}: ${mistakeIn(text ?? '')}`);
  }
}

/** Reads a JSON object of the command line. @throws {UsageError} */
export function jsonObject(text: string, name: string): Readonly<Record<string, unknown>> {
  const value = jsonArgument(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${name}: expected a JSON object, found ${JSON.stringify(text)}`);
}

/** What the reader of contracts says of the text, with the line and a mark below the place. */
function mistakeIn(text: string): string {
  const mistake = validateContract(text).diagnostics.find(({ code }) => code.startsWith('json-'));
  if (mistake?.range === undefined) return `expected JSON, found ${JSON.stringify(text)}`;
  const { start } = mistake.range;
  const { line, indent, length } = codeFrame(text, mistake.range, WIDEST);
  return [
    `expected JSON, found a mistake at ${start.line}:${start.column}: ${printable(mistake.message)}`,
    `  ${line}`.trimEnd(),
    `  ${' '.repeat(indent)}${'^'.repeat(length)}`,
  ].join('\n');
}
