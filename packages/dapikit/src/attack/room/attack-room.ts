import {
  createClock,
  createPlatform,
  isPlatformError,
  ConsensusError,
  type Platform,
  type WhereClause,
} from '@dapikit/platform';
import type { ContractDescription, DocumentTypeDescription } from '@dapikit/contract';
import {
  ACTORS,
  MASTERNODES,
  type ActorName,
  type ExecutedStep,
  type MasternodeName,
  type Outcome,
  type Step,
} from '../step/step.js';
import { membersOf } from '../../platform/members.js';
import { withStandIns } from './stand-ins.js';
import { callOf } from '../step/platform-call.js';

/** Time of the first block in milliseconds: the same in each run. */
export const START_TIME_MS = 1_700_000_000_000;
/** Credits of each identity: 10,000 DASH. */
export const FIRST_CREDITS = 1_000_000_000_000_000n;

/** Describes what a room has beside its platform. */
export interface RoomContract {
  /** JSON text. */
  readonly text: string;
  readonly description: ContractDescription;
}

/**
 * Runs steps on a platform in this process, with a contract that is registered there and identities that act. It has no trees, no signatures, and
 * a clock that stands still, so that the same steps have the same results.
 */
export class AttackRoom {
  /** Ids of documents and proposals by label. */
  private labels = new Map<string, string>();
  private log: ExecutedStep[] = [];
  /** Labels that {@link nextLabel} gave. */
  private taken = new Set<string>();
  /** Number of steps since the start, in all branches. */
  performed = 0;

  private constructor(
    readonly platform: Platform,
    readonly contract: RoomContract,
    /** Base58. */
    readonly contractId: string,
    /** Document types and their schemas, by name. */
    readonly types: ReadonlyMap<string, DocumentTypeDescription>,
    /** The registered contract in the official JSON. */
    readonly registered: Readonly<Record<string, unknown>>,
    /** Ids of the identities that act by name, in base58. */
    readonly ids: ReadonlyMap<string, string>,
    /** Names of the identities that act for those that the contract names, by the id in the contract. */
    readonly standIns: ReadonlyMap<string, string>,
    /** ProTx hashes by name, in base58. */
    private readonly masternodes: ReadonlyMap<MasternodeName, string>,
  ) {}

  /** Creates a platform, registers a contract there, and creates the identities. The network accepts the contract. */
  static async open(contract: RoomContract): Promise<AttackRoom> {
    const platform = await createPlatform({
      protocolVersion: contract.description.protocolVersion,
      proofs: false,
      clock: createClock({ time: START_TIME_MS, frozen: true }),
    });
    try {
      const identity = async (seed: string): Promise<string> =>
        (await platform.createIdentity({ seed, credits: FIRST_CREDITS })).id;
      const ids = new Map<string, string>();
      for (const name of ACTORS) ids.set(name, await identity(name));
      const masternodes = new Map<MasternodeName, string>();
      for (const name of MASTERNODES) masternodes.set(name, (await platform.registerMasternode()).proTxHash);
      const { text, standIns } = await withStandIns(
        contract.text,
        async (name) => ids.get(name) ?? identity(name),
      );
      const { contractId } = await platform.registerContract({ by: ids.get('owner') ?? '', contract: text });
      const info = await platform.getContract({ id: contractId });
      const types = new Map(contract.description.documentTypes.map((type) => [type.name, type]));
      const registered = info?.contract ?? {};
      return new AttackRoom(platform, contract, contractId, types, registered, ids, standIns, masternodes);
    } catch (error) {
      await platform.close();
      throw error;
    }
  }

  /** Returns the names of identities by their ids in base58. */
  get names(): ReadonlyMap<string, string> {
    return new Map([...this.ids].map(([name, id]) => [id, name]));
  }

  /** Returns the name of an identity that acts, by its id in base58; `undefined` for another one. */
  actorOf(id: string): ActorName | undefined {
    return ACTORS.find((name) => this.ids.get(name) === id);
  }

  /** Returns the configuration of a token in the official JSON. */
  tokenAt(tokenPosition: number): Readonly<Record<string, unknown>> {
    return membersOf(membersOf(this.registered['tokens'])[String(tokenPosition)]);
  }

  /** Returns the id of an identity in base58. */
  idOf(name: ActorName): string {
    const id = this.ids.get(name);
    if (id === undefined) throw new Error(`there is no identity ${name}`);
    return id;
  }

  /** Returns a label for the next document of a type, such as `note1`: a name in JavaScript. */
  nextLabel(documentType: string): string {
    const name = documentType.replaceAll(/\W/g, '_').replace(/^(?=\d)/, '_');
    let count = 1;
    while (this.taken.has(`${name}${count}`)) count += 1;
    const label = `${name}${count}`;
    this.taken.add(label);
    return label;
  }

  /** Returns the id of a document or a proposal by its label; the label itself where there is none. */
  labelledId(label: string): string {
    return this.labels.get(label) ?? label;
  }

  /** Executes a step, and records it with its outcome. */
  async perform(step: Step): Promise<Outcome> {
    this.performed += 1;
    const outcome = await this.attempt(step);
    this.log.push({ step, outcome });
    return outcome;
  }

  /** Returns the steps since the start of the branch, with their outcomes. */
  get steps(): readonly ExecutedStep[] {
    return [...this.log];
  }

  /** Runs work on the current state, and reverts what it did: documents, time, labels and recorded steps. */
  async branch<Result>(work: () => Promise<Result>): Promise<Result> {
    const { id } = await this.platform.snapshot();
    const [labels, log, taken] = [this.labels, this.log, this.taken];
    this.labels = new Map(labels);
    this.log = [...log];
    this.taken = new Set(taken);
    try {
      return await work();
    } finally {
      await this.platform.revert({ id });
      [this.labels, this.log, this.taken] = [labels, log, taken];
    }
  }

  /** Counts the documents with these values by the documents themselves; at most 100. */
  async count(documentType: string, where: readonly WhereClause[]): Promise<number> {
    const { contractId, platform } = this;
    return (await platform.getDocuments({ contractId, documentType, where, limit: 100 })).length;
  }

  private async attempt(step: Step): Promise<Outcome> {
    const { contractId } = this;
    const call = callOf(step, this.types, {
      contractId,
      identity: (name) => this.idOf(name),
      masternode: (name) => this.masternodes.get(name),
      document: (label) => this.labelledId(label),
      proposal: (label) => this.labelledId(label),
    });
    try {
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the table of calls has the params of each method
      const receipt = Object(await this.platform[call.method](call.params as never));
      const id: unknown = Object(receipt.document)['$id'];
      if (step.action === 'create' && typeof id === 'string') this.labels.set(step.document, id);
      const { actionId, isExecuted, fee = 0, contest } = receipt;
      if ('group' in step && typeof actionId === 'string') this.labels.set(step.group.proposal, actionId);
      return {
        accepted: true,
        fee: BigInt(fee),
        contested: contest !== undefined,
        ...(isExecuted === false && { pending: true as const }),
      };
    } catch (error) {
      if (!isPlatformError(error)) throw error;
      const { message } = error;
      return error instanceof ConsensusError
        ? { accepted: false, name: error.reason, code: error.code, message }
        : { accepted: false, name: error.reason, message };
    }
  }
}
