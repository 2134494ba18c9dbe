import { describe, expect, it } from 'vitest';
import { createClock } from '../src/state/chain/clock.js';
import { contestRules } from '../src/state/contest/contest-rules.js';
import { createPlatform, type Platform } from '../src/api/platform.js';
import { DPNS } from '../src/state/system-contract/system-ids.js';
import { nameOf } from './dpns-fixture.js';
import { indexOf } from './note-collection.js';
import { cardOf, DASH, documentIdIn, T0 } from './platform-fixture.js';
import { TOKEN_1000 } from './sample-token.js';

const PROTOCOLS = [9, 10, 11, 12, 13] as const;

interface Scene {
  readonly platform: Platform;
  readonly by: string;
  readonly other: string;
}

/** Registers a contract of cards and creates one; gives what names it. */
async function card({ platform, by }: Scene, members: object = {}, contract: object = {}) {
  const documentSchemas = cardOf(members);
  const { contractId } = await platform.registerContract({
    by,
    contract: { $formatVersion: '1', documentSchemas, ...contract },
  });
  const type = { contractId, documentType: 'card' };
  const info = { tokenPaymentInfo: { tokenContractPosition: 0 } };
  const { document } = await platform.createDocument({ ...type, ...info, by, data: { name: 'a' } });
  return { ...type, by, id: documentIdIn(document), document };
}

/** A DPNS name of somebody, which is not contested. */
async function dpnsName({ platform, by }: Scene) {
  const { createHash } = await import('node:crypto');
  const hash = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
  const salt = new Uint8Array(32).fill(1);
  const saltedDomainHash = hash(hash(Buffer.concat([salt, Buffer.from('a1ce5.dash')])));
  await platform.createDocument({
    by,
    contractId: DPNS,
    documentType: 'preorder',
    data: { saltedDomainHash },
  });
  const domain = { contractId: DPNS, documentType: 'domain', by };
  const { document } = await platform.createDocument({ ...domain, data: nameOf('alce5', by, salt) });
  return { ...domain, id: documentIdIn(document) };
}

/** What is there from which protocol on, and until which one. */
const GATES: readonly (readonly [
  what: string,
  since: number,
  until: number,
  happens: (scene: Scene) => Promise<unknown>,
])[] = [
  [
    'replace, transfer, price, purchase and delete of documents',
    9,
    13,
    async (scene) => {
      const { document: _document, ...own } = await card(scene);
      const { platform, by, other } = scene;
      await platform.replaceDocument({ ...own, data: { name: 'b' } });
      await platform.updateDocumentPrice({ ...own, price: 5 });
      await platform.purchaseDocument({ ...own, by: other, price: 5 });
      await platform.transferDocument({ ...own, by: other, recipientId: by });
      await platform.deleteDocument(own);
      return true;
    },
  ],
  [
    'tokens that documents cost',
    9,
    13,
    async (scene) => {
      const tokenCost = { create: { tokenPosition: 0, amount: 5, effect: 1 } };
      const { contractId } = await card(scene, { tokenCost }, { tokens: { 0: TOKEN_1000 } });
      return (await scene.platform.getToken({ contractId }))?.totalSupply === 995n;
    },
  ],
  [
    'the creator of a document',
    10,
    13,
    async (scene) => (await card(scene)).document['$creatorId'] === scene.by,
  ],
  [
    'an own value in its own way',
    10,
    13,
    async (scene) => {
      const own = await card(scene, { indices: [indexOf('owner', ['$ownerId'], { unique: true })] });
      const transfer = scene.platform.transferDocument({ ...own, recipientId: scene.by });
      return transfer.then(
        () => false,
        ({ code }: { code: number }) => code === 40105,
      );
    },
  ],
  [
    'a nonce that a missing document leaves unused',
    9,
    11,
    async (scene) => {
      const own = await card(scene);
      const missing = { ...own, id: own.contractId, price: 5, nonce: 2 };
      const codeOf = async () =>
        scene.platform.updateDocumentPrice(missing).then(
          () => 0,
          ({ code }: { code: number }) => code,
        );
      return [await codeOf(), await codeOf()].every((code) => code === 40101);
    },
  ],
  [
    'counts of documents',
    12,
    13,
    async (scene) => {
      const own = await card(scene, { documentsCountable: true });
      const { contractId, documentType } = own;
      return scene.platform.getDocumentsCount({ contractId, documentType }).then(
        ({ count }) => count === 1n,
        () => false,
      );
    },
  ],
  [
    'records of prices',
    13,
    13,
    async (scene) => {
      const own = await card(scene, { keepsPricingHistory: true }).catch(() => undefined);
      if (own === undefined) return false;
      const fees = [
        await scene.platform.updateDocumentPrice({ ...own, price: 5 }),
        await scene.platform.updateDocumentPrice({ ...own, price: 5 }),
      ];
      const plain = await scene.platform.updateDocumentPrice({ ...(await card(scene)), price: 5 });
      return fees.every(({ fee }) => fee > 2n * plain.fee);
    },
  ],
  [
    'names that change hands',
    13,
    13,
    async (scene) => {
      const name = await dpnsName(scene);
      return scene.platform.transferDocument({ ...name, recipientId: scene.other }).then(
        ({ document }) => Object(document['records']).identity === scene.other,
        ({ code }: { code: number }) => (code === 40500 || code === 10404 ? false : undefined),
      );
    },
  ],
  [
    'names that are sold',
    13,
    13,
    async (scene) => {
      const name = await dpnsName(scene);
      return scene.platform.updateDocumentPrice({ ...name, price: 7 }).then(
        async () => {
          const { document } = await scene.platform.purchaseDocument({ ...name, by: scene.other, price: 7 });
          return Object(document['records']).identity === scene.other;
        },
        ({ code }: { code: number }) => (code === 40500 || code === 10404 ? false : undefined),
      );
    },
  ],
];

describe.each(PROTOCOLS)('protocol %i', (protocolVersion) => {
  it.each(GATES)('has the change %s, from %i to %i', async (_what, since, until, happens) => {
    const clock = createClock({ time: T0, frozen: true });
    const platform = await createPlatform({ protocolVersion, clock });
    const [{ id: by }, { id: other }] = [
      await platform.createIdentity({ credits: 100n * DASH }),
      await platform.createIdentity({ credits: 100n * DASH }),
    ];
    expect(await happens({ platform, by, other })).toBe(protocolVersion >= since && protocolVersion <= until);
    await platform.close();
  });

  it('has the contest rules of protocol 9', () => {
    for (const network of ['mainnet', 'testnet'] as const)
      expect(contestRules(network, protocolVersion)).toEqual(contestRules(network, 9));
  });
});
