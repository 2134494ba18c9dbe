import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import * as fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { createClock } from '../../src/state/chain/clock.js';
import { createPlatform, type Platform } from '../../src/api/platform.js';
import { onEachEngine } from '../engines.js';
import { T0 } from '../platform-fixture.js';
import { openWholeState } from '../whole-state.js';
import { NO_DIFFERENCES } from '../no-differences.js';

/**
 * What version 1 of the file was when it came: a state with an entry of every kind, as `openWholeState` made it then. It stays as
 * it is, whatever becomes of the format.
 */
const FIRST_VERSION = readFileSync(new URL('state-1.export', import.meta.url));

/** Behind what the file is and its version. */
const HASH_AT = 24;
const BODY_AT = HASH_AT + 32;

/** A file whose hash is right, around a body that may be anything. */
const fileOf = (body: Uint8Array): Buffer =>
  Buffer.concat([FIRST_VERSION.subarray(0, HASH_AT), createHash('sha256').update(body).digest(), body]);
const entry = (key: Uint8Array, valueLength: number): Buffer => {
  const bytes = Buffer.alloc(8 + key.length);
  bytes.writeUInt32BE(key.length);
  bytes.set(key, 4);
  bytes.writeUInt32BE(valueLength, 4 + key.length);
  return bytes;
};

const MEGABYTE = 1_000_000;

/** Small files that unfold to much. */
const LARGE: readonly (readonly [what: string, body: () => Buffer])[] = [
  ['zeros without an end', () => gzipSync(Buffer.alloc(300 * MEGABYTE), { level: 1 })],
  ['a value with an announced size of 4 GB', () => gzipSync(entry(Uint8Array.of(0x10, 1), 0xffff_fff0))],
  ['a key with an announced size of 4 GB', () => gzipSync(Buffer.alloc(4, 0xfe))],
];

onEachEngine((engine) => {
  describe('an imported file', () => {
    let platform: Platform;
    let before: Buffer;
    beforeAll(async () => {
      const clock = createClock({ time: T0, frozen: true });
      platform = await createPlatform({ store: await engine.open(), clock });
      await platform.createIdentity();
      before = Buffer.from(await platform.exportState());
    });

    /** What a file is rejected with, and whether all is then as it was. */
    const rejection = async (file: Uint8Array): Promise<unknown> => {
      const error: unknown = await platform.importState(file).catch((reason: unknown) => reason);
      const isAsBefore = before.equals(await platform.exportState());
      return { name: error instanceof Error ? error.name : 'none', isAsBefore };
    };
    const REJECTED = { name: 'InvalidExportError', isAsBefore: true };

    it('is rejected when truncated anywhere', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(FIRST_VERSION.length - 1), async (length) => {
          expect(await rejection(FIRST_VERSION.subarray(0, length))).toEqual(REJECTED);
        }),
        { numRuns: 40, examples: [[0], [HASH_AT - 1], [HASH_AT], [BODY_AT - 1], [BODY_AT]] },
      );
    });

    it('is rejected with any flipped bit', async () => {
      await fc.assert(
        fc.asyncProperty(fc.nat(FIRST_VERSION.length - 1), fc.nat(7), async (at, bit) => {
          const file = Buffer.from(FIRST_VERSION);
          file[at] = (file[at] ?? 0) ^ (1 << bit);
          expect(await rejection(file)).toEqual(REJECTED);
        }),
        {
          numRuns: 40,
          examples: [
            [HASH_AT - 1, 1],
            [HASH_AT, 0],
            [BODY_AT, 0],
          ],
        },
      );
    });

    it('is rejected with another body and a correct hash', async () => {
      const body = gunzipSync(FIRST_VERSION.subarray(BODY_AT));
      expect(await rejection(fileOf(Buffer.alloc(0)))).toEqual(REJECTED);
      expect(await rejection(fileOf(Buffer.from('no gzip')))).toEqual(REJECTED);
      expect(await rejection(fileOf(gzipSync(body.subarray(0, -1))))).toEqual(REJECTED);
      expect(await rejection(fileOf(gzipSync(Buffer.concat([body, body]))))).toEqual(REJECTED);
      expect(await rejection(fileOf(FIRST_VERSION.subarray(BODY_AT, -20)))).toEqual(REJECTED);
    });

    it.each(LARGE)('is rejected with %s', async (_, body) => {
      expect(await rejection(fileOf(body()))).toEqual(REJECTED);
    });

    it('of the first version is rejected for its layout', async () => {
      await expect(platform.importState(FIRST_VERSION)).rejects.toMatchObject({ name: 'InputError' });
    });

    it('from either database is accepted and can be continued', async () => {
      const whole = await openWholeState(await engine.open());
      const file = Buffer.from(await whole.platform.exportState());
      await platform.importState(file);
      expect(await platform.verify()).toEqual(NO_DIFFERENCES);
      expect(file.equals(await platform.exportState())).toBe(true);
      await platform.advanceTime({ milliseconds: 5_400_000 });
      expect((await platform.status()).nextContestEnd).toBeUndefined();
      expect(await platform.verify()).toEqual(NO_DIFFERENCES);
    });
  });
});
