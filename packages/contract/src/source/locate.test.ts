import { expect, it } from 'vitest';
import { locate } from './locate.js';

const TEXT = '{\n  "a/b": [1, {"c": true}]\n}';
const found = (pointer: string): string | undefined => {
  const range = locate(TEXT, pointer);
  return range && TEXT.slice(range.start.offset, range.end.offset);
};

it('locates values by their JSON pointers', () => {
  expect([found('/a~1b/0'), found('/a~1b/1/c'), found('')]).toEqual(['1', 'true', TEXT]);
  expect(locate(TEXT, '/a~1b/0')?.start).toEqual({ line: 2, column: 11, offset: 12 });
});

it('locates the value around one that is not there', () => {
  expect(found('/a~1b/1/none/more')).toBe('{"c": true}');
});

it('locates nothing in a text that is no JSON', () => {
  expect(locate('{', '')).toBeUndefined();
});
