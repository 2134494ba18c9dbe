// Opens the store in a file, writes to it and reads all of it; says what came of it. What is wrong with a file may end a process.
import { openLmdbStore } from '@dapikit/platform';

const { path, bytes } = JSON.parse(process.argv[2]);

async function outcome() {
  try {
    const store = openLmdbStore({ path });
    try {
      const entries = await store.read((view) =>
        view.scan({ from: Uint8Array.of(0), to: Uint8Array.of(0xff) }),
      );
      await store.write(async (view) => view.put(Uint8Array.of(9), Buffer.alloc(bytes, 1)));
      return { reason: null, entries: entries.length };
    } finally {
      await store.close();
    }
  } catch (error) {
    return { reason: error.reason ?? error.message };
  }
}

process.stdout.write(`${JSON.stringify(await outcome())}\n`);
process.exit();
