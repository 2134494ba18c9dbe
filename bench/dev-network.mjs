// npm run bench dev-network [-- --rounds 200 --contracts 5]
// How long a test waits for the revert of a network of `dapikit/test`, chain and platform together, over HTTP, on a small state, and the
// processor time that its process takes for that, which other work on the machine does not change much.
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { createDevNetwork } from '../packages/dapikit/dist/testing/index.js';
import { processorOf } from './lib/dev-process.mjs';
import { keepResult } from './lib/keep-result.mjs';

const NOTE = {
  note: {
    type: 'object',
    properties: { text: { type: 'string', maxLength: 63, position: 0 } },
    additionalProperties: false,
  },
};

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { rounds: { type: 'string', default: '200' }, contracts: { type: 'string', default: '5' } },
  });
  const network = await createDevNetwork();
  try {
    const { id } = await network.platform('createIdentity', { seed: 'me' });
    for (let at = 0; at < Number(values.contracts); at += 1)
      await network.platform('registerContract', { by: id, contract: NOTE });
    const contracts = await network.platform('listContracts');
    const { contractId } = contracts.find(({ ownerId }) => ownerId === id);
    const document = { by: id, contractId, documentType: 'note', data: { text: 'a' } };
    const server = childProcess();
    const [snapshots, reverts] = [[], []];
    let processor = 0;
    for (let round = 0; round < Number(values.rounds); round += 1) {
      const snapshot = await timed(snapshots, () => network.snapshot());
      await network.platform('createDocument', document);
      await network.mine(1);
      const before = processorOf(server);
      await timed(reverts, () => network.revert(snapshot));
      processor += processorOf(server) - before;
    }
    const mean = Number((processor / Number(values.rounds)).toFixed(2));
    const result = { snapshot: spread(snapshots), revert: { ...spread(reverts), 'processor ms': mean } };
    console.table(result);
    keepResult('dev-network', result);
  } finally {
    await network.close();
  }
}

async function timed(durations, work) {
  const start = performance.now();
  const result = await work();
  durations.push(performance.now() - start);
  return result;
}

/** Returns the number of the only process that this one has started. */
const childProcess = () =>
  readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ').at(-1);

/** Returns the median and the time that one of a hundred exceeds, in milliseconds. */
function spread(durations) {
  const sorted = durations.toSorted((a, b) => a - b);
  const at = (share) => Number(sorted[Math.floor(share * (sorted.length - 1))].toFixed(2));
  return { 'median ms': at(0.5), 'p99 ms': at(0.99) };
}
