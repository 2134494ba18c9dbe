import { within } from '../../platform/within.js';
import type { ActorName, ExecutedStep } from '../step/step.js';

/** Describes a stored document: its data in the JSON form, and its system fields. */
export type ObservedDocument = Readonly<Record<string, unknown>> & {
  /** Base58. */
  readonly $id: string;
  /** Base58. */
  readonly $ownerId: string;
};

/** Describes the state that a rule judges. */
export interface ObservedState {
  /** Ids of the identities by name, in base58. */
  readonly ids: Readonly<Record<ActorName, string>>;
  /** Returns the stored documents of a type, at most 100, by id. */
  documents(documentType: string): readonly ObservedDocument[];
  /** Returns the number of stored documents of a type, at most 100. */
  count(documentType: string): number;
  /** Returns the credits of an identity. */
  balance(name: ActorName): bigint;
  /** Returns the tokens that an identity has. */
  tokens(position: number, name: ActorName): bigint;
  /** Returns the contests of a document type that steps opened, in the order of their values. */
  contests(documentType: string): readonly ObservedContest[];
  /** Returns the actions of groups that wait for further members. */
  proposals(): readonly ObservedProposal[];
}

/** Describes a contest about values, while it runs and when it has ended. */
export interface ObservedContest {
  readonly documentType: string;
  /** In the order of the index. */
  readonly values: readonly unknown[];
  readonly status: 'Started' | 'Awarded' | 'Locked' | 'NotStarted';
  /** Votes for each contender, by its id in base58. */
  readonly votes: Readonly<Record<string, number>>;
  readonly lockVotes: number;
  readonly abstainVotes: number;
  /** Base58; absent while nobody has won. */
  readonly winnerId?: string;
}

/** Describes an action of a group that waits for further members. */
export interface ObservedProposal {
  /** Position of the group. */
  readonly group: number;
  /** Proposed change of a token, in the official JSON. */
  readonly action: unknown;
  /** Ids of the members that signed it, in base58. */
  readonly signers: readonly string[];
}

/** Judges a state after each executed step, with the state before the step; true says that the statement holds. */
export type Judgement = (
  now: ObservedState,
  before: ObservedState,
  last: ExecutedStep,
) => boolean | Promise<boolean>;

/** Describes a statement that must hold after each step, or that must never hold. */
export interface Invariant {
  readonly kind: 'always' | 'never';
  readonly name: string;
  readonly judge: Judgement;
}

/** Offers the functions that make statements. */
export interface InvariantTools {
  /** Says what must hold after each step. */
  readonly always: (name: string, judge: Judgement) => Invariant;
  /** Says what must never hold. */
  readonly never: (name: string, judge: Judgement) => Invariant;
}

/** Describes the default export of a module of invariants. */
export type DefineInvariants = (tools: InvariantTools) => readonly Invariant[];

const statement =
  (kind: Invariant['kind']) =>
  (name: string, judge: Judgement): Invariant => ({ kind, name, judge });

/** Offers {@link InvariantTools} to a module. */
export const INVARIANT_TOOLS: InvariantTools = { always: statement('always'), never: statement('never') };

/** Time in which a judgement that is a promise ends. */
const MAX_JUDGEMENT_MS = 10_000;

/** Returns whether a state breaks an invariant. Rejects with what a judgement throws, and where it takes more than ten seconds. */
export async function isBroken(
  { kind, judge }: Invariant,
  state: Parameters<Judgement>,
  limit = MAX_JUDGEMENT_MS,
): Promise<boolean> {
  const judged = judge(...state);
  const holds = typeof judged === 'boolean' ? judged : await within(limit, judged);
  if (typeof holds !== 'boolean') throw new TypeError(`a judgement is true or false, found ${typeof holds}`);
  return kind === 'always' ? !holds : holds;
}
