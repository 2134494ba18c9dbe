import { readFileSync } from 'node:fs';
import { documentValidator } from '@dapikit/contract';
import { identifier, identifierText, isRejected } from '@dapikit/client';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DapikitProcess } from '../dev-process.js';
import { keyOn, LocalNetwork } from '../facade/local-network.js';
import { createMarket, type Market, type Offer, type OfferDocument, type Vote } from './market/index.js';

const CONTRACT: object = JSON.parse(readFileSync(new URL('market.json', import.meta.url), 'utf8'));
/** More than two pages. */
const OFFERS = 260;
const TOPICS = ['a', 'b', 'bb', 'c'];
/** Most offers are of one seller: more than a page have the same values of an index. */
const sellerOf = (number: number): Uint8Array => new Uint8Array(32).fill(number % 4 === 0 ? 9 : 7);

const offer = (number: number): Offer => ({
  topic: TOPICS[number % 4 === 0 ? 1 + (number % 3) : 0] ?? '',
  seller: identifier(sellerOf(number)),
  code: Uint8Array.of(number >> 8, number & 255),
  size: BigInt(number % 3),
  level: (number % 5) - 2,
});

const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const numberOf = ({ code }: OfferDocument): number => (code[0] ?? 0) * 256 + (code[1] ?? 0);

const jsonOf = ({ seller, code, size, ...rest }: Offer): object => ({
  ...rest,
  seller: identifierText(seller),
  code: base64(code),
  size: Number(size),
});

/** The numbers of offers, in the order in which they are read. */
const read = async (documents: AsyncIterable<OfferDocument>): Promise<number[]> => {
  const found: number[] = [];
  for await (const each of documents) found.push(numberOf(each));
  return found;
};

const weightsOf = async (votes: AsyncIterable<Vote>): Promise<number[]> => {
  const found: number[] = [];
  for await (const { weight } of votes) found.push(weight);
  return found;
};

const sorted = (list: readonly number[]): number[] => list.toSorted((a, b) => a - b);

