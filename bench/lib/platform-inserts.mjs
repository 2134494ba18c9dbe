// What an insert of a document costs beside the database alone with the same entries.
import { insertDocument } from '../../packages/platform/dist/document-storage/document-store.js';
import { PLAIN, sale, TOTALLED } from './sales.mjs';
import {
  documentsFor,
  grouped,
  inARow,
  recordingView,
  takeTurns,
  together,
  TOGETHER,
} from './take-turns.mjs';

/** Inserts a second: the same entries by the database alone, and by the platform, in turn. */
export async function measureInserts(engine, { open, openBare }, inserts) {
  const documents = documentsFor(inserts);
  const entries = await entriesOf(await open('recorded'), PLAIN, documents);
  const totalledEntries = await entriesOf(await open('recorded_totals'), TOTALLED, documents);
  const [bare, bareGrouped, bareTotalled] = [
    await openBare('bare'),
    await openBare('bare_grouped'),
    await openBare('bare_totalled'),
  ];
  const [plain, several, totalled] = [await open('plain'), await open('several'), await open('totalled')];
  const [alone, aloneTotalled] = ['the database alone', 'the database alone, with totals'];
  const rows = await takeTurns(
    engine,
    {
      [alone]: { work: inARow((number) => bare.write(entries[number])) },
      'three indices': { work: inARow(insert(plain, PLAIN)), beside: alone },
      [`${alone}, ${TOGETHER} documents a transaction`]: {
        ...grouped(bareGrouped.write, entries),
        beside: alone,
      },
      [`three indices, ${TOGETHER} at a time`]: { work: together(insert(several, PLAIN)), beside: alone },
      [aloneTotalled]: { work: inARow((number) => bareTotalled.write(totalledEntries[number])) },
      'three indices, totals': { work: inARow(insert(totalled, TOTALLED)), beside: aloneTotalled },
    },
    inserts,
  );
  for (const opened of [bare, bareGrouped, bareTotalled, plain, several, totalled]) await opened.close();
  return rows;
}

const insert = (store, collection) => async (number) =>
  store.write((view) => insertDocument(view, collection, sale(number), 1));

/** The entries that each document is, as the platform writes them. */
async function entriesOf(store, collection, documents) {
  const all = [];
  for (let number = 0; number < documents; number += 1) {
    await store.write(async (view) => {
      const recording = recordingView(view);
      await insertDocument(recording, collection, sale(number), 1);
      all.push(recording.entries());
    });
  }
  await store.close();
  return all;
}
