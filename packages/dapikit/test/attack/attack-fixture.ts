import { describeContract } from '@dapikit/contract';
import { AttackRoom } from '../../src/attack/room/attack-room.js';
import type { ExecutedStep } from '../../src/attack/step/step.js';
import { attackContract, type AttackReport } from '../../src/attack/suite/attack-contract.js';

/** Opens a room with a contract that protocol 13 accepts, runs work there, and closes it. */
export async function inRoom<Result>(
  contract: unknown,
  work: (room: AttackRoom) => Promise<Result>,
): Promise<Result> {
  const text = typeof contract === 'string' ? contract : JSON.stringify(contract);
  const described = describeContract(text, { protocolVersion: 13 });
  if (!described.ok)
    throw new Error(`rejected: ${described.diagnostics.map(({ message }) => message).join()}`);
  const room = await AttackRoom.open({ text, description: described.description });
  try {
    return await work(room);
  } finally {
    await room.platform.close();
  }
}

/** Attacks a contract without a limit of time. */
export const reportOf = async (contract: unknown): Promise<AttackReport> =>
  inRoom(contract, async (room) => attackContract(room, { seed: 1, isOver: () => false }));

/** Executes the steps again on a platform of their own. */
export const replay = async (
  contract: unknown,
  steps: readonly ExecutedStep[],
): Promise<readonly ExecutedStep[]> =>
  inRoom(contract, async (room) => {
    for (const { step } of steps) await room.perform(step);
    return room.steps;
  });
