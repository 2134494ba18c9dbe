import type { AttackRoom } from '../room/attack-room.js';
import { ACTORS, type ActorName, type ContestName, type Step } from '../step/step.js';
import type { ObservedContest, ObservedDocument, ObservedProposal, ObservedState } from './invariant.js';
import { contestsOf, proposalsOf } from './observe-contests.js';

const MAX_DOCUMENTS = 100;

/** Holds what was read of a state. */
interface Reading {
  readonly documents: ReadonlyMap<string, readonly ObservedDocument[]>;
  readonly balances: ReadonlyMap<ActorName, bigint>;
  /** By position and name. */
  readonly tokens: ReadonlyMap<string, bigint>;
  readonly contests: readonly ObservedContest[];
  readonly proposals: readonly ObservedProposal[];
}

/** Observes the states of a room, one after each step. It reads again only what a step can change. */
export class StateObserver {
  private constructor(
    private readonly room: AttackRoom,
    private readonly positions: readonly number[],
    private readonly groups: readonly number[],
    private reading: Reading,
  ) {}

  /** Reads the whole state. @param positions tokens of the contract @param groups positions of its groups */
  static async open(
    room: AttackRoom,
    positions: readonly number[],
    groups: readonly number[],
  ): Promise<StateObserver> {
    const documents = new Map<string, readonly ObservedDocument[]>();
    for (const type of room.types.keys()) documents.set(type, await documentsOf(room, type));
    const balances = await balancesOf(room);
    const tokens = await tokensOf(room, positions);
    const reading = { documents, balances, tokens, contests: [], proposals: [] };
    return new StateObserver(room, positions, groups, reading);
  }

  /** Returns an observer that continues with the same state, while this one stays at it. */
  fork(): StateObserver {
    return new StateObserver(this.room, this.positions, this.groups, this.reading);
  }

  /** Returns the last state that was read. */
  get state(): ObservedState {
    return viewOf(this.room, this.reading);
  }

  /** Reads the state after a step. @param opened contests that steps opened */
  async follow(step: Step, opened: readonly ContestName[]): Promise<ObservedState> {
    const { room, positions, groups } = this;
    let { documents, balances, tokens, contests, proposals } = this.reading;
    if (opened.length > 0 && ('contest' in step || step.action === 'wait' || step.action === 'create'))
      contests = await contestsOf(room, opened);
    // Documents of contenders that have won are stored as time passes.
    const changed =
      'documentType' in step
        ? [step.documentType]
        : step.action === 'wait'
          ? new Set(opened.map(({ documentType }) => documentType))
          : [];
    for (const documentType of changed)
      documents = new Map(documents).set(documentType, await documentsOf(room, documentType));
    if ('group' in step) proposals = await proposalsOf(room, groups);
    if (step.action !== 'wait') {
      balances = await balancesOf(room);
      tokens = await tokensOf(room, positions);
    }
    this.reading = { documents, balances, tokens, contests, proposals };
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

const viewOf = (
  room: AttackRoom,
  { documents, balances, tokens, contests, proposals }: Reading,
): ObservedState => ({
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
  contests: (documentType) => contests.filter((contest) => contest.documentType === documentType),
  proposals: () => proposals,
});

function documentsNamed(documents: Reading['documents'], documentType: string): readonly ObservedDocument[] {
  const found = documents.get(documentType);
  if (found !== undefined) return found;
  throw new RangeError(
    `unknown document type "${documentType}": the contract has ${[...documents.keys()].join(', ')}`,
  );
}
