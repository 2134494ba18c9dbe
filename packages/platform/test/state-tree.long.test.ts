import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { bytesOf } from '../src/base/bytes/identifier-order.js';
import { openLmdbStore } from '../src/store/lmdb-store.js';
import { ConsensusError } from '../src/base/errors/consensus-error.js';
import { InputError } from '../src/base/errors/input-error.js';
import type { Store } from '../src/store/store.js';
import { onEachEngine } from './engines.js';
import { signer } from './quorum-signer.js';

const text = (position: number): object => ({ type: 'string', maxLength: 8, position });
const number = (position: number): object => ({ type: 'integer', minimum: 0, maximum: 9, position });

/** Types with each kind of tree that a document can be in. */
const CONTRACT = {
  note: {
    type: 'object',
    properties: { a: text(0), b: number(1), c: number(2) },
    indices: [
      { name: 'a', properties: [{ a: 'asc' }] },
      { name: 'ab', properties: [{ a: 'asc' }, { b: 'asc' }] },
      { name: 'b', properties: [{ b: 'asc' }], nullSearchable: false },
      { name: 'bc', properties: [{ b: 'asc' }, { c: 'asc' }], nullSearchable: false },
    ],
    additionalProperties: false,
  },
  record: {
    type: 'object',
    documentsKeepHistory: true,
    canBeDeleted: false,
    properties: { a: text(0) },
    indices: [{ name: 'a', properties: [{ a: 'asc' }] }],
    additionalProperties: false,
  },
  sale: {
    type: 'object',
    documentsCountable: true,
    documentsSummable: 'b',
    properties: { a: text(0), b: number(1), c: number(2) },
    required: ['b'],
    indices: [
      { name: 'count', properties: [{ a: 'asc' }], countable: 'countable' },
      {
        name: 'range',
        properties: [{ c: 'asc' }],
        countable: 'countable',
        rangeCountable: true,
        summable: 'b',
      },
    ],
    additionalProperties: false,
  },
};

type Step =
  | {
      readonly kind: 'create' | 'replace' | 'delete';
      readonly type: 'note' | 'record' | 'sale';
      readonly at: number;
      readonly a: number;
      readonly b: number;
    }
  | { readonly kind: 'identity' | 'transfer' | 'prove' | 'snapshot' | 'revert' | 'contract' };

const step = (): fc.Arbitrary<Step> =>
  fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        kind: fc.constantFrom('create', 'create', 'replace', 'delete'),
        type: fc.constantFrom('note', 'record', 'sale'),
        at: fc.nat(20),
        a: fc.nat(4),
        b: fc.nat(9),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        kind: fc.constantFrom('identity', 'transfer', 'prove', 'snapshot', 'revert', 'contract'),
      }),
    },
  );

/** Plays steps on a platform; what the network rejects changes nothing. */
class Play {
  readonly #platform: Platform;
  readonly #by: string;
  readonly #contractId: string;
  readonly #documents: { readonly type: string; readonly id: string }[] = [];
  #snapshot: number | undefined;

  constructor(platform: Platform, by: string, contractId: string) {
    this.#platform = platform;
    this.#by = by;
    this.#contractId = contractId;
  }

  async step(step: Step): Promise<void> {
    try {
      await this.#try(step);
    } catch (error) {
      // Without a number where the network fails at documents without values of an index.
      const isMissed = error instanceof InputError && error.at === '/documentId';
      if (!(error instanceof ConsensusError) && !isMissed) throw error;
    }
  }

