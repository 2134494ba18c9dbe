import type { ActorName, ContestName, GroupPart, Step, WithoutActor } from '../step/step.js';

/** Holds what steps created so far, among which further ones choose. */
export interface Scene {
  /** Returns the labels of the documents of a type. */
  documents(documentType: string): readonly string[];
  /** Labels of all documents. */
  readonly labels: readonly string[];
  readonly contests: readonly ContestName[];
  readonly proposals: readonly Proposal[];
  readonly grants: readonly Grant[];
  /** Returns a label that nothing has yet. */
  newLabel(name: string): string;
}

/** Describes a proposal to a group: the step, which those who sign repeat. */
export interface Proposal {
  readonly step: WithoutActor;
  readonly group: GroupPart;
}

/** Describes a changed setting of a token that puts an identity in charge of something. */
export interface Grant {
  readonly tokenPosition: number;
  /** Such as `manualMinting`. */
  readonly setting: string;
  readonly to: ActorName;
}

/** Returns the step that is chosen in a scene; nothing where it is not possible there. */
export type StepChoice = (scene: Scene) => Step | undefined;

/** Returns the item of a list with a number, from the beginning again behind its end; nothing where the list is empty. */
export const pickOf = <Item>(items: readonly Item[], at: number): Item | undefined =>
  items[at % Math.max(items.length, 1)];
