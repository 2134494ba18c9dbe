import { expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { onEachEngine } from './engines.js';

const heightOf = async (platform: Platform): Promise<bigint> => (await platform.status()).block?.height ?? 0n;

onEachEngine((engine) => {
  it('heights grow after a revert, an import and a restart', async () => {
    let platform = await createPlatform({ store: await engine.open('heights') });
    await platform.createIdentity();
    const file = await platform.exportState();
    const { id: outer } = await platform.snapshot();
    await platform.mineBlock();
    const { id: inner } = await platform.snapshot();
    await platform.createIdentity();
    const before = await heightOf(platform);
    await platform.revert({ id: inner });
    expect(await heightOf(platform)).toBe(before + 1n);
    await platform.revert({ id: outer });
    expect(await heightOf(platform)).toBe(before + 2n);
    await platform.importState(file);
    expect(await heightOf(platform)).toBe(before + 3n);
    expect(await platform.verify()).toMatchObject({ ok: true });
    const { block } = await platform.mineBlock();
    expect(block.height).toBe(before + 4n);
    const metadata = await platform.readState(async (state) => Promise.resolve(state.metadata));
    expect(metadata.height).toBe(block.height);
    await platform.close();
    platform = await createPlatform({ store: await engine.open('heights') });
    expect(await heightOf(platform)).toBe(block.height);
  });

  it('heights grow where blocks come while a file is imported', async () => {
    const platform = await createPlatform({ store: await engine.open() });
    const file = await platform.exportState();
    await platform.createIdentity();
    const importing = platform.importState(file);
    const mined: bigint[] = [];
    for (let count = 0; count < 5; count += 1) mined.push((await platform.mineBlock()).block.height);
    await importing;
    expect(new Set(mined).size).toBe(5);
    expect(mined).toEqual(mined.toSorted((a, b) => Number(a - b)));
    expect(await heightOf(platform)).toBeGreaterThanOrEqual(mined.at(-1) ?? 0n);
    await platform.close();
  });

  it('the block above a state without blocks begins its epoch', async () => {
    const platform = await createPlatform({ store: await engine.open() });
    const epochs = async () =>
      platform.readState(async (state) => state.epochs({ start: 0, limit: 10, ascending: true }));
    const file = await platform.exportState();
    const { id } = await platform.snapshot();
    await platform.mineBlock();
    await platform.revert({ id });
    expect(await epochs()).toMatchObject([{ epoch: 0, firstHeight: 2n, protocolVersion: 13 }]);
    await platform.importState(file);
    await platform.mineBlock();
    expect(await epochs()).toMatchObject([{ epoch: 0, firstHeight: 3n, protocolVersion: 13 }]);
    expect(await platform.verify()).toMatchObject({ ok: true });
    await platform.close();
  });

  it('a revert without blocks since the snapshot makes none', async () => {
    const platform = await createPlatform({ store: await engine.open() });
    await platform.createIdentity();
    const before = await heightOf(platform);
    const { id } = await platform.snapshot();
    await platform.revert({ id });
    expect(await heightOf(platform)).toBe(before);
  });
});

onEachEngine((engine) => {
  it('the key that signs states stays with its store, and no export has it', async () => {
    const first = await createPlatform({ store: await engine.open('key'), signsWithStore: true });
    const quorum = await first.stateQuorum();
    expect(quorum).toMatchObject({ quorumType: 106 });
    const file = await first.exportState();
    await first.close();
    const again = await createPlatform({ store: await engine.open('key'), signsWithStore: true });
    expect(await again.stateQuorum()).toEqual(quorum);
    await again.close();
    const other = await createPlatform({ store: await engine.open(), signsWithStore: true });
    const own = await other.stateQuorum();
    expect(own).not.toEqual(quorum);
    await other.importState(file);
    expect(await other.stateQuorum()).toEqual(own);
  });
});
