import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findContest } from '../src/state/contest/find-contest.js';
import type { Contest } from '../src/state/contest/contest.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { openPostgresStore } from '../src/store/postgres-store.js';
import type { Store } from '../src/store/store.js';
import { claim, INDEX, normalized, openNameRoom, type NameRoom } from './dpns-fixture.js';
import { T0 } from './platform-fixture.js';
import { postgresPrograms, startPostgres, type PostgresServer } from './postgres-server.js';
import { NO_DIFFERENCES } from './no-differences.js';

/** `CRASH_RUNS=1000` has a hundred contests. */
const CONTESTS = Math.max(1, Math.floor(Number(process.env['CRASH_RUNS'] ?? 10) / 10));
const SECONDS_A_CONTEST = 60;
/** Then all masternodes have voted as often as they may. */
const MAX_REJECTED = 200;
const END = 5_400_000;
const [KILLS_A_CONTEST, VOTES_BEFORE_A_KILL, ENDERS] = [3, 3, 3];
const NODES = ['E1', 'E2', 'M1', 'M2', 'M3', 'M4', 'M5', 'M6'];

type Place = { readonly path: string } | { readonly url: string; readonly schema: string };

const openStore = async (place: Place): Promise<Store> =>
  'path' in place ? openLmdbStore(place) : openPostgresStore({ ...place, maxConnections: 2 });

const start = (input: object): ChildProcessWithoutNullStreams => {
  const file = fileURLToPath(new URL('processes/contest-player.mjs', import.meta.url));
  const child = spawn(process.execPath, [file, JSON.stringify(input)]);
  child.stderr.on('data', (text: Buffer) => process.stderr.write(text));
  return child;
};

/** Lets a child vote, and kills it in the middle. Gives what ended it. */
async function voteUntilKilled(input: object, seed: number): Promise<unknown> {
  const child = start({ ...input, play: 'vote', seed });
  const exit = once(child, 'exit');
  await new Promise<void>((resolve) => {
    let said = '';
    child.stdout.on('data', (text: Buffer) => {
      said += String(text);
      const times = (word: string): number => said.split(word).length - 1;
      if (times('voted') >= VOTES_BEFORE_A_KILL || times('rejected') >= MAX_REJECTED) resolve();
    });
    child.once('exit', () => resolve());
  });
  await sleep(seed % 5);
  child.kill('SIGKILL');
  const [, signal] = await exit;
  return signal;
}

/** Lets the end come in several children at once, of which the first is killed in the middle. */
async function endInMany(input: object, seed: number): Promise<void> {
  const children = Array.from({ length: ENDERS }, () => start({ ...input, play: 'end' }));
  const exits = children.map(async (child) => once(child, 'exit'));
  await Promise.all(children.map(async ({ stdout }) => once(stdout, 'data')));
  for (const { stdin } of children) stdin.write('go\n');
  await sleep(seed % 8);
  children[0]?.kill('SIGKILL');
  await Promise.all(exits);
}

/** Who has the most votes; nobody where more lock the name. Of those with as many, the one that joined last. */
function winnerOf({ contenders, lock }: Contest): string | undefined {
  const most = Math.max(...[...contenders.values()].map(({ tally }) => tally));
  if (lock > most) return undefined;
  const best = [...contenders].filter(([, { tally }]) => tally === most);
  return best.toSorted(([, a], [, b]) => Number(b.created.$createdAt) - Number(a.created.$createdAt))[0]?.[0];
}

