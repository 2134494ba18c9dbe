// npm run bench hostile-grpc [-- --calls N --kinds 'a;b']
// The longest turn of the main thread, in processor time, while one client sends the gRPC calls that take most of it, one after the other, and while Drive
// responds with what takes most.
import { parseArgs } from 'node:util';
import { DRIVE_RESPONSES, startHostileDrive } from './lib/hostile-drive.mjs';
import { callOnce, hostileCalls, provenBalance } from './lib/hostile-grpc-kinds.mjs';
import { keepResult } from './lib/keep-result.mjs';
import { startServer } from './lib/server-process.mjs';
import { table } from './lib/table.mjs';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { calls: { type: 'string', default: '5' }, kinds: { type: 'string' } },
  });
  const kinds = values.kinds?.split(';');
  const measured = [
    ...(await measureCalls(kinds, Number(values.calls))),
    ...(await measureDrive(kinds, Number(values.calls))),
  ];
  console.log(
    table(
      ['call', 'status', 'bytes', 'longest turn ms', 'processor ms a call', 'resident MB'],
      measured.map(({ kind, status, bytes, longestTurn, cpu, rss }) => [
        kind,
        status,
        bytes,
        longestTurn.toFixed(1),
        cpu.toFixed(1),
        rss.toFixed(0),
      ]),
    ),
  );
  keepResult('hostile-grpc', { measured });
}

const namesOf = (all, kinds) => Object.keys(all).filter((name) => kinds?.includes(name) ?? true);

async function measureCalls(kinds, calls) {
  const server = await startServer('hostile-platform', {});
  try {
    const all = hostileCalls(server.urls);
    const measured = [];
    for (const kind of namesOf(all, kinds)) measured.push(await measure(server, kind, all[kind], calls));
    return measured;
  } finally {
    server.stop();
  }
}

async function measureDrive(kinds, calls) {
  const names = namesOf(DRIVE_RESPONSES, kinds);
  if (names.length === 0) return [];
  const drive = await startHostileDrive();
  const server = await startServer('hostile-platform', { driveUrl: drive.url, verifyProofs: 'mark' });
  try {
    const measured = [];
    for (const kind of names) {
      drive.answerWith(DRIVE_RESPONSES[kind](server.urls.quorum));
      measured.push(await measure(server, kind, provenBalance, calls));
    }
    return measured;
  } finally {
    server.stop();
    drive.stop();
  }
}

async function measure(server, kind, call, calls) {
  const send = async () => callOnce(server.urls.url, call);
  // The engine compiles with the first calls, and the modules of verification are loaded.
  await send();
  await server.ask('mainThread');
  const before = await server.cpu();
  let answer;
  for (let count = 0; count < calls; count += 1) answer = await send();
  const cpu = ((await server.cpu()) - before) / calls;
  const { longestTurn } = await server.ask('mainThread');
  const { rss } = await server.memory();
  return { kind, ...answer, longestTurn, cpu, rss: rss / 2 ** 20 };
}
