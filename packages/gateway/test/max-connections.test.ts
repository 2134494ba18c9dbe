import { describe, expect, it } from 'vitest';
import { gatewayForTest } from './gateway-under-test.js';
import { BEST_BLOCK_HASH_CALL } from './json-rpc-calls.js';
import { openConnection, postText, SCHEMES } from './raw-connection.js';

describe.each(SCHEMES)('connections over %s', (scheme) => {
  it('above the limit are closed while the others continue', async () => {
    const gateway = await gatewayForTest({ maxConnections: 1 });
    const first = await openConnection(gateway.port, scheme);
    first.write(postText(BEST_BLOCK_HASH_CALL));
    await first.response();
    const second = openConnection(gateway.port, scheme).then(
      ({ closed }) => closed.then(() => 'closed'),
      () => 'closed',
    );
    expect(await second).toBe('closed');
    first.write(postText(BEST_BLOCK_HASH_CALL));
    expect((await first.response()).status).toBe(200);
  });
});
