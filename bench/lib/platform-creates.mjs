// What `createDocument` costs beside the database alone: everything is checked and paid, each document in a block of its own.
import { createPlatform } from '@dapikit/platform';
import { dataOf, PLAIN_TYPES } from './sales.mjs';
import {
  documentsFor,
  grouped,
  inARow,
  recordingView,
  takeTurns,
  together,
  TOGETHER,
} from './take-turns.mjs';

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
    },
    creates,
  );
  for (const opened of [bare, bareGrouped, single, several]) await opened.close();
  return rows;
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
    write: async (work, reads) =>
      store.write(async (view) => {
        const recording = recordingView(view);
        const result = await work(recording);
        recorded.push(recording.entries());
        return result;
      }, reads),
  };
}
