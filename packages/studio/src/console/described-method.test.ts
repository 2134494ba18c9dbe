import { expect, it } from 'vitest';
import { describedMethods } from './described-method.js';

it('methods that need a WebSocket are no forms', () => {
  const methods = [{ name: 'overHttp' }, { name: 'subscribe', 'x-transport': 'websocket' }, 5];
  expect(describedMethods({ methods }).map(({ name }) => name)).toEqual(['overHttp']);
});
