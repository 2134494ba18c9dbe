import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { hasDuplicateMember } from './duplicate-member.js';

it.each([
  ['{"id":1,"id":1}', true],
  ['{"id":1,"i\\u0064":2}', true],
  ['{"a":"\\\\","a":1}', true],
  ['{"a":[1,2,"a"],"b":{"a":1,"a":2}}', false],
  ['{"a":"x\\",\\"a\\":"}', false],
  ['[{"a":1,"a":1}]', false],
  ['"a"', false],
  ['{}', false],
])('hasDuplicateMember of %s is %s', (json, expected) => {
  expect(hasDuplicateMember(json)).toBe(expected);
});

it('hasDuplicateMember finds only inserted duplicates in the output of JSON.stringify', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (object, pick) => {
      const json = JSON.stringify(object);
      expect(hasDuplicateMember(json)).toBe(false);
      const names = Object.keys(object);
      const again = JSON.stringify(names[pick % names.length]);
      expect(hasDuplicateMember(`${json.slice(0, -1)},${again}:null}`)).toBe(true);
    }),
  );
});
