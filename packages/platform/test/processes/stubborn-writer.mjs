// Changes the document of each of its workers until a line comes in, whatever becomes of the database. Says on one line what
// it knows: what is stored, what it was rejected with, and what it finds when the database is back.
import { writeSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openPlatform } from './open-platform.mjs';

const { place, time, by, contractId, workers } = JSON.parse(process.argv[2]);
const target = { contractId, documentType: 'slot' };
const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

const told = new AbortController();
process.stdin.once('data', () => told.abort());

/** Asks until the database answers. */
async function insisting(question) {
  for (;;) {
    try {
      return await question();
    } catch (error) {
      if (error.name !== 'StoreUnavailableError' || !error.isTransient) throw error;
      await sleep(20);
    }
  }
}

const platform = await insisting(() => openPlatform(place, time));

async function documentOf(worker) {
  const documents = await insisting(() =>
    platform.getDocuments({ ...target, where: [['worker', '==', worker]] }),
  );
  return documents[0];
}

async function work(worker) {
  let document = await documentOf(worker);
  for (let value = 1; !told.signal.aborted; value += 1) {
    const data = { worker, slot: 0, value };
    try {
      ({ document } =
        document === undefined
          ? await platform.createDocument({ ...target, by: by[worker], data })
          : await platform.replaceDocument({ ...target, by: by[worker], id: document.$id, data }));
      say({ worker, value });
    } catch (error) {
      if (error.name !== 'StoreUnavailableError') throw error;
      const { reason, isTransient, maybeCommitted, message } = error;
      document = await documentOf(worker);
      const found = document === undefined ? null : Number(document.value);
      say({ worker, tried: value, found, reason, isTransient, maybeCommitted, message });
    }
  }
}

await Promise.all(workers.map(work));
await platform.close();
process.exit();
