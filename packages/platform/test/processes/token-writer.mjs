// Mints tokens, some through a group, until it is killed. Says on one line that it is about to mint one and on another that it is done.
import { writeSync } from 'node:fs';
import { openPlatform } from './open-platform.mjs';

const { place, time, owner, member, contractId, workers } = JSON.parse(process.argv[2]);
const platform = await openPlatform(place, time);
const say = (line) => writeSync(1, `${line}\n`);

const mint = { contractId, recipientId: owner, amount: 1 };

async function work(worker) {
  for (;;) {
    const group = { position: 0 };
    const isDecided = worker === 0;
    const { actionId } = isDecided
      ? await platform.mintTokens({ ...mint, position: 1, by: owner, group })
      : { actionId: undefined };
    say('begins');
    await (isDecided
      ? platform.mintTokens({ ...mint, position: 1, by: member, group: { ...group, actionId } })
      : platform.mintTokens({ ...mint, by: owner }));
    say('ended');
  }
}

await Promise.all(Array.from({ length: workers }, (_, worker) => work(worker)));
