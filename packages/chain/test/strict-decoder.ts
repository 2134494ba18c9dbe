import * as fc from 'fast-check';
import { bytesToHex } from '../src/base/bytes/hex.js';
import { MalformedBytesError } from '../src/base/bytes/malformed-bytes-error.js';

interface Codec<T> {
  decode(bytes: Uint8Array): T;
  encode(value: T): Uint8Array;
}

/** Damaged in one place: cut short, bytes changed, bytes put in or behind. */
export function damaged(seeds: readonly Uint8Array[]): fc.Arbitrary<Uint8Array> {
  return fc
    .record({
      seed: fc.constantFrom(...seeds),
      at: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
      kind: fc.constantFrom('cut', 'change', 'insert', 'append'),
      patch: fc.uint8Array({ minLength: 1, maxLength: 9 }),
    })
    .map(({ seed, at, kind, patch }) => {
      const place = Math.floor(at * seed.length);
      if (kind === 'cut') return seed.slice(0, place);
      if (kind === 'append') return Uint8Array.from([...seed, ...patch]);
      const rest = kind === 'insert' ? place : place + patch.length;
      return Uint8Array.from([...seed.subarray(0, place), ...patch, ...seed.subarray(rest)]);
    });
}

/**
 * How a codec breaks the rule that bytes either are the one serialisation of a value or are rejected with
 * MalformedBytesError; nothing when it keeps it for arbitrary bytes and for damaged ones of `seeds`.
 */
export function looseness<T>(
  codec: Codec<T>,
  seeds: readonly Uint8Array[],
  numRuns = 1000,
): string | undefined {
  const bytes = fc.oneof(fc.uint8Array({ maxLength: 400 }), damaged(seeds));
  const isStrict = fc.property(bytes, (input) => {
    try {
      return bytesToHex(codec.encode(codec.decode(input))) === bytesToHex(input);
    } catch (error) {
      if (error instanceof MalformedBytesError) return true;
      throw error;
    }
  });
  const details = fc.check(isStrict, { numRuns });
  return details.failed ? fc.defaultReportMessage(details) : undefined;
}

/** The one value that `arbitrary` makes of `seed`. */
export function sample<T>(arbitrary: fc.Arbitrary<T>, seed: number): T {
  for (const value of fc.sample(arbitrary, { numRuns: 1, seed })) return value;
  throw new Error('no sample');
}
