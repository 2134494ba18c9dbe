import { identifierText, type DocumentShape, type PaidAction, type Payment } from '@dapikit/client';
import { isDeletable } from '../../../src/generate/client-module.js';
import type { IndexMethod } from '../../../src/generate/index-methods.js';
import { compareValues, valueOf, type DocumentModel } from './document-model.js';
import type { Dice } from './dice.js';
import { expectEqual, expectError, expectMembers, expectRejection } from './expectations.js';
import type { LoadedClient, LoadedCollection, Row } from './loaded-client.js';
import { askByIndex, checkAggregates } from './random-query.js';
import { isContested, type RandomDocuments } from './random-documents.js';

/** An identity of the program with its client. */
export interface Actor {
  readonly id: Uint8Array;
  readonly client: LoadedClient;
}

/** A document type of the program. */
export interface ProgramType {
  readonly shape: DocumentShape;
  readonly model: DocumentModel;
  readonly methods: readonly IndexMethod[];
  /** Names the generated types of what all documents are counted and added up by. */
  readonly aggregates: readonly string[];
  readonly documents: RandomDocuments;
}

/** Holds the number of steps of a program by kind. */
export type Tally = Record<'written' | 'contended' | 'rejected' | 'read', number>;

/** Does something with a document type, if that is possible. */
type Step = (type: ProgramType) => Promise<void>;

const often = (times: number, step: Step): readonly Step[] => Array.from({ length: times }, () => step);
const MAX_PRICE = 100_000;

/** Writes and reads documents at random with a generated client, and compares each answer with a model. */
export class RandomProgram {
  readonly tally: Tally = { written: 0, contended: 0, rejected: 0, read: 0 };
  readonly #types: readonly ProgramType[];
  /** The first is the owner of the contract. */
  readonly #actors: readonly [Actor, Actor];
  readonly #dice: Dice;
  /** Contested values with the identities that contend for them. */
  readonly #contenders = new Set<string>();

  constructor(types: readonly ProgramType[], actors: readonly [Actor, Actor], dice: Dice) {
    this.#types = types;
    this.#actors = actors;
    this.#dice = dice;
  }

