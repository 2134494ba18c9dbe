import { describeContract } from '@dapikit/contract';
import { expect } from 'vitest';
import { AttackRoom } from '../../src/attack/room/attack-room.js';
import type { ExecutedStep } from '../../src/attack/step/step.js';
import { INVARIANT_TOOLS, type DefineInvariants } from '../../src/attack/invariant/invariant.js';
import { attackInvariants } from '../../src/attack/suite/attack-invariants.js';
import type { Finding } from '../../src/attack/suite/finding.js';
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

/** Processor time in which all is found. */
const MAX_PROCESSOR_MS = 120_000;

const actionsOf = ({ steps }: Finding): readonly string[] => steps.map(({ step }) => step.action);

/** The height of a block is part of a contest, and has more bytes in a room where much happened. */
const withoutFees = (steps: Finding['steps']): readonly unknown[] =>
  steps.map(({ step, outcome }) => ({ step, outcome: { ...outcome, fee: undefined } }));

/** Finds the steps that break each invariant, replays them, and returns their actions. */
export async function brokenBy(
  contract: unknown,
  define: DefineInvariants,
): Promise<Readonly<Record<string, readonly string[]>>> {
  const findings = await inRoom(contract, async (room) => {
    const start = process.cpuUsage();
    const used = (): number => {
      const { user, system } = process.cpuUsage(start);
      return (user + system) / 1000;
    };
    const report = await attackInvariants(room, {
      invariants: define(INVARIANT_TOOLS),
      seed: 1,
      file: 'contract.json',
      timeLeft: () => MAX_PROCESSOR_MS - used(),
    });
    return report.findings;
  });
  for (const { steps } of findings)
    expect(withoutFees(await replay(contract, steps))).toEqual(withoutFees(steps));
  return Object.fromEntries(findings.map((each) => [each.message, actionsOf(each)]));
}
