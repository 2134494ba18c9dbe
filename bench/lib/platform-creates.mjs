// What `createDocument` costs beside the database alone: everything is checked and paid, each document in a block of its own.
import { createPlatform } from '@dapikit/platform';
import { dataOf, PLAIN_TYPES, TOTALLED_TYPES } from './sales.mjs';
import { documentsFor, grouped, inARow, takeTurns, together, TOGETHER } from './take-turns.mjs';

const CREDITS = 10n ** 18n;

/** Creates a second: the same entries by the database alone, one after the other, and several at a time, in turn. */
export async function measureCreates(engine, { open, openBare }, creates) {
  const recorded = [];
  const recording = await platformOn(recordingStore(await open('recorded_creates'), recorded));
  recorded.length = 0;
  for (let number = 0; number < documentsFor(creates); number += 1) await recording.create(number);
  await recording.close();
  const [bare, bareGrouped] = [await openBare('bare_creates'), await openBare('bare_creates_grouped')];
  const single = await platformOn(await open('single_creates'));
  const several = await platformOn(await open('several_creates'));
  const totalled = await platformOn(await open('totalled_creates'), TOTALLED_TYPES);
  const alone = 'the database alone, what a create writes';
  const rows = await takeTurns(
    engine,
    {
      [alone]: { work: inARow((number) => bare.write(recorded[number])) },
      'createDocument, one after the other': { work: inARow(single.create), beside: alone },
      [`${alone}, ${TOGETHER} documents a transaction`]: {
        ...grouped(bareGrouped.write, recorded),
        beside: alone,
      },
      [`createDocument, ${TOGETHER} at a time`]: { work: together(several.create), beside: alone },
      [`createDocument with totals, ${TOGETHER} at a time`]: {
        work: together(totalled.create),
        beside: alone,
      },
    },
    creates,
  );
  for (const opened of [bare, bareGrouped, single, several, totalled]) await opened.close();
  return rows;
}

/** Opens a platform without trees on an empty store, with a contract. */
export async function platformOn(store, types = PLAIN_TYPES) {
  const platform = await createPlatform({ store, time: 1_700_000_000_000, proofs: false });
  const { id: by } = await platform.createIdentity({ credits: CREDITS });
  const { contractId } = await platform.registerContract({ by, contract: types });
  const sales = { contractId, documentType: 'sale' };
  return {
    platform,
    by,
    sales,
    create: async (number) => platform.createDocument({ by, ...sales, data: dataOf(number) }),
    close: async () => platform.close(),
  };
}

/** A store that tells what each write puts into it. */
function recordingStore(store, recorded) {
  return {
    read: async (work) => store.read(work),
    close: async () => store.close(),
    write: async (work, reads) =>
      store.write(async (view) => {
        const mark = view.mark();
        const result = await work(view);
        const changes = await view.changesSince(mark);
        recorded.push(
          changes.flatMap(({ key, after }) =>
            after === undefined ? [] : [{ key: Buffer.from(key), value: Buffer.from(after) }],
          ),
        );
        return result;
      }, reads),
  };
}
