import { expect, it } from 'vitest';
import type { Json } from '@dapikit/gateway';
import { traceOf } from './trace-action.js';

/** An endpoint that returns the same to each call. */
const returning = (result: Json) => ({ call: () => Promise.resolve(result), close: () => Promise.resolve() });
const UNREADABLE = { kind: 'unreadable', id: 'a', steps: [] };

it('rejects a word that is Base64 by chance, and shows the steps of bytes in hexadecimal digits', async () => {
  await expect(traceOf(returning(UNREADABLE), 'nonsense')).rejects.toThrow('"nonsense" is no transition');
  expect(await traceOf(returning(UNREADABLE), 'fa01')).toEqual(UNREADABLE);
});

it('shows the steps of a transition in Base64', async () => {
  const traced = { ...UNREADABLE, kind: 'identityUpdate' };
  expect(await traceOf(returning(traced), 'nonsense')).toEqual(traced);
});