async function onRoom<Result>(
  place: Place,
  time: number,
  work: (room: NameRoom, store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(place);
  const room = await openNameRoom(store, { time });
  try {
    return await work(room, store);
  } finally {
    await room.platform.close();
  }
}

/** What became of a contest. */
interface Outcome {
  /** What ended those that voted. */
  readonly killedBy: readonly unknown[];
  /** Before its end, and after it. */
  readonly verified: readonly unknown[];
  /** What it was before its end, who won by the votes that were there then, who has the name, and how often it ended. */
  readonly status: string;
  readonly winner: string | undefined;
  readonly owners: readonly unknown[];
  readonly ends: number;
  readonly nextEnd: number | undefined;
}

async function playContest(place: Place, at: number): Promise<Outcome> {
  // Names with other digits than 0 and 1 are not contested.
  const label = `quantum${at.toString(2)}`;
  const begin = T0 + at * 2 * END;
  const { pollId, votes, choices } = await onRoom(place, begin, async (room) => {
    const { contest } = await claim(room, `A${at}`, label);
    room.clock.advance(1000);
    await claim(room, `B${at}`, label);
    const indexValues = ['dash', normalized(label)];
    const listed = await room.platform.listMasternodes();
    const missing = NODES.slice(listed.length);
    for (const name of missing) await room.node(name);
    return {
      pollId: bytesOf(contest!.pollId),
      votes: (await room.platform.listMasternodes()).map(({ proTxHash }) => ({
        ...INDEX,
        indexValues,
        proTxHash,
      })),
      choices: [
        { towardsIdentity: await room.who(`A${at}`) },
        { towardsIdentity: await room.who(`B${at}`) },
        'abstain',
        'lock',
      ],
    };
  });
  const killedBy: unknown[] = [];
  for (let run = 0; run < KILLS_A_CONTEST; run += 1) {
    const input = { place, time: begin + 2000, votes, choices };
    killedBy.push(await voteUntilKilled(input, at * 31 + run * 7 + 1));
  }
  const before = await onRoom(place, begin + 2000, async ({ platform }, store) => ({
    verified: await platform.verify(),
    contest: (await store.read(async (view) => findContest(view, pollId)))!,
  }));
  await endInMany({ place, time: begin + END + 1 }, at * 13 + 3);
  return onRoom(place, begin + END + 1, async ({ platform }, store) => {
    const after = await store.read(async (view) => findContest(view, pollId));
    const names = await platform.getDocuments({
      contractId: INDEX.contractId,
      documentType: 'domain',
      where: [
        ['normalizedParentDomainName', '==', 'dash'],
        ['normalizedLabel', '==', normalized(label)],
      ],
    });
    return {
      killedBy,
      verified: [before.verified, await platform.verify()],
      status: before.contest.status.kind,
      winner: winnerOf(before.contest),
      owners: names.map((name) => name['$ownerId']),
      ends: after?.finished.length ?? 0,
      nextEnd: (await platform.status()).nextContestEnd,
    };
  });
}

function suite(placeOf: () => Place): void {
  it(
    'survives killed processes and is awarded once',
    { timeout: 20_000 + CONTESTS * SECONDS_A_CONTEST * 1000 },
    async () => {
      const place = placeOf();
      for (let at = 0; at < CONTESTS; at += 1) {
        const { winner, ...outcome } = await playContest(place, at);
        expect(outcome).toEqual({
          killedBy: Array.from({ length: KILLS_A_CONTEST }, () => 'SIGKILL'),
          verified: [NO_DIFFERENCES, NO_DIFFERENCES],
          status: 'Started',
          owners: winner === undefined ? [] : [winner],
          ends: 1,
          nextEnd: undefined,
        });
      }
    },
  );
}

describe('a contest on LMDB', () => {
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-contests-'));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  suite(() => ({ path: join(folder, 'state') }));
});

const programs = postgresPrograms();
describe.skipIf(programs === undefined && process.env['CI'] === undefined)('a contest on PostgreSQL', () => {
  let server: PostgresServer | undefined;
  beforeAll(async () => {
    if (programs === undefined) throw new Error('PostgreSQL is not installed, and must be in CI');
    server = await startPostgres(programs);
  });
  afterAll(async () => server?.stop());
  suite(() => {
    if (server === undefined) throw new Error('PostgreSQL is not started');
    return { url: server.url, schema: 'contests' };
  });
});
