import { expect, it } from 'vitest';
import { recordedLog } from '../../../test/recorded-log.js';
import { repeatedWarning } from './repeated-warning.js';

it('repeatedWarning writes the first warning, then one a minute with the number suppressed', () => {
  const { log, lines } = recordedLog();
  let now = 0;
  const warn = repeatedWarning(log, () => now);
  for (; now < 150_000; now += 1_000) warn('node unavailable', 'unreachable', { requestId: now / 1_000 });
  expect(lines).toMatchObject([
    { level: 40, msg: 'node unavailable', requestId: 0 },
    { msg: 'node unavailable', requestId: 60, unwritten: 59 },
    { msg: 'node unavailable', requestId: 120, unwritten: 59 },
  ]);
  expect(lines[0]).not.toHaveProperty('unwritten');
});

it('repeatedWarning counts different reasons separately', () => {
  const { log, lines } = recordedLog();
  const warn = repeatedWarning(log, () => 0);
  for (const reason of ['unreachable', 'timeout', 'unreachable', 'timeout']) warn('away', reason, { reason });
  expect(lines.map(({ reason }) => reason)).toEqual(['unreachable', 'timeout']);
});
