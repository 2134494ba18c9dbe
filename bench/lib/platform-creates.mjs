// What `createDocument` costs beside the database alone: everything is checked and paid, each document in a block of its own.
import { createPlatform } from '@dapikit/platform';
import { dataOf, PLAIN_TYPES } from './sales.mjs';

const TURNS = 5;
/** How many creates are under way at a time, as in a server. */
const TOGETHER = 32;
const CREDITS = 10n ** 18n;

/** Creates a second: the same entries by the database alone, one after the other, and several at a time, in turn. */
export async function measureCreates(engine, { open, openBare }, creates) {
  const part = Math.ceil(creates / TURNS);
  const recorded = [];
  const recording = await platformOn(recordingStore(await open('recorded_creates'), recorded));
  recorded.length = 0;
  for (let number = 0; number < part * (TURNS + 1); number += 1) await recording.create(number);
  await recording.close();
  const bare = await openBare('bare_creates');
  const single = await platformOn(await open('single_creates'));
  const several = await platformOn(await open('several_creates'));
  const works = {
    'the database alone, what a create writes': async (numbers) => {
      for (const number of numbers) await bare.write(recorded[number]);
    },
    'createDocument, one after the other': async (numbers) => {
      for (const number of numbers) await single.create(number);
    },
    [`createDocument, ${TOGETHER} at a time`]: async (numbers) => {
      const left = numbers.toReversed();
      const worker = async () => {
        for (let number = left.pop(); number !== undefined; number = left.pop()) await several.create(number);
      };
      await Promise.all(Array.from({ length: TOGETHER }, worker));
    },
  };
  const spent = Object.fromEntries(Object.keys(works).map((kind) => [kind, 0]));
  for (let turn = 0; turn <= TURNS; turn += 1) {
    const numbers = Array.from({ length: part }, (_, at) => turn * part + at);
    for (const [kind, work] of Object.entries(works)) {
      const start = performance.now();
      await work(numbers);
      // The first turn is there to let the engine compile.
      if (turn > 0) spent[kind] += performance.now() - start;
    }
  }
  for (const opened of [bare, single, several]) await opened.close();
  const [alone] = Object.values(spent);
  return Object.entries(spent).map(([kind, ms]) => ({
    engine,
    kind,
    perSecond: Math.round(((part * TURNS) / ms) * 1000),
    ofDatabase: alone / ms,
  }));
}

async function platformOn(store) {
  const platform = await createPlatform({ store, time: 1_700_000_000_000 });
  const { id: by } = await platform.createIdentity({ credits: CREDITS });
  const { contractId } = await platform.registerContract({ by, contract: PLAIN_TYPES });
  return {
    create: async (number) =>
      platform.createDocument({ by, contractId, documentType: 'sale', data: dataOf(number) }),
    close: async () => platform.close(),
  };
}

/** A store that tells what each write puts into it. */
function recordingStore(store, recorded) {
  return {
    read: async (work) => store.read(work),
    close: async () => store.close(),
    write: async (work) =>
      store.write(async (view) => {
        const entries = new Map();
        const result = await work({
          get: async (key) => view.get(key),
          getMany: async (keys) => view.getMany(keys),
          scan: async (range) => view.scan(range),
          put: (key, value) => {
            entries.set(Buffer.from(key).toString('latin1'), Buffer.from(value));
            view.put(key, value);
          },
          delete: (key) => view.delete(key),
          mark: () => view.mark(),
          undoTo: (mark) => view.undoTo(mark),
        });
        recorded.push(Array.from(entries, ([key, value]) => ({ key: Buffer.from(key, 'latin1'), value })));
        return result;
      }),
  };
}
