// The platform of a child process, on the store that its first argument tells of: { path } or { url, schema }.
import { createClock, createPlatform, openLmdbStore, openPostgresStore } from '@dapikit/platform';

export async function openPlatform(place, time) {
  const store =
    'path' in place ? openLmdbStore(place) : await openPostgresStore({ ...place, maxConnections: 2 });
  return createPlatform({ store, clock: createClock({ time, frozen: true }) });
}
