import { excerpt } from '../../base/messages/json-rpc-error.js';
import { ProblemError } from '../../base/http/problem-error.js';
import { isMismatch } from '../../base/params/mismatch.js';
import type { ParamTable, Values } from '../../base/params/param.js';
import { readText } from '../../base/params/text-value.js';

type Read<P extends ParamTable> = { [Name in keyof P]?: NonNullable<Values<P>[Name]> };

/**
 * Reads the query of a request: each parameter at most once, and no other parameters.
 * @throws {ProblemError} 400 that names the first one that is wrong.
 */
export function readQuery<P extends ParamTable>(query: string, params: P): Read<P> {
  const found = new Map<string, unknown>();
  for (const [name, text] of new URLSearchParams(query)) {
    const param = Object.hasOwn(params, name) ? params[name] : undefined;
    if (param === undefined)
      throw queryProblem('unknown-option', 'Unknown query parameter', name, {
        expected: `one of ${Object.keys(params).join(', ')}`,
        found: excerpt(name),
        fix: 'Remove the parameter, or correct its name.',
      });
    if (found.has(name))
      throw queryProblem('repeated-option', 'Repeated query parameter', name, {
        expected: `${name} once`,
        found: excerpt(text),
        fix: 'Pass the parameter once.',
      });
    const value = readText(param, text);
    if (isMismatch(value))
      throw queryProblem('invalid-option', 'Invalid query parameter', name, {
        expected: param.expected,
        found: excerpt(text),
        fix: `Give ${name} as ${param.expected}, or leave it out.`,
      });
    found.set(name, value);
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each value is what the parameter of its name read
  return Object.fromEntries(found) as Read<P>;
}

interface QueryMismatch {
  readonly expected: string;
  readonly found: unknown;
  readonly fix: string;
}

function queryProblem(reason: string, title: string, name: string, mismatch: QueryMismatch): ProblemError {
  return new ProblemError(400, title, {
    reason,
    ...mismatch,
    at: `query parameter ${String(excerpt(name))}`,
  });
}
