import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DevChain } from '@dapikit/chain';
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { expect, it } from 'vitest';
import { devPlatform, type PlatformPlace } from '../src/platform/dev-platform.js';

const place = async (): Promise<PlatformPlace & { readonly platformStore: string }> => ({
  platformStore: join(await mkdtemp(join(tmpdir(), 'dapikit-dev-platform-')), 'platform'),
  platformProtocol: 13,
  strict: false,
  acceptWrongBls: false,
  platformBlockTime: 0,
});

it('a platform that is closed while it opens ends at the next transition, and opens again', async () => {
  const chain = new DevChain({ instantSend: true, chainLocks: true });
  const options = await place();
  const closed = devPlatform(chain, options);
  const opening = closed.open();
  while (!existsSync(options.platformStore)) await nextTurn();
  await closed.close();
  expect(await opening).toBe(false);

  const [last] = chain.wallets.at(-1)?.identities.toReversed() ?? [];
  const id = base58.encode(last?.id ?? new Uint8Array());
  const left = await createPlatform({ store: openLmdbStore({ path: options.platformStore }) });
  expect(await left.getIdentity({ id })).toBeUndefined();
  await left.close();

  const again = devPlatform(chain, options);
  expect(await again.open()).toBe(true);
  const platform = await again.platform();
  expect(await platform.getIdentity({ id })).toMatchObject({ id });
  expect((await again.status()).root?.hash).toHaveLength(32);
  await again.close();
  chain.close();
}, 120_000);
