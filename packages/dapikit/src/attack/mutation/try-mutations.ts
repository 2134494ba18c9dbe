import type { DocumentSource } from '../document/document-source.js';
import type { AttackRoom } from '../room/attack-room.js';
import type { ActorName, DocumentJson, ExecutedStep, Step } from '../step/step.js';
import { rightMutations } from './right-mutations.js';
import { schemaMutations } from './schema-mutations.js';

/** Describes a transition that breaks a rule and was accepted. */
export interface AcceptedMutation {
  readonly rule: string;
  readonly place: readonly string[];
  readonly steps: readonly ExecutedStep[];
}

/** Holds the result of mutations. */
export interface MutationResult {
  readonly accepted: readonly AcceptedMutation[];
  /** Number of mutations that were rejected, as they should be. */
  readonly rejected: number;
}

/** Describes a document type whose rules are tried. */
export interface MutatedType {
  readonly source: DocumentSource;
  readonly plain: DocumentJson;
  /** Identity that creates documents. */
  readonly creator: ActorName;
  readonly isOver: () => boolean;
}

/** Executes transitions that break each rule of a document type once, each in a branch of its own. */
export async function tryMutations(
  room: AttackRoom,
  { source, plain, creator, isOver }: MutatedType,
): Promise<MutationResult> {
  const { type, schema } = source;
  const documentType = type.name;
  const mutations = [
    ...schemaMutations({ type, schema, plain }).map(({ rule, place, data }) => {
      const document = room.nextLabel(documentType);
      const last: Step = { action: 'create', by: creator, documentType, document, data };
      return { rule, place, before: [], last };
    }),
    ...rightMutations(room, { type, plain, creator }).map((each) => ({ ...each, place: [] })),
  ];
  const accepted: AcceptedMutation[] = [];
  let rejected = 0;
  for (const { rule, place, before, last } of mutations) {
    if (isOver()) break;
    const steps = await room.branch(async () => executed(room, before, last));
    if (steps === 'rejected') rejected += 1;
    else if (steps !== 'impossible') accepted.push({ rule, place, steps });
  }
  return { accepted, rejected };
}

/** Executes a mutation; it is impossible where one of the steps before it is rejected. */
async function executed(
  room: AttackRoom,
  before: readonly Step[],
  last: Step,
): Promise<readonly ExecutedStep[] | 'rejected' | 'impossible'> {
  for (const step of before) if (!(await room.perform(step)).accepted) return 'impossible';
  return (await room.perform(last)).accepted ? room.steps : 'rejected';
}