describe('a generated client against dapikit dev', { timeout: 600_000 }, () => {
  const server = new DapikitProcess(['dev', '--port', '0']);
  let network: LocalNetwork;
  let contractId = '';
  let owner: { readonly id: string; readonly privateKey: string };
  let other: typeof owner;
  let market: Market;

  const account = async (index: number): Promise<typeof owner> => {
    const { id } = await network.account(0, index);
    return { id, privateKey: (await keyOn(0, `m/9'/1'/5'/0'/0'/${index}'/2'`)).toWIF() };
  };
  const clientOf = ({ id, privateKey }: typeof owner): Market =>
    createMarket(network.sdk, { contractId, signer: { identityId: id, privateKey } });
  /** Creates documents without signatures, which is faster. */
  const create = async (documentType: string, data: readonly object[]): Promise<void> => {
    for (const each of data)
      await network.call('platform', 'createDocument', {
        by: owner.id,
        contractId,
        documentType,
        data: each,
      });
  };

  beforeAll(async () => {
    await server.started();
    network = await LocalNetwork.connect(server.url);
    owner = await account(0);
    other = await account(1);
    const registered = await network.call('platform', 'registerContract', {
      by: owner.id,
      contract: CONTRACT,
    });
    contractId = String(registered['contractId']);
    market = clientOf(owner);
  }, 600_000);
  afterAll(() => server.stop());

  it('writes values of each kind, and reads them in one form', async () => {
    const data: Offer = {
      topic: 'all kinds',
      seller: identifier(owner.id),
      code: Uint8Array.of(1, 2, 3),
      size: 2n ** 53n + 1n,
      level: -100,
      about: { text: 'ä', picture: Uint8Array.of(0, 255) },
    };
    const written = await market.offer.create(data);
    expect(written).toMatchObject(data);
    expect(identifierText(written.$ownerId)).toBe(owner.id);
    expect(written.$createdAt).toBeInstanceOf(Date);
    expect(await market.offer.get(written.$id)).toEqual(written);
    expect(await market.offer.byCode({ code: data.code }).toArray()).toEqual([written]);
    const changed = await market.offer.replace(written, { topic: 'changed', about: null });
    const { about: _, ...kept } = written;
    expect(changed).toEqual({ ...kept, topic: 'changed', $revision: 2n });
    await market.offer.delete(changed);
    expect(await market.offer.get(written.$id)).toBeUndefined();
  });

  it('numbers writes that begin together', async () => {
    const polls = ['x', 'y', 'z'];
    const written = await Promise.all(polls.map(async (poll) => market.vote.create({ poll, weight: 1 })));
    expect(written.map(({ poll }) => poll)).toEqual(polls);
  });

  it('sells a document', async () => {
    const buyer = clientOf(other);
    const made = await market.offer.create({ ...offer(0), code: Uint8Array.of(99, 99, 99) });
    const priced = await market.offer.setPrice(made, 1000n);
    const bought = await buyer.offer.purchase(priced, 1000n);
    expect(identifierText(bought.$ownerId)).toBe(other.id);
    const given = await buyer.offer.transfer(bought, identifier(owner.id));
    expect(identifierText(given.$ownerId)).toBe(owner.id);
    await market.offer.delete(given);
  });

  it('says why a write is rejected, and goes on after it', async () => {
    await market.vote.create({ poll: 'before', weight: 1 });
    const tooLong = await market.vote
      .create({ poll: 'x'.repeat(21), weight: 1 })
      .catch((error: unknown) => error);
    expect(isRejected(tooLong, 10_101)).toBe(true);
    expect(tooLong).toMatchObject({
      reason: 'JsonSchemaError',
      fix: expect.stringMatching(/./),
      message: expect.stringMatching(/the platform rejects it \(10101 JsonSchemaError\): .*maximum is 20/),
    });
    expect((await market.vote.create({ poll: 'after', weight: 1 })).poll).toBe('after');
  });

  it('gives the number of a rejection by a block, and goes on after it', async () => {
    const taken = { ...offer(1), code: Uint8Array.of(8, 8) };
    const first = await market.offer.create(taken);
    const second = await market.offer.create(taken).catch((error: unknown) => error);
    expect(second).toMatchObject({ code: 40_105, reason: 'DuplicateUniqueIndexError' });
    await market.offer.delete(first);
    const gone = await market.offer.delete(first).catch((error: unknown) => error);
    expect(gone).toMatchObject({ code: 40_101 });
    await market.offer.delete(await market.offer.create(taken));
  });

  it('checks a document before it is signed where a check is given', async () => {
    const validators = new Map(['offer', 'vote'].map((type) => [type, documentValidator(CONTRACT, type)]));
    const checked = createMarket(network.sdk, {
      contractId,
      signer: { identityId: owner.id, privateKey: owner.privateKey },
      validate: (type, data) => validators.get(type)?.validate(data).rejections ?? [],
    });
    await expect(checked.vote.create({ poll: 'x'.repeat(21), weight: 1 })).rejects.toThrow(
      /^vote is not valid: \/poll: /,
    );
    expect((await checked.vote.create({ poll: 'checked', weight: 1 })).weight).toBe(1);
  });

  it('counts and adds up without reading', async () => {
    await create(
      'vote',
      [1, 2, 3].map((weight) => ({ poll: 'counted', weight })),
    );
    const counted = market.vote.byPoll({ poll: 'counted' });
    expect([await counted.count(), await counted.sum(), await counted.average()]).toEqual([
      3n,
      6n,
      { count: 3n, sum: 6n },
    ]);
    const byWeight = market.vote.byWeight();
    expect(await byWeight.from(2).count()).toBe(2n);
    // The keys of the upper half of 16 bits come first.
    const weights = [32_767, 32_768, 60_000];
    await create(
      'vote',
      weights.map((weight) => ({ poll: 'large', weight })),
    );
    expect(await weightsOf(byWeight.after(2))).toEqual([3, ...weights]);
    expect(await weightsOf(byWeight.between(3, 40_000).descending())).toEqual([32_768, 32_767, 3]);
    expect((await weightsOf(byWeight.descending())).slice(0, 4)).toEqual([...weights.toReversed(), 3]);
    expect((await byWeight.until(1).toArray()).every(({ weight }) => weight <= 1)).toBe(true);
    const counts = [byWeight.after(2), byWeight.between(3, 40_000), byWeight.before(32_768)];
    expect(await Promise.all(counts.map(async (query) => query.count()))).toEqual([
      4n,
      3n,
      BigInt((await weightsOf(byWeight)).length - 2),
    ]);
    const all = await weightsOf(market.vote.all());
    const [count, sum] = [BigInt(all.length), BigInt(all.reduce((total, weight) => total + weight, 0))];
    expect(await market.vote.all().count()).toBe(count);
    expect(await market.vote.all().sum()).toBe(sum);
    expect(await market.vote.all().average()).toEqual({ count, sum });
  });

  describe('reads more than a page', () => {
    const numbers = Array.from({ length: OFFERS }, (_, number) => number);
    beforeAll(async () => {
      await create(
        'offer',
        numbers.map((number) => jsonOf(offer(number))),
      );
    }, 600_000);

    /** The numbers of some offers, by their topic, then by the time of their creation. */
    const byTopic = (wanted: (data: Offer) => boolean): number[] =>
      numbers
        .filter((number) => wanted(offer(number)))
        .toSorted((a, b) =>
          offer(a).topic < offer(b).topic ? -1 : offer(a).topic > offer(b).topic ? 1 : a - b,
        );

    it('of all documents', async () => {
      expect(sorted(await read(market.offer.all()))).toEqual(numbers);
    });

    it('in the order of an index, whose values repeat', async () => {
      expect(await read(market.offer.byTopic())).toEqual(byTopic(() => true));
      expect(await read(market.offer.byTopic({ topic: 'a' }))).toEqual(byTopic(({ topic }) => topic === 'a'));
    });

    it('from the end of an index', async () => {
      const newest = byTopic(({ topic }) => topic === 'a').toReversed();
      expect(await read(market.offer.byTopic({ topic: 'a' }).descending())).toEqual(newest);
      expect(
        await market.offer
          .byTopic({ topic: 'a' })
          .descending()
          .first()
          .then((first) => first && numberOf(first)),
      ).toBe(newest[0]);
    });

    it('in a range', async () => {
      expect(await read(market.offer.byTopic().from('b'))).toEqual(byTopic(({ topic }) => topic >= 'b'));
      expect(await read(market.offer.byTopic().before('b'))).toEqual(byTopic(({ topic }) => topic < 'b'));
      expect(await read(market.offer.byTopic().startingWith('b'))).toEqual(
        byTopic(({ topic }) => topic.startsWith('b')),
      );
      expect(await read(market.offer.byTopic().between('a', 'bb'))).toEqual(
        byTopic(({ topic }) => topic <= 'bb'),
      );
      const two = await read(market.offer.bySize().until(1n));
      expect(sorted(two)).toEqual(numbers.filter((number) => offer(number).size <= 1n));
    });

    it('in a range of a property that some lack', async () => {
      const size = 987_654n;
      await create('offer', [
        { ...jsonOf({ ...offer(1), code: Uint8Array.of(9, 9, 9, 1) }), size: Number(size), level: undefined },
        { ...jsonOf({ ...offer(2), code: Uint8Array.of(9, 9, 9, 2) }), size: Number(size), level: -5 },
      ]);
      const levels = await market.offer.bySize({ size }).before(0).toArray();
      expect(levels.map(({ level }) => level)).toEqual([-5]);
      expect(await market.offer.bySize({ size }).toArray()).toHaveLength(2);
      for (const each of await market.offer.bySize({ size }).toArray()) await market.offer.delete(each);
    });

    it('with the same values of all properties', async () => {
      const same = numbers.filter((number) => sellerOf(number)[0] === 7);
      expect(sorted(await read(market.offer.bySeller({ seller: identifier(sellerOf(1)) })))).toEqual(same);
      expect(sorted(await read(market.offer.bySeller()))).toEqual(numbers);
    });
  });
});