  async #try(step: Step): Promise<void> {
    const platform = this.#platform;
    switch (step.kind) {
      case 'create': {
        const place = this.#place(step.type);
        const { document } = await platform.createDocument({ ...place, data: dataOf(step) });
        const id = document['$id'];
        if (typeof id === 'string') this.#documents.push({ type: step.type, id });
        break;
      }
      case 'replace':
      case 'delete': {
        const document = this.#documents[step.at % Math.max(1, this.#documents.length)];
        if (document === undefined) return;
        const target = { ...this.#place(document.type), id: document.id };
        if (step.kind === 'delete') await platform.deleteDocument(target);
        else await platform.replaceDocument({ ...target, data: dataOf(step) });
        break;
      }
      case 'identity':
        await platform.createIdentity();
        break;
      case 'transfer': {
        const { id } = await platform.createIdentity();
        await platform.transferCredits({ by: this.#by, recipientId: id, credits: 1_000_000n });
        break;
      }
      case 'contract':
        await platform.registerContract({ by: this.#by, contract: CONTRACT });
        break;
      case 'snapshot':
        ({ id: this.#snapshot } = await platform.snapshot());
        break;
      case 'revert':
        if (this.#snapshot !== undefined) await platform.revert({ id: this.#snapshot });
        this.#snapshot = undefined;
        break;
      default:
        await platform.readProvenState(async ({ proofs }) => Promise.resolve(proofs.rootHash));
    }
  }

  #place(documentType: string): { by: string; contractId: string; documentType: string } {
    return { by: this.#by, contractId: this.#contractId, documentType };
  }
}

const dataOf = ({ type, a, b }: Extract<Step, { a: number }>): Record<string, unknown> => ({
  ...(a > 0 && { a: 'x'.repeat(a) }),
  ...(type === 'note' && b > 2 && { b }),
  ...(type === 'note' && a % 2 === 1 && { c: a }),
  ...(type === 'sale' && { b, c: a }),
});

const rootOf = async (platform: Platform): Promise<string> =>
  platform.readProvenState(async ({ proofs }) =>
    Promise.resolve(Buffer.from(proofs.rootHash).toString('hex')),
  );

async function open(store?: Store): Promise<{ platform: Platform; play: Play }> {
  const platform = await createPlatform({ signer, ...(store && { store }) });
  const { id } = await platform.createIdentity({ credits: 10n ** 13n });
  const { contractId } = await platform.registerContract({ by: id, contract: CONTRACT });
  return { platform, play: new Play(platform, id, contractId) };
}

describe('the state trees', () => {
  it('have one root per height, after a restart and after an import', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'dapikit-state-tree-')), 'state');
    const first = await createPlatform({ signer, store: openLmdbStore({ path }) });
    const { id } = await first.createIdentity();
    await rootOf(first);
    await first.topUpIdentity({ id, credits: 1n });
    const root = await rootOf(first);
    const file = await first.exportState();
    await first.close();
    const again = await createPlatform({ signer, store: openLmdbStore({ path }) });
    const imported = await createPlatform({ signer });
    await imported.importState(file);
    expect([await rootOf(again), await rootOf(imported)]).toEqual([root, root]);
    await again.topUpIdentity({ id, credits: 1n });
    expect(await rootOf(again)).not.toBe(root);
    await again.close();
    await imported.close();
  });

  it('are rebuilt after blocks that were not recorded', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'dapikit-state-tree-')), 'state');
    const recording = await createPlatform({ signer, store: openLmdbStore({ path }) });
    await rootOf(recording);
    await recording.close();
    const other = await createPlatform({ proofs: false, store: openLmdbStore({ path }) });
    await other.createIdentity();
    await expect(rootOf(other)).rejects.toThrow('this platform creates no proofs');
    await other.close();
    const again = await createPlatform({ signer, store: openLmdbStore({ path }) });
    await rootOf(again);
    expect((await again.verify()).entries).toEqual([]);
    await again.close();
  });