  /** Runs a number of steps, then reads all documents by each index. */
  async run(steps: number): Promise<void> {
    const choices = [
      ...often(3, async (type) => this.#create(type)),
      ...often(2, async (type) => this.#replace(type)),
      ...often(1, async (type) => this.#delete(type)),
      ...often(1, async (type) => this.#intrude(type)),
      ...often(1, async (type) => this.#transfer(type)),
      ...often(1, async (type) => this.#sell(type)),
      ...often(1, async (type) => this.#get(type)),
      ...often(4, async (type) => this.#query(type)),
    ];
    for (let step = 0; step < steps; step += 1) {
      const [type, choice] = [this.#dice.pick(this.#types), this.#dice.pick(choices)];
      if (type !== undefined) await choice?.(type);
    }
    for (const type of this.#types) {
      const all = this.#collection(type).all();
      const stored = type.model.documents.toSorted((first, second) => compareValues(first.$id, second.$id));
      this.tally.read += 1;
      expectEqual(await all.toArray(), stored);
      const asked = { query: all, offers: type.aggregates.join(' & '), text: `all ${type.shape.name}` };
      await checkAggregates(asked, stored, type.shape.summed);
      for (const method of type.methods)
        await askByIndex(this.#collection(type), type, method, { overload: 0, dice: this.#dice });
    }
  }

  #collection({ shape }: ProgramType, actor = this.#actors[0]): LoadedCollection {
    const collection = actor.client[shape.name];
    if (collection === undefined) throw new Error(`the client has no ${shape.name}`);
    return collection;
  }

  #owner({ $ownerId }: Row): Actor {
    return this.#actors.find(({ id }) => compareValues(id, $ownerId) === 0) ?? this.#actors[0];
  }

  #other(actor: Actor): Actor {
    return actor === this.#actors[0] ? this.#actors[1] : this.#actors[0];
  }

  async #create(type: ProgramType): Promise<void> {
    const { creationRestrictionMode } = type.model.type;
    const data = creationRestrictionMode === 2 ? undefined : type.documents.next();
    if (data === undefined) return;
    const actor =
      (creationRestrictionMode === 0 ? this.#dice.pick(this.#actors) : undefined) ?? this.#actors[0];
    if (isContested(type.model.type, data)) {
      await this.#contend(type, actor, data);
      return;
    }
    const written = await this.#write(
      type,
      { ...type.documents.sent(data), $ownerId: actor.id, $creatorId: actor.id },
      async () => this.#collection(type, actor).create(data, payment(type, 'create')),
    );
    if (written !== undefined) expectMembers(written, type.documents.created(data));
  }

  /** Opens a contest, or joins one: its document is not among the others. */
  async #contend(type: ProgramType, actor: Actor, data: Readonly<Record<string, unknown>>): Promise<void> {
    const collection = this.#collection(type, actor);
    const { contest } = type.shape;
    if (contest === undefined) throw new Error('the type has a contested index');
    const paid = payment(type, 'create');
    await expectError(collection.create(data, paid), `{ maxContestCredits: ${contest.credits}n }`);
    const values = contest.fields.map(({ path }) => valueOf({ ...data, $ownerId: actor.id }, path));
    const key = JSON.stringify([contest.index, values, identifierText(actor.id)], (_, value: unknown) =>
      value instanceof Uint8Array ? [...value] : typeof value === 'bigint' ? String(value) : value,
    );
    const agreed = { ...paid, maxContestCredits: contest.credits };
    if (this.#contenders.has(key)) {
      await this.#rejects(40_112, async () => collection.create(data, agreed));
      return;
    }
    const written = await collection.create(data, agreed);
    this.#contenders.add(key);
    this.tally.contended += 1;
    expectMembers(written, { ...type.documents.created(data), $ownerId: actor.id });
    expectEqual(await collection.get(written.$id), undefined);
  }

  async #replace(type: ProgramType): Promise<void> {
    const stored = type.model.type.documentsMutable ? this.#changeable(type) : undefined;
    const data = type.documents.next();
    if (stored === undefined || data === undefined || isContested(type.model.type, data)) return;
    const changes = Object.fromEntries(
      type.shape.fields.map(({ name }) => [name, Reflect.get(data, name) ?? null]),
    );
    const own = { ...systemOf(stored), ...type.documents.sent(data) };
    const written = await this.#write(
      type,
      own,
      async () =>
        this.#collection(type, this.#owner(stored)).replace(stored, changes, payment(type, 'replace')),
      stored,
    );
    if (written === undefined) return;
    // A replace ends an offer.
    const { $updatedAt: _, $price: _price, ...kept } = systemOf(stored);
    expectMembers(written, {
      ...kept,
      ...type.documents.sent(data),
      $revision: (stored.$revision ?? 0n) + 1n,
    });
    for (const { name } of type.shape.fields)
      if (!(name in data)) expectEqual(written[name], undefined, name);
  }

  async #delete(type: ProgramType): Promise<void> {
    const stored = isDeletable(type.model.type) ? this.#dice.pick(type.model.documents) : undefined;
    if (stored === undefined || !this.#dice.isOneIn(2)) return;
    await this.#collection(type, this.#owner(stored)).delete(stored, payment(type, 'delete'));
    type.model.remove(stored);
    this.tally.written += 1;
    expectEqual(await this.#collection(type).get(stored.$id), undefined);
  }

  /** Changes a document of somebody else. */
  async #intrude(type: ProgramType): Promise<void> {
    const stored = isDeletable(type.model.type) ? this.#dice.pick(type.model.documents) : undefined;
    if (stored === undefined) return;
    const intruder = this.#collection(type, this.#other(this.#owner(stored)));
    await this.#rejects(40_102, async () => intruder.delete(stored, payment(type, 'delete')));
  }

  async #transfer(type: ProgramType): Promise<void> {
    const stored = type.model.type.transferable === 1 ? this.#changeable(type) : undefined;
    if (stored === undefined) return;
    const owner = this.#owner(stored);
    const { id } = this.#other(owner);
    const written = await this.#write(
      type,
      { ...stored, $ownerId: id },
      async () => this.#collection(type, owner).transfer(stored, id, payment(type, 'transfer')),
      stored,
    );
    if (written !== undefined) expectMembers(written, { ...dataOf(stored), $ownerId: id, $id: stored.$id });
  }

  async #sell(type: ProgramType): Promise<void> {
    const stored = type.model.type.tradeMode === 1 ? this.#changeable(type) : undefined;
    if (stored === undefined) return;
    const seller = this.#owner(stored);
    const buyer = this.#other(seller);
    const credits = BigInt(this.#dice.below(MAX_PRICE) + 1);
    const offered = await this.#collection(type, seller).setPrice(stored, credits, payment(type, 'setPrice'));
    type.model.set(offered);
    this.tally.written += 1;
    expectMembers(offered, { ...dataOf(stored), $price: credits });
    if (this.#dice.isOneIn(3)) return;
    const collection = this.#collection(type, buyer);
    await this.#rejects(40_109, async () =>
      collection.purchase(offered, credits - 1n, payment(type, 'purchase')),
    );
    const bought = await this.#write(
      type,
      { ...offered, $ownerId: buyer.id },
      async () => collection.purchase(offered, credits, payment(type, 'purchase')),
      offered,
    );
    if (bought !== undefined) expectMembers(bought, { ...dataOf(stored), $ownerId: buyer.id });
  }

  /** Chooses a document whose change gets into a block. */
  #changeable({ model }: ProgramType): Row | undefined {
    return this.#dice.pick(model.documents.filter((document) => !model.isFixed(document)));
  }

  async #get(type: ProgramType): Promise<void> {
    const stored = this.#dice.pick(type.model.documents);
    if (stored === undefined) return;
    this.tally.read += 1;
    expectEqual(await this.#collection(type).get(stored.$id), stored);
  }

  async #query(type: ProgramType): Promise<void> {
    const method = this.#dice.pick(type.methods);
    if (method === undefined) return;
    const overload = this.#dice.below(method.overloads.length);
    await askByIndex(this.#collection(type), type, method, { overload, dice: this.#dice });
    this.tally.read += 1;
  }

  /** Writes a document that is new or has changed; it is rejected where another one has its unique values. */
  async #write(
    { model }: ProgramType,
    values: Readonly<Record<string, unknown>>,
    write: () => Promise<Row>,
    before?: Row,
  ): Promise<Row | undefined> {
    if (model.conflictOf(values, before?.$id) !== undefined) {
      await this.#rejects(40_105, write);
      return undefined;
    }
    const written = await write();
    model.set(written);
    this.tally.written += 1;
    expectEqual(written.$ownerId, values['$ownerId']);
    return written;
  }

  async #rejects(code: number, write: () => Promise<unknown>): Promise<void> {
    await expectRejection(write(), code);
    this.tally.rejected += 1;
  }
}

/** Agrees to the price of an action, where it has one. */
function payment({ shape }: ProgramType, action: PaidAction): Payment | undefined {
  const price = shape.prices[action];
  return price && { maxTokens: price.amount };
}

const dataOf = (document: Row): object =>
  Object.fromEntries(Object.entries(document).filter(([name]) => !name.startsWith('$')));
const systemOf = (document: Row): Readonly<Record<string, unknown>> =>
  Object.fromEntries(Object.entries(document).filter(([name]) => name.startsWith('$')));
