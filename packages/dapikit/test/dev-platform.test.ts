import { existsSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DevChain } from '@dapikit/chain';
import { createPlatform, openLmdbStore } from '@dapikit/platform';
import { base58 } from '@scure/base';
import { expect, it, vi } from 'vitest';
import { devPlatform, type PlatformPlace } from '../src/platform/dev-platform.js';
import { TreeProgress } from '../src/platform/tree-progress.js';

const place = async (): Promise<PlatformPlace & { readonly platformStore: string }> => ({
  platformStore: join(await mkdtemp(join(tmpdir(), 'dapikit-dev-platform-')), 'platform'),
  platformProtocol: 13,
  strict: false,
  acceptWrongBls: false,
  platformBlockTime: 0,
  platformFeedBlocks: 1000,
  proofs: 'on',
});

const noProgress = (): TreeProgress => new TreeProgress(() => undefined);

it('a platform that is closed while it opens ends at the next transition, and opens again', async () => {
  const chain = new DevChain({ instantSend: true, chainLocks: true });
  const options = await place();
  const closed = devPlatform(chain, options, { progress: noProgress() });
  const opening = closed.open();
  while (!existsSync(options.platformStore)) await nextTurn();
  await closed.close();
  expect(await opening).toBe(false);

  const [last] = chain.wallets.at(-1)?.identities.toReversed() ?? [];
  const id = base58.encode(last?.id ?? new Uint8Array());
  const left = await createPlatform({ store: openLmdbStore({ path: options.platformStore }) });
  expect(await left.getIdentity({ id })).toBeUndefined();
  await left.close();

  const again = devPlatform(chain, options, { progress: noProgress() });
  expect(await again.open()).toBe(true);
  const platform = await again.platform();
  expect(await platform.getIdentity({ id })).toMatchObject({ id });
  expect((await again.status()).root?.hash).toHaveLength(32);
  await again.close();
  chain.close();
}, 120_000);

it('creates no proofs with proofs off, and builds the trees of the same store with proofs on', async () => {
  const chain = new DevChain({ instantSend: true, chainLocks: true });
  const options = await place();
  const without = devPlatform(chain, { ...options, proofs: 'off' }, { progress: noProgress() });
  expect(await without.open()).toBe(true);
  await expect((await without.platform()).getProof()).rejects.toThrow(
    'this platform creates no proofs: proofs are off',
  );
  expect((await without.status()).root).toBeUndefined();
  await without.close();

  const entries: number[] = [];
  const progress = noProgress();
  vi.spyOn(progress, 'note').mockImplementation((count) => entries.push(count));
  const again = devPlatform(chain, options, { progress });
  expect(await again.open()).toBe(true);
  expect(entries.at(-1)).toBeGreaterThan(100);
  const platform = await again.platform();
  expect((await platform.getProof()).rootHash).toHaveLength(64);
  expect(await platform.verify()).toMatchObject({ ok: true });
  await again.close();
  chain.close();
}, 120_000);
