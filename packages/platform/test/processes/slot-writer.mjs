// Changes documents at random until it is killed. Each worker has slots of its own, with a document or none in each, and says
// on one line what it is about to do and on another that it is done.
import { writeSync } from 'node:fs';
import { openPlatform } from './open-platform.mjs';

const { place, time, by, contractId, workers, slots, seed } = JSON.parse(process.argv[2]);
const platform = await openPlatform(place, time);
const target = { contractId, documentType: 'slot' };

let state = seed;
const random = (below) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
  return Math.floor((state / 2 ** 32) * below);
};

const documents = new Map();
for (const document of await platform.getDocuments(target))
  documents.set(`${Number(document.worker)} ${Number(document.slot)}`, document);

const say = (line) => writeSync(1, `${JSON.stringify(line)}\n`);

async function change(worker, slot, value) {
  const known = documents.get(`${worker} ${slot}`);
  const owner = by[worker];
  if (value === null) return platform.deleteDocument({ ...target, by: owner, id: known.$id });
  const data = { worker, slot, value };
  return known === undefined
    ? platform.createDocument({ ...target, by: owner, data })
    : platform.replaceDocument({ ...target, by: owner, id: known.$id, data });
}

async function work(worker) {
  for (;;) {
    const slot = random(slots);
    const value = documents.has(`${worker} ${slot}`) && random(3) === 0 ? null : random(1_000_000);
    say({ begins: worker, slot, value });
    const { document } = await change(worker, slot, value);
    if (value === null) documents.delete(`${worker} ${slot}`);
    else documents.set(`${worker} ${slot}`, document);
    say({ ended: worker });
  }
}

await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
