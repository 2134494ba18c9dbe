// Writes to the store in a file, one write after the other, until it is killed.
import { openLmdbStore } from '@dapikit/platform';

const { path } = JSON.parse(process.argv[2]);
const store = openLmdbStore({ path });
for (let write = 0; ; write += 1) {
  await store.write(async (view) => view.put(Uint8Array.of(9), Buffer.from(String(write))));
  if (write === 0) process.stdout.write('ready\n');
}
