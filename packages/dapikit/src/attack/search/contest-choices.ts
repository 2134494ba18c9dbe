import * as fc from 'fast-check';
import { MASTERNODES, type ActorName } from '../step/step.js';
import { picks, type Cast } from './choices.js';
import { pickOf, type StepChoice } from './step-choice.js';

const MINUTE_MS = 60_000;
/** Time in which a contest of the platform ends, and a little more. */
const CONTEST_MS = 91 * MINUTE_MS;

type Choice = ActorName | 'abstain' | 'lock';

/** Makes arbitrary votes in the contests that steps opened, and the end of their time. */
export const contestChoices = ({ actors }: Cast): readonly fc.Arbitrary<StepChoice>[] => [
  fc
    .tuple(
      fc.constantFrom(...MASTERNODES),
      picks,
      fc.oneof<fc.Arbitrary<Choice>[]>(actors, fc.constantFrom('lock', 'abstain')),
    )
    .map(([masternode, pick, choice]): StepChoice => ({ contests }) => {
      const contest = pickOf(contests, pick);
      return contest === undefined ? undefined : { action: 'vote', masternode, contest, choice };
    }),
  fc.constant<StepChoice>(({ contests }) =>
    contests.length === 0 ? undefined : { action: 'wait', milliseconds: CONTEST_MS },
  ),
];
