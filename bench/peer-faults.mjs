// npm run bench peer-faults [-- --minutes N --seed N]
// A light client in front of five peers of a local network: four of them lie, stall and break connections by chance, one is honest. Every value is held against what the network has.
// The same runs for some seconds with all tests.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  });
  const result = fileURLToPath(new URL('results/peer-faults.json', import.meta.url));
  const test = 'packages/dapikit/test/peer-faults.long.test.ts';
  const { status } = spawnSync('npx', ['vitest', 'run', '--mode', 'all', test], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    stdio: 'inherit',
    env: {
      ...process.env,
      DAPIKIT_SOAK_SECONDS: String(60 * Number(values.minutes)),
      DAPIKIT_SOAK_SEED: values.seed,
      DAPIKIT_SOAK_RESULT: result,
    },
  });
  console.log(readFileSync(result, 'utf8'));
  process.exitCode = status ?? 1;
}
