import { describe, expect, it } from 'vitest';
import { findLongestText } from './longest-text.js';

describe('findLongestText', () => {
  it.each([
    ['^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$', 36],
    ['^#(?:[0-9a-f]{3}|[0-9a-f]{6})$', 7],
    ['^(draft|sent|paid)$', 5],
    ['^ü\\d?€$', 3],
    ['^$', 0],
  ])('counts the characters of the longest text of %s', (pattern, length) => {
    expect(findLongestText(pattern)).toBe(length);
  });

  it.each(['^[a-z]+$', '^[a-z]{2,}$', '[a-z]{4}', '^[a-z]{4}', '[a-z]{4}$', '^a$|b', '^(unclosed$', ''])(
    'finds none where %j matches texts of any length, or nothing compiles it',
    (pattern) => {
      expect(findLongestText(pattern)).toBeUndefined();
    },
  );
});
