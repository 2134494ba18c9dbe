import { expect, it } from 'vitest';
import { palette } from '../report/palette.js';
import { isPrintable } from '../program/printable.js';
import { prettyLine } from './pretty-line.js';

const plain = palette(false);
const time = new Date(2026, 0, 2, 3, 4, 5).getTime();

it('prettyLine shows time, level, message and fields', () => {
  const line = {
    level: 40,
    time,
    pid: 1,
    hostname: 'h',
    node: 'first',
    urls: ['a'],
    msg: 'node unavailable',
  };
  expect(prettyLine(JSON.stringify(line), plain)).toBe(
    '03:04:05 WARN  node unavailable node=first urls=["a"]\n',
  );
});

it('prettyLine shows the stack of an error below', () => {
  const err = { type: 'Error', message: 'no', stack: 'Error: no\n    at x' };
  expect(prettyLine(JSON.stringify({ level: 50, time, err, msg: 'failed' }), plain)).toBe(
    '03:04:05 ERROR failed\n  Error: no\n      at x\n',
  );
});

it('prettyLine escapes control characters', () => {
  expect(prettyLine(JSON.stringify({ level: 30, time, msg: '\u001b[2J' }), plain)).toBe(
    '03:04:05 INFO  \\u{1b}[2J\n',
  );
});

const shown = (line: object): string => prettyLine(JSON.stringify({ level: 30, time, ...line }), plain);

it.each([
  [
    'a call',
    {
      msg: 'call',
      path: '/',
      method: 'getBlockHash',
      params: 'height=3',
      result: '7a92642b…',
      milliseconds: 0.6,
    },
    '03:04:05 /          getBlockHash height=3  → 7a92642b…  0.6 ms\n',
  ],
  [
    'a call with an error',
    {
      msg: 'call',
      path: '/dev',
      method: 'mine',
      code: -32602,
      reason: 'invalid-params',
      at: '/params',
      message: 'no property',
      milliseconds: 1,
    },
    '03:04:05 /dev       mine  error -32602 invalid-params at /params (no property)  1 ms\n',
  ],
  [
    'a call whose transition was rejected, the reason of which has a line of its own',
    {
      msg: 'call',
      path: '/platform',
      method: 'put',
      code: -32050,
      consensusCode: 10101,
      reason: 'Some',
      message: 'x',
    },
    '03:04:05 /platform  put  error 10101 Some\n',
  ],
  [
    'a gRPC call',
    {
      msg: 'gRPC call',
      method: '/a.v0.Platform/getIdentity',
      params: 'id=84MW…',
      status: 0,
      milliseconds: 4,
    },
    '03:04:05 gRPC       getIdentity id=84MW…  → ok  4 ms\n',
  ],
  [
    'a gRPC call whose response has a rejection',
    {
      msg: 'gRPC call',
      method: '/a.v0.Platform/waitForStateTransitionResult',
      status: 0,
      outcome: 'rejected: 40105 DuplicateUniqueIndexError',
      milliseconds: 4,
    },
    '03:04:05 gRPC       waitForStateTransitionResult  → rejected: 40105 DuplicateUniqueIndexError  4 ms\n',
  ],
  [
    'an executed transition',
    {
      msg: 'transition',
      height: 51,
      kind: 'documentCreate',
      subject: 'card of 8fwT…',
      signer: 'me',
      fee: '0.0005 DASH',
      isSigned: true,
    },
    '03:04:05 block 51  documentCreate card of 8fwT…  by me  0.0005 DASH\n',
  ],
  [
    'a rejected unsigned call',
    {
      msg: 'transition',
      kind: 'documentCreate',
      subject: 'card of 8fwT…',
      signer: 'me',
      isSigned: false,
      rejection: 'JsonSchemaError',
      code: 10101,
      isPaid: true,
      fee: '0.1 DASH',
      message: 'too long',
      explain: 'dapikit explain 10101',
    },
    [
      '03:04:05 rejected 10101 JsonSchemaError  documentCreate card of 8fwT…  by me  charged 0.1 DASH  unsigned',
      '         too long',
      '         dapikit explain 10101\n',
    ].join('\n'),
  ],
])('prettyLine shows %s in one form', (_, line, expected) => {
  expect(shown(line)).toBe(expected);
});

it('prettyLine escapes control characters of requests and transitions', () => {
  const hostile = '\u001b[2J\u202e';
  for (const msg of ['call', 'gRPC call', 'transition', 'request rejected'])
    for (const name of [
      'method',
      'params',
      'result',
      'message',
      'kind',
      'subject',
      'signer',
      'route',
      'path',
    ])
      expect(shown({ msg, [name]: hostile })).toSatisfy(isPrintableLine);
  expect(
    shown({ msg: 'call', path: '/', method: 'a\nb', code: 1, message: 'c\nd' }).split('\n'),
  ).toHaveLength(2);
});

function isPrintableLine(line: string): boolean {
  return isPrintable(line.replaceAll('\n', ''));
}
