import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { causeOf } from './cause.js';

const FOLDER = fileURLToPath(new URL('../../dist/log/', import.meta.url));

/** Returns the lines of a program that has the log of a level as `log`. */
function linesOf(level: string, program: string): unknown[] {
  const text = `
    import { createLog } from ${JSON.stringify(`${FOLDER}create-log.js`)};
    const log = createLog(${JSON.stringify(level)}, 'json', 1);
    ${program}`;
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', text]).toString();
  return output
    .trim()
    .split('\n')
    .map((line): unknown => JSON.parse(line));
}

const OUTAGE = `log.warn({ err: new Error('no node', { cause: new Error('rejected') }), node: 'a' }, 'away');`;

describe('createLog', () => {
  it('writes the error of a warning as its cause, without a stack', () => {
    const [line] = linesOf('info', OUTAGE);
    expect(line).toMatchObject({ level: 40, node: 'a', cause: 'no node: rejected', msg: 'away' });
    expect(line).not.toHaveProperty('err');
  });

  it('writes the stack of a warning at level debug, and that of an error always', () => {
    const stack = expect.stringContaining(' at ');
    expect(linesOf('debug', OUTAGE)).toMatchObject([{ err: { message: 'no node: rejected', stack } }]);
    expect(linesOf('info', `log.error({ err: new Error('bug') }, 'failed');`)).toMatchObject([
      { level: 50, err: { message: 'bug', stack } },
    ]);
  });
});

it.each<[what: string, error: unknown, text: string]>([
  ['a message of more lines', new Error('first\n  second'), 'first second'],
  [
    'an error without a message',
    new AggregateError([new Error('connect ECONNREFUSED')]),
    'AggregateError: connect ECONNREFUSED',
  ],
  ['a cause that the message names', new Error('no: x', { cause: new Error('x') }), 'no: x'],
  ['what is no error', 'text', 'text'],
])('causeOf writes %s in one line', (_, error, text) => {
  expect(causeOf(error)).toBe(text);
});

it('causeOf ends where errors are the causes of each other', () => {
  const error = new Error('a');
  error.cause = error;
  expect(causeOf(error)).toBe('a');
});
