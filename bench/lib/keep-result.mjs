import { writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';

/** Keeps what a benchmark measured in bench/results, with what it was measured on. */
export function keepResult(name, result) {
  const machine = {
    cores: cpus().length,
    cpu: cpus()[0]?.model,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    load: loadavg()[0],
  };
  const conditions = { date: new Date().toISOString(), node: process.version, machine };
  const file = new URL(`../results/${name}.json`, import.meta.url);
  writeFileSync(file, `${JSON.stringify({ ...conditions, ...result }, null, 2)}\n`);
}
