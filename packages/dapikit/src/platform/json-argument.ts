import { validateContract } from '@dapikit/contract';
import { UsageError } from '../program/option.js';
import { codeFrame } from '../report/code-frame.js';
import { printable } from '../program/printable.js';
import { NumberTooLargeError, parseExactly } from './exact-json.js';

const WIDEST = 100;

/** Reads JSON of the command line; an integer that a number would round is a `bigint`. @throws {UsageError} with the location of the syntax error, or the number that is too large. */
export function jsonArgument(text: string | undefined, name: string): unknown {
  try {
    return parseExactly(text ?? '');
  } catch (error) {
    const problem = error instanceof NumberTooLargeError ? error.message : describeSyntaxError(text ?? '');
    throw new UsageError(`${name}: ${problem}`);
  }
}

/** Reads a JSON object of the command line. @throws {UsageError} */
export function jsonObject(text: string, name: string): Readonly<Record<string, unknown>> {
  const value = jsonArgument(text, name);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw new UsageError(`${name}: expected a JSON object, found ${JSON.stringify(text)}`);
}

/** Describes the syntax error that the reader of contracts finds, with the line and a mark below its location. */
function describeSyntaxError(text: string): string {
  const diagnostic = validateContract(text).diagnostics.find(({ code }) => code.startsWith('json-'));
  if (diagnostic?.range === undefined) return `expected JSON, found ${JSON.stringify(text)}`;
  const { start } = diagnostic.range;
  const { line, indent, length } = codeFrame(text, diagnostic.range, WIDEST);
  return [
    `syntax error at ${start.line}:${start.column}: ${printable(diagnostic.message)}`,
    `  ${line}`.trimEnd(),
    `  ${' '.repeat(indent)}${'^'.repeat(length)}`,
  ].join('\n');
}