/** What does not compile: the compiler checks it, and nothing runs it. */
export async function rejectedByTheCompiler(market: Market, document: OfferDocument): Promise<void> {
  // @ts-expect-error -- votes cannot be changed
  await market.vote.replace;
  // @ts-expect-error -- votes cannot be deleted
  await market.vote.delete;
  // @ts-expect-error -- no index begins with the level
  market.offer.bySize({ level: 1 });
  // @ts-expect-error -- no index has both
  market.offer.byTopic({ topic: 'a', size: 1n });
  // @ts-expect-error -- a range comes behind the last value
  market.offer.byTopic({ topic: 'a', $createdAt: new Date() }).after(new Date());
  // @ts-expect-error -- a query has one range
  market.offer.byTopic({ topic: 'a' }).after(new Date()).before(new Date());
  // @ts-expect-error -- the index counts nothing
  await market.offer.byTopic({ topic: 'a' }).count();
  // @ts-expect-error -- the index adds nothing up
  await market.vote.byWeight({ weight: 1 }).sum();
  // @ts-expect-error -- times are dates
  market.offer.byTopic({ topic: 'a' }).after(5);
  // @ts-expect-error -- bytes are no text
  await market.offer.replace(document, { code: 'AQID' });
  // @ts-expect-error -- an identifier is no other bytes
  await market.offer.get(new Uint8Array(32));
  // @ts-expect-error -- the size is missing
  await market.offer.create({ topic: 'a', seller: document.seller, code: document.code });
}
