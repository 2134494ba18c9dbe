import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { keepResult } from './keep-result.mjs';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Runs a test that goes on for the given minutes, and keeps what it counts in bench/results.
 * @param name that of the benchmark
 * @param test path of the file; it reads DAPIKIT_SOAK_SECONDS and DAPIKIT_SOAK_SEED, and writes JSON to DAPIKIT_SOAK_RESULT
 * @param args of the command line: --minutes, --seed
 */
export function measureInTest(name, test, args) {
  const { values } = parseArgs({
    args,
    options: { minutes: { type: 'string', default: '10' }, seed: { type: 'string', default: '1' } },
  });
  const folder = mkdtempSync(join(tmpdir(), 'dapikit-bench-'));
  const file = join(folder, 'result.json');
  try {
    const { status } = spawnSync('npx', ['vitest', 'run', '--mode', 'all', test], {
      cwd: ROOT,
      stdio: 'inherit',
      env: {
        ...process.env,
        DAPIKIT_SOAK_SECONDS: String(60 * Number(values.minutes)),
        DAPIKIT_SOAK_SEED: values.seed,
        DAPIKIT_SOAK_RESULT: file,
      },
    });
    process.exitCode = status ?? 1;
    if (!existsSync(file)) throw new Error(`${test} measured nothing`);
    const result = JSON.parse(readFileSync(file, 'utf8'));
    console.log(JSON.stringify(result, undefined, 2));
    keepResult(name, result);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
