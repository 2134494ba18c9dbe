import { afterAll } from 'vitest';

const { fetch, Headers, Request, Response, WebSocket } = globalThis;

/** Fails a file that replaces globals of the network for the files after it: it belongs to the isolated ones in vitest.config.ts. */
afterAll(() => {
  const replaced = Object.entries({ fetch, Headers, Request, Response, WebSocket })
    .filter(([name, value]) => Reflect.get(globalThis, name) !== value)
    .map(([name]) => name);
  if (replaced.length > 0) throw new Error(`This file replaces ${replaced.join(', ')} of its process.`);
});
