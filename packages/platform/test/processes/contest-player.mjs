// Votes on names until it is killed, or lets contests end when a line comes in; says what it did.
import { once } from 'node:events';
import { writeSync } from 'node:fs';
import { openPlatform } from './open-platform.mjs';

const { place, time, play, seed, votes, choices } = JSON.parse(process.argv[2]);
const platform = await openPlatform(place, time);
writeSync(1, 'ready\n');

async function voteOn() {
  for (let turn = seed; ; turn += 1) {
    const vote = votes[turn % votes.length];
    const choice = choices[(turn * 7 + seed) % choices.length];
    try {
      await platform.vote({ ...vote, choice });
      writeSync(1, 'voted\n');
    } catch (error) {
      // It votes for that already, or has voted often enough.
      if (typeof error.code !== 'number') throw error;
      writeSync(1, 'rejected\n');
    }
  }
}

if (play === 'vote') await voteOn();
else {
  await once(process.stdin, 'data');
  const { nextContestEnd } = await platform.status();
  writeSync(1, `${JSON.stringify({ nextContestEnd: nextContestEnd ?? null })}\n`);
  await platform.close();
  process.exit();
}
