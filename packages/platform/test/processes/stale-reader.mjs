// Reads the store in a file at several of its states and never ends, until it is killed.
import { openLmdbStore } from '@dapikit/platform';

const { path, readers } = JSON.parse(process.argv[2]);
const store = openLmdbStore({ path });
for (let reader = 0; reader < readers; reader += 1) {
  void store.read(async (view) => {
    await view.get(Uint8Array.of(9));
    await new Promise(() => undefined);
  });
  await store.write(async (view) => view.put(Uint8Array.of(8), Uint8Array.of(reader)));
}
process.stdout.write('ready\n');
setInterval(() => undefined, 1000);
