// npm run bench attack [-- --rounds N --transitions N --seconds N]
// Unsigned transitions on the platform of `dapikit attack`, which has no trees: alone, and in the search for broken invariants, which reads the
// state after each and reverts each sequence. Processor time counts; the round in which it was least, as other work on the machine only adds to it.
import { parseArgs } from 'node:util';
import { describeContract } from '@dapikit/contract';
import { documentSources } from '../packages/dapikit/dist/attack/suite/attack-contract.js';
import { attackInvariants } from '../packages/dapikit/dist/attack/suite/attack-invariants.js';
import { AttackRoom } from '../packages/dapikit/dist/attack/room/attack-room.js';
import { keepResult } from './lib/keep-result.mjs';
import { table } from './lib/table.mjs';

const CONTRACT = {
  vote: {
    type: 'object',
    transferable: 1,
    indices: [
      { name: 'byPoll', properties: [{ poll: 'asc' }] },
      { name: 'byOwner', properties: [{ $ownerId: 'asc' }, { poll: 'asc' }] },
    ],
    properties: {
      poll: { type: 'string', maxLength: 20, position: 0 },
      weight: { type: 'integer', minimum: 1, maximum: 3, position: 1 },
    },
    required: ['poll', 'weight'],
    additionalProperties: false,
  },
};

/** Transitions a second of processor time. */
async function rateOf(room, work) {
  const before = room.performed;
  const start = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(start);
  return ((room.performed - before) * 1e6) / (user + system);
}

const search = async (room, seed, seconds) => {
  const end = performance.now() + 1000 * seconds;
  const holds = { kind: 'always', name: 'holds', judge: (now) => now.count('vote') >= 0 };
  await attackInvariants(room, {
    invariants: [holds],
    seed,
    file: 'contract.json',
    timeLeft: () => end - performance.now(),
  });
};

const creates = async (room, data, count) => {
  for (let at = 0; at < count; at += 1)
    await room.perform({ action: 'create', by: 'alice', documentType: 'vote', document: `vote${at}`, data });
};

export async function run(args) {
  const options = {
    rounds: { type: 'string', default: '5' },
    transitions: { type: 'string', default: '3000' },
    seconds: { type: 'string', default: '4' },
  };
  const { values } = parseArgs({ args, options });
  const text = JSON.stringify(CONTRACT);
  const { description } = describeContract(text);
  const room = await AttackRoom.open({ text, description });
  const { plain } = documentSources(room, 1).get('vote');
  const rates = { creates: [], search: [] };
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    const alone = await room.branch(() =>
      rateOf(room, () => creates(room, plain, Number(values.transitions))),
    );
    const searched = await rateOf(room, () => search(room, round, Number(values.seconds)));
    // The first round warms up.
    if (round === 0) continue;
    rates.creates.push(alone);
    rates.search.push(searched);
  }
  await room.platform.close();
  const result = Object.fromEntries(Object.entries(rates).map(([name, list]) => [name, Math.max(...list)]));
  keepResult('attack', { transitionsPerSecond: result, rounds: rates });
  console.log(
    table(
      ['transitions', 'a second of processor time'],
      Object.entries(result).map(([name, rate]) => [name, rate.toFixed(0)]),
    ),
  );
}
