// npm run bench soak [-- --minutes N --seed N]
// dapikit serve in front of two real nodes that are reorganised, parted, stopped and killed, for ten minutes: every answer is held against
// what the nodes themselves had. The same runs for some seconds with every test.
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

export async function run(args) {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  });
  const result = fileURLToPath(new URL('results/soak.json', import.meta.url));
  const { status } = spawnSync('npx', ['vitest', 'run', 'packages/dapikit/test/soak/soak.long.test.ts'], {
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
