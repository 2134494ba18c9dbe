import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { ListView } from '../../test/put-documents.js';
import { Overlay } from './overlay.js';
import type { Entry } from './store.js';

const KEYS = 80;
const keyOf = (number: number): Uint8Array => Uint8Array.of(number % 7, (number * 31) % 256);
const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');
const plain = (entries: readonly Entry[]): string[] =>
  entries.map(({ key, value }) => `${hex(key)} ${hex(value)}`);

const EVERYTHING = { from: Uint8Array.of(0), to: Uint8Array.of(255) };
const BASE = Array.from({ length: 20 }, (_, at) => ({ key: keyOf(at * 4), value: Uint8Array.of(at) }));

type Step = { readonly kind: 'put' | 'delete' | 'scan' | 'mark' | 'undo'; readonly number: number };

it('an overlay returns to a mark after any puts, deletes and scans', async () => {
  const step = fc.record<Step>({
    kind: fc.constantFrom('put', 'put', 'put', 'delete', 'scan', 'mark', 'undo'),
    number: fc.nat(KEYS - 1),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 200 }), async (steps) => {
      const overlay = new Overlay(new ListView(BASE));
      let model = new Map(BASE.map(({ key, value }) => [hex(key), value]));
      const marks: { readonly mark: number; readonly model: typeof model }[] = [];
      const check = async (): Promise<void> => {
        const expected = [...model].map(([key, value]) => `${key} ${hex(value)}`).toSorted();
        expect(plain(await overlay.scan(EVERYTHING))).toEqual(expected);
      };
      for (const { kind, number } of steps) {
        const key = keyOf(number);
        switch (kind) {
          case 'put':
            overlay.put(key, Uint8Array.of(number));
            model.set(hex(key), Uint8Array.of(number));
            break;
          case 'delete':
            overlay.delete(key);
            model.delete(hex(key));
            break;
          case 'scan':
            await check();
            break;
          case 'mark':
            marks.push({ mark: overlay.mark(), model: new Map(model) });
            break;
          case 'undo': {
            const back = marks.pop();
            if (back === undefined) break;
            overlay.undoTo(back.mark);
            ({ model } = back);
          }
        }
      }
      await check();
      for (let number = 0; number < KEYS; number += 1)
        expect(await overlay.get(keyOf(number))).toEqual(model.get(hex(keyOf(number))));
      const changed = overlay.changes().map(({ key }) => hex(key));
      expect(changed).toEqual([...new Set(changed)].toSorted());
    }),
    { numRuns: 300 },
  );
});

it('an overlay has no changes after all of them are undone', () => {
  const overlay = new Overlay(new ListView(BASE));
  const mark = overlay.mark();
  for (let number = 0; number < KEYS; number += 1) overlay.put(keyOf(number), new Uint8Array());
  overlay.undoTo(mark);
  expect(overlay.changes()).toEqual([]);
});
