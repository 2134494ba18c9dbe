import type { AttackRoom } from '../room/attack-room.js';
import type { ExecutedStep, Step } from '../step/step.js';

/** Lists the ways to one result; each is some steps. */
export type Stage = readonly (readonly Step[])[];

/** Finds the first way of each stage such that the platform accepts all of their steps, one after another; they are reverted. */
export async function firstPath(
  room: AttackRoom,
  [stage, ...further]: readonly Stage[],
): Promise<readonly ExecutedStep[] | undefined> {
  if (stage === undefined) return room.steps;
  for (const way of stage) {
    const found = await room.branch(async () => {
      for (const step of way) if (!(await room.perform(step)).accepted) return undefined;
      return firstPath(room, further);
    });
    if (found !== undefined) return found;
  }
  return undefined;
}
