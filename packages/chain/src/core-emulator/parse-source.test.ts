import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { parseSource } from './parse-source.js';
import { DecimalNumber, RepeatedMembers } from './rpc/json-source.js';

it('parseSource reads any JSON as JSON.parse does, but for what that drops', () => {
  fc.assert(
    fc.property(fc.json({ maxDepth: 6 }), (json) => {
      expect(JSON.stringify(parseSource(json))).toBe(JSON.stringify(JSON.parse(json)));
    }),
  );
});

it('parseSource returns how numbers are written, and all members', () => {
  expect(parseSource('[1, 1.0, -1e2, "1.0"]')).toEqual([
    1,
    new DecimalNumber('1.0'),
    new DecimalNumber('-1e2'),
    '1.0',
  ]);
  expect(parseSource('{"a":[{"b":1,"b":1}],"__proto__":2}')).toEqual(
    Object.fromEntries([
      [
        'a',
        [
          new RepeatedMembers([
            ['b', 1],
            ['b', 1],
          ]),
        ],
      ],
      ['__proto__', 2],
    ]),
  );
});
