import { expect, it } from 'vitest';
import { readMethods } from './described-method.js';

it('readMethods skips methods that need a WebSocket', () => {
  const methods = [{ name: 'overHttp' }, { name: 'subscribe', 'x-transport': 'websocket' }, 5];
  expect(readMethods({ methods }).map(({ name }) => name)).toEqual(['overHttp']);
});
