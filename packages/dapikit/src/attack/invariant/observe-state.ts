import type { AttackRoom } from '../room/attack-room.js';
import { ACTORS, type ActorName, type Step } from '../step/step.js';
import type { ObservedDocument, ObservedState } from './invariant.js';

const MAX_DOCUMENTS = 100;

/** Holds what was read of a state. */
interface Reading {
  readonly documents: ReadonlyMap<string, readonly ObservedDocument[]>;
  readonly balances: ReadonlyMap<ActorName, bigint>;
  /** By position and name. */
  readonly tokens: ReadonlyMap<string, bigint>;
}

/** Observes the states of a room, one after each step. It reads again only what a step can change. */
export class StateObserver {
  private constructor(
    private readonly room: AttackRoom,
    private readonly positions: readonly number[],
    private reading: Reading,
  ) {}

  /** Reads the whole state. @param positions tokens of the contract */
  static async open(room: AttackRoom, positions: readonly number[]): Promise<StateObserver> {
    const documents = new Map<string, readonly ObservedDocument[]>();
    for (const type of room.types.keys()) documents.set(type, await documentsOf(room, type));
    const balances = await balancesOf(room);
    const tokens = await tokensOf(room, positions);
    return new StateObserver(room, positions, { documents, balances, tokens });
  }

  /** Returns an observer that continues with the same state, while this one stays at it. */
  fork(): StateObserver {
    return new StateObserver(this.room, this.positions, this.reading);
  }

  /** Returns the last state that was read. */
  get state(): ObservedState {
    return viewOf(this.room, this.reading);
  }

  /** Reads the state after a step. */
  async follow(step: Step): Promise<ObservedState> {
    const { room, positions } = this;
    let { documents, balances, tokens } = this.reading;
    if ('documentType' in step) {
      const { documentType } = step;
      documents = new Map(documents).set(documentType, await documentsOf(room, documentType));
    }
    if (step.action !== 'wait') {
      balances = await balancesOf(room);
      tokens = await tokensOf(room, positions);
    }
    this.reading = { documents, balances, tokens };
    return this.state;
  }
}

async function documentsOf(
  { platform, contractId }: AttackRoom,
  documentType: string,
): Promise<readonly ObservedDocument[]> {
  const found = await platform.getDocuments({ contractId, documentType, limit: MAX_DOCUMENTS });
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- each stored document has an id and an owner
  return found as readonly ObservedDocument[];
}

async function balancesOf(room: AttackRoom): Promise<ReadonlyMap<ActorName, bigint>> {
  const balances = new Map<ActorName, bigint>();
  for (const name of ACTORS)
    balances.set(name, (await room.platform.getIdentity({ id: room.idOf(name) }))?.balance ?? 0n);
  return balances;
}

async function tokensOf(
  room: AttackRoom,
  positions: readonly number[],
): Promise<ReadonlyMap<string, bigint>> {
  const { platform, contractId } = room;
  const tokens = new Map<string, bigint>();
  for (const position of positions)
    for (const name of ACTORS) {
      const account = await platform.getTokenBalance({ contractId, position, identityId: room.idOf(name) });
      tokens.set(`${position} ${name}`, account.balance);
    }
  return tokens;
}

const viewOf = (room: AttackRoom, { documents, balances, tokens }: Reading): ObservedState => ({
  ids: {
    owner: room.idOf('owner'),
    alice: room.idOf('alice'),
    bob: room.idOf('bob'),
    carol: room.idOf('carol'),
  },
  documents: (documentType) => documentsNamed(documents, documentType),
  count: (documentType) => documentsNamed(documents, documentType).length,
  balance: (name) => balances.get(name) ?? 0n,
  tokens: (position, name) => tokens.get(`${position} ${name}`) ?? 0n,
});

function documentsNamed(documents: Reading['documents'], documentType: string): readonly ObservedDocument[] {
  const found = documents.get(documentType);
  if (found !== undefined) return found;
  throw new RangeError(
    `unknown document type "${documentType}": the contract has ${[...documents.keys()].join(', ')}`,
  );
}
