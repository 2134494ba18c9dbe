import { StepChart, type Steps } from '../../components/step-chart.js';
import type { PlatformState } from '../state/use-platform.js';
import { nameChoice } from './choice-name.js';
import type { Choice, Contest } from './contest.js';

/** Shows the votes of a contest over time. */
export function TallyChart(props: {
  readonly contest: Contest;
  readonly now: number;
  readonly state: PlatformState;
}) {
  const { contest, now, state } = props;
  const { history, endsAt, outcome, tally } = contest;
  const from = history[0]?.time ?? now;
  const to = endsAt ?? outcome?.time ?? now;
  const lines = [...tally.keys()].map((choice) => ({
    name: choice,
    points: listSteps(contest, choice, from),
  }));
  const counts = [...tally].map(([choice, count]) => `${nameChoice(choice, state.identities)} ${count}`);
  return (
    <StepChart
      label={`The votes over time. Last: ${counts.join(', ')}`}
      lines={lines}
      from={Math.min(from, to)}
      to={Math.max(to, from + 1)}
      now={Math.max(now, from)}
      ends={[formatClock(from), `${endsAt === undefined ? 'ended' : 'ends'} ${formatClock(to)}`]}
    />
  );
}

/** Lists the votes for a choice over time, from 0. */
const listSteps = ({ history }: Contest, choice: Choice, from: number): Steps['points'] => [
  { at: from, value: 0 },
  ...history.flatMap(({ time, tally }) => {
    const value = tally.get(choice);
    return value === undefined ? [] : [{ at: time, value }];
  }),
];

const formatClock = (time: number): string => new Date(time).toISOString().slice(11, 16);