  it('are rebuilt after a writer without trees', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'dapikit-state-tree-')), 'state');
    const store = openLmdbStore({ path });
    const platform = await createPlatform({ signer, store });
    const root = await rootOf(platform);
    const trees = await store.read(async (view) =>
      view.scan({ from: Uint8Array.of(0x70), to: Uint8Array.of(0x74) }),
    );
    await platform.createIdentity();
    await store.write(async (view) => {
      const found = await view.scan({ from: Uint8Array.of(0x70), to: Uint8Array.of(0x74) });
      for (const { key } of found) view.delete(key);
      for (const { key, value } of trees) view.put(key, value);
    });
    expect(await rootOf(platform)).not.toBe(root);
    expect((await platform.verify()).entries).toEqual([]);
    await platform.close();
  });

  it('have one identity for a unique key, as nobody gets the key of another one', async () => {
    const platform = await createPlatform({ signer });
    await rootOf(platform);
    const keys = (['MASTER', 'HIGH', 'CRITICAL'] as const).map((securityLevel, at) => ({
      purpose: 'AUTHENTICATION' as const,
      securityLevel,
      type: 'ECDSA_SECP256K1' as const,
      data: `02${String(at + 1).padStart(64, '0')}`,
    }));
    await platform.createIdentity({ keys });
    await expect(platform.createIdentity({ keys })).rejects.toMatchObject({ code: 40_207 });
    expect((await platform.verify()).entries).toEqual([]);
    await platform.close();
  });

  it('reject a document whose sum overflows a tree, and stay proven', async () => {
    const platform = await createPlatform({ signer });
    const { id } = await platform.createIdentity({ credits: 10n ** 13n });
    const type = {
      type: 'object',
      properties: {
        a: text(0),
        b: { type: 'integer', minimum: -1, position: 1 },
      },
      required: ['b'],
      indices: [{ name: 'range', properties: [{ a: 'asc' }], summable: 'b', rangeSummable: true }],
      additionalProperties: false,
    };
    const { contractId } = await platform.registerContract({ by: id, contract: { sale: type } });
    await rootOf(platform);
    const sale = (a: string, b: bigint) =>
      platform.createDocument({ by: id, contractId, documentType: 'sale', data: { a, b } });
    await sale('x', 2n ** 63n - 8n);
    await expect(sale('y', 8n)).rejects.toMatchObject({ reason: 'aggregate-overflow' });
    await expect(sale('y', 5n * 10n ** 18n)).rejects.toMatchObject({ reason: 'aggregate-overflow' });
    await sale('y', 7n);
    await expect(sale('z', 1n)).rejects.toMatchObject({ reason: 'aggregate-overflow' });
    await sale('z', -1n);
    expect(await platform.getDocuments({ contractId, documentType: 'sale' })).toHaveLength(3);
    await rootOf(platform);
    expect((await platform.verify()).ok).toBe(true);
    await platform.close();
  });

  it('are verified: any changed byte of a node is found', async () => {
    const path = join(await mkdtemp(join(tmpdir(), 'dapikit-state-tree-')), 'state');
    const intact = await createPlatform({ signer, store: openLmdbStore({ path }) });
    const { id } = await intact.createIdentity();
    await rootOf(intact);
    await intact.close();
    const nodes = { from: Uint8Array.of(0x70), to: Uint8Array.of(0x71) };
    const store = openLmdbStore({ path });
    await store.write(async (view) => {
      const entries = await view.scan(nodes);
      const balance = entries.find(({ key }) => Buffer.from(key).includes(Buffer.from(bytesOf(id))));
      if (balance === undefined) throw new Error('no tree has the identity');
      const changed = Uint8Array.from(balance.value);
      changed[changed.length - 2]! ^= 1;
      view.put(balance.key, changed);
    });
    const damaged = await createPlatform({ signer, store });
    expect((await damaged.verify()).entries.map(({ kind }) => kind)).toContain('tree');
    await damaged.close();
  });

  it('match the store after any changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step(), { minLength: 5, maxLength: 40 }), async (steps) => {
        const { platform, play } = await open();
        await rootOf(platform);
        for (const one of steps) await play.step(one);
        const recorded = await platform.verify();
        await rootOf(platform);
        const applied = await platform.verify();
        await platform.close();
        expect([recorded.entries, applied.entries]).toEqual([[], []]);
      }),
      { numRuns: 3 },
    );
  });
});

onEachEngine((engine) => {
  it('trees match the store after some changes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step(), { minLength: 5, maxLength: 12 }), async (steps) => {
        const { platform, play } = await open(await engine.open());
        await rootOf(platform);
        for (const one of steps) await play.step(one);
        const recorded = await platform.verify();
        await rootOf(platform);
        const applied = await platform.verify();
        await platform.close();
        expect([recorded.entries, applied.entries]).toEqual([[], []]);
      }),
      { numRuns: 1 },
    );
  });
});
