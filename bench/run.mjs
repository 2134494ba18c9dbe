// npm run bench <name> [-- options]: runs one benchmark by its name.
import { readdirSync } from 'node:fs';

const [name, ...options] = process.argv.slice(2);
const names = readdirSync(new URL('.', import.meta.url))
  .filter((file) => file.endsWith('.mjs') && file !== 'run.mjs')
  .map((file) => file.slice(0, -'.mjs'.length));

if (!names.includes(name)) {
  console.error(`npm run bench <name>, where <name> is one of: ${names.join(', ')}`);
  process.exit(2);
}
const { run } = await import(`./${name}.mjs`);
await run(options);
