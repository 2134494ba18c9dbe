// Creates a document for each of many names, which are unique; says which of them it got. Begins when a line comes in.
import { once } from 'node:events';
import { openPlatform } from './open-platform.mjs';

const { place, time, by, contractId, names } = JSON.parse(process.argv[2]);
const platform = await openPlatform(place, time);
process.stdout.write('ready\n');
await once(process.stdin, 'data');
const got = [];
const rejected = new Set();
for (let name = 0; name < names; name += 1) {
  try {
    await platform.createDocument({ by, contractId, documentType: 'name', data: { name: `name ${name}` } });
    got.push(name);
  } catch (error) {
    rejected.add(error.code ?? error.message);
  }
}
process.stdout.write(`${JSON.stringify({ got, rejected: [...rejected] })}\n`);
await platform.close();
process.exit();
