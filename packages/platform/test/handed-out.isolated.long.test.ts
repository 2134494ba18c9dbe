// Has a process of its own: it replaces modules or globals.
import { expect, it } from 'vitest';
import { onEachEngine } from './engines.js';
import { indexOf } from './note-collection.js';
import { cardOf, created, openRoom } from './platform-fixture.js';
import { TOKEN_1000 } from './sample-token.js';

/** Changes whatever can be changed of a value that a caller got, at any depth; what is frozen is left as it is. */
function spoil(value: unknown, spoilt = new Set<unknown>()): void {
  if (typeof value !== 'object' || value === null || spoilt.has(value)) return;
  spoilt.add(value);
  if (value instanceof Uint8Array) {
    value.fill(0xee);
    return;
  }
  const members: [string, unknown][] = Object.entries(value);
  for (const [name, member] of members) {
    spoil(member, spoilt);
    Reflect.set(value, name, typeof member === 'object' ? { spoilt: true } : 'spoilt');
  }
  if (Array.isArray(value)) {
    Reflect.set(value, value.length, 'spoilt');
    return;
  }
  Reflect.set(value, 'spoilt', true);
}

onEachEngine((engine) => {
  it('results are copies: changing them does not change the platform', async () => {
    const room = await openRoom(
      engine,
      {
        ...cardOf({
          documentsKeepHistory: true,
          documentsCountable: true,
          indices: [indexOf('name', ['name'])],
        }),
        name: Object(
          cardOf({
            documentsMutable: false,
            indices: [indexOf('name', ['name'], { unique: true, contested: { resolution: 0 } })],
          }),
        ).card,
      },
      { contract: { tokens: { 0: TOKEN_1000 } } },
    );
    const { platform, contractId, alice, bob, owner } = room;
    const card = { contractId, documentType: 'card' };
    const id = await created(room, alice, 'card', { name: 'a' });
    const { proTxHash } = await platform.registerMasternode();
    const poll = { contractId, documentType: 'name', indexName: 'name', indexValues: ['a'] };
    const contend = {
      contractId,
      documentType: 'name',
      data: { name: 'a' },
      prefundedVotingBalance: 'auto',
    } as const;
    const writes: Record<string, () => Promise<unknown>> = {
      createIdentity: async () =>
        platform.createIdentity({ seed: 'dora', keys: [{ securityLevel: 'MASTER' }] }),
      topUpIdentity: async () => platform.topUpIdentity({ id: bob, credits: 5 }),
      changeIdentityKeys: async () =>
        platform.changeIdentityKeys({ by: alice, add: [{ securityLevel: 'MEDIUM' }] }),
      transferCredits: async () =>
        platform.transferCredits({ by: alice, recipientId: bob, credits: 100_000 }),
      createDocument: async () => platform.createDocument({ ...card, by: bob, data: { name: 'b' } }),
      replaceDocument: async () => platform.replaceDocument({ ...card, by: alice, id, data: { name: 'c' } }),
      contend: async () => platform.createDocument({ ...contend, by: alice }),
      vote: async () => platform.vote({ ...poll, proTxHash, choice: { towardsIdentity: alice } }),
      registerMasternode: async () => platform.registerMasternode(),
      registerContract: async () => platform.registerContract({ by: owner, contract: cardOf() }),
      setTokenPaused: async () => platform.setTokenPaused({ contractId, isPaused: true }),
      setTokenFrozen: async () => platform.setTokenFrozen({ contractId, identityId: bob, isFrozen: true }),
      mineBlock: async () => platform.mineBlock(),
      rejected: async () =>
        platform.createDocument({ ...contend, by: alice }).catch((error: unknown) => error),
      wrong: async () =>
        platform.createDocument({ ...card, by: bob, data: { z: 1 } }).catch((error: unknown) => error),
      rejectedContract: async () =>
        platform.registerContract({ by: owner, contract: { a: {} } }).catch((error: unknown) => error),
    };
    const reads: Record<string, () => Promise<unknown>> = {
      getIdentity: async () => platform.getIdentity({ id: alice }),
      ofSeed: async () => platform.getIdentity({ seed: 'dora' }),
      listMasternodes: async () => platform.listMasternodes(),
      getContract: async () => platform.getContract({ id: contractId }),
      listContracts: async () => platform.listContracts(),
      getDocument: async () => platform.getDocument({ ...card, id }),
      getDocuments: async () => platform.getDocuments({ ...card, where: [['name', '==', 'c']] }),
      getDocumentHistory: async () => platform.getDocumentHistory({ ...card, id }),
      getDocumentsCount: async () => platform.getDocumentsCount(card),
      explainQuery: async () => platform.explainQuery({ ...card, where: [['name', '==', 'c']] }),
      unexplained: async () => platform.explainQuery({ ...card, where: [['attack', '==', 5]] }),
      getVoteState: async () => platform.getVoteState({ ...poll, resultType: 'documentsAndVoteTally' }),
      getVoters: async () => platform.getVoters({ ...poll, contestantId: alice }),
      getMasternodeVotes: async () => platform.getMasternodeVotes({ proTxHash }),
      getVotePollsByEndDate: async () => platform.getVotePollsByEndDate(),
      getToken: async () => platform.getToken({ contractId }),
      getTokenBalance: async () => platform.getTokenBalance({ contractId, identityId: bob }),
      status: async () => platform.status(),
    };
    const read = async () => {
      const answers: [string, unknown][] = [];
      for (const [name, ask] of Object.entries(reads)) answers.push([name, await ask()]);
      return answers;
    };
    for (const [name, write] of Object.entries(writes)) {
      const given = await write();
      // Twice: what was remembered when it was written, and when it was read.
      const before = structuredClone(await read());
      spoil(given);
      for (const [, answer] of await read()) spoil(answer);
      expect([name, await read()]).toEqual([name, before]);
    }
    const { block } = await platform.mineBlock();
    expect(block.height).toBe((await platform.status()).block?.height ?? 0n);
    expect(await platform.verify()).toMatchObject({ ok: true });
  });
});
