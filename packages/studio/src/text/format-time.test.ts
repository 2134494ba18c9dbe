import { expect, it } from 'vitest';
import { formatAgo, formatDuration, formatMinute, formatTime } from './format-time.js';

it.each([
  [0, 'less than a second'],
  [999, 'less than a second'],
  [1000, '1 second'],
  [5_399_000, '1 hour 29 minutes'],
  [3_600_000, '1 hour'],
  [3_605_000, '1 hour'],
  [2 * 86_400_000 + 60_000, '2 days'],
  [-5, 'less than a second'],
])('formatDuration formats %i milliseconds as %j', (milliseconds, words) => {
  expect(formatDuration(milliseconds)).toBe(words);
});

it('formatTime formats times in UTC', () => {
  expect(formatTime(1_767_225_600_000)).toBe('Thu, 1 Jan 2026, 00:00:00');
});

it.each([
  [0, 'now'],
  [-400, 'now'],
  [1000, '1 second ago'],
  [179_000, '2 minutes ago'],
  [3 * 86_400_000, '3 days ago'],
  [-7_200_000, 'in 2 hours'],
])('formatAgo formats an event %i milliseconds ago as %j', (difference, words) => {
  expect(formatAgo(1_767_225_600_000 - difference, 1_767_225_600_000)).toBe(words);
});

it('formatMinute formats times without seconds', () => {
  expect(formatMinute(1_767_225_655_000)).toBe('1 Jan 2026, 00:00');
});
