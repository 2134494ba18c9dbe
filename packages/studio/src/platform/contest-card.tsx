import { Badge } from '../components/badge.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { dashAmount } from '../contract/dash-amount.js';
import { hrefOf } from '../shell/route.js';
import { DPNS_ID } from './dpns-id.js';
import { BallotForm } from './ballot-form.js';
import { BarRow } from './bar-row.js';
import { choiceName } from './choice-name.js';
import type { Choice, Contest } from './contest.js';
import { nameOf } from './identity.js';
import type { RegisteredContract } from './registered-contract.js';
import { StepChart, type Steps } from './step-chart.js';
import { durationWords, timeWords } from './time-words.js';
import { useNow } from './use-now.js';
import type { Hands, World } from './world.js';

/** A contest: what it is about, how long it runs, how it stands, and a ballot; or who won. */
export function ContestCard(props: {
  readonly contest: Contest;
  readonly contract: RegisteredContract;
  readonly world: World;
  readonly hands: Hands;
}) {
  const { contest, contract, world, hands } = props;
  const { identities, status } = world;
  const now = useNow(status);
  const { endsAt, outcome, tally } = contest;
  const votes = [...tally.values()].reduce((sum, one) => sum + one, 0);
  const values = contest.indexValues.map(String);
  const title =
    contract.id === DPNS_ID ? values.toReversed().join('.') : values.map((value) => `“${value}”`).join(', ');
  return (
    <Panel
      title={title}
      aside={
        endsAt === undefined ? (
          <Badge tone={contest.status === 'Locked' ? 'warn' : 'good'}>
            {contest.status === 'Locked' ? 'locked' : 'ended'}
          </Badge>
        ) : (
          <Badge tone="info">
            {endsAt > now ? `ends in ${durationWords(endsAt - now)}` : 'ends with the next block'}
          </Badge>
        )
      }
    >
      <div class="contest">
        <p class="muted">
          Who gets it as {contest.documentType}.{contest.indexName}?{' '}
          {endsAt !== undefined && `${dashAmount(contest.fund)} DASH pay for the votes.`}
        </p>
        {outcome && (
          <Notice
            kind={outcome.identityId === undefined ? 'warn' : 'good'}
            title={outcomeTitle(contest, title, world)}
          >
            <p>
              It ended {timeWords(outcome.time)} UTC with block {outcome.height}.{' '}
              {outcome.identityId !== undefined && (
                <a href={hrefOf('platform', [contract.id, contest.documentType, 'documents'])}>
                  The document is there now
                </a>
              )}
            </p>
          </Notice>
        )}
        <div class="contest-columns">
          <div class="bars">
            {[...tally].map(([choice, count], at) => (
              <div key={choice} data-series={at} class="series">
                <BarRow
                  label={choiceName(choice, identities)}
                  bars={[
                    {
                      name: count === 1 ? 'vote' : 'votes',
                      share: votes === 0 ? 0 : count / votes,
                      text: String(count),
                    },
                  ]}
                />
              </div>
            ))}
          </div>
          <TallyChart contest={contest} now={Math.min(now, endsAt ?? outcome?.time ?? now)} world={world} />
        </div>
        {endsAt !== undefined && (
          <BallotForm contest={contest} contract={contract} world={world} hands={hands} />
        )}
      </div>
    </Panel>
  );
}

function TallyChart(props: { readonly contest: Contest; readonly now: number; readonly world: World }) {
  const { contest, now, world } = props;
  const from = contest.history[0]?.time ?? now;
  const to = contest.endsAt ?? contest.outcome?.time ?? now;
  const lines = [...contest.tally.keys()].map((choice) => ({
    name: choice,
    points: stepsOf(contest, choice, from),
  }));
  const said = [...contest.tally].map(
    ([choice, count]) => `${choiceName(choice, world.identities)} ${count}`,
  );
  return (
    <StepChart
      label={`The votes over time. Last: ${said.join(', ')}`}
      lines={lines}
      from={Math.min(from, to)}
      to={Math.max(to, from + 1)}
      now={Math.max(now, from)}
      ends={[clock(from), contest.endsAt === undefined ? `ended ${clock(to)}` : `ends ${clock(to)}`]}
    />
  );
}

/** How a choice came to its votes; it begins without any. */
const stepsOf = ({ history }: Contest, choice: Choice, from: number): Steps['points'] => [
  { at: from, value: 0 },
  ...history.flatMap(({ time, tally }) => {
    const value = tally.get(choice);
    return value === undefined ? [] : [{ at: time, value }];
  }),
];

const clock = (time: number): string => new Date(time).toISOString().slice(11, 16);

function outcomeTitle({ outcome, tally }: Contest, title: string, { identities }: World): string {
  const { identityId } = outcome ?? {};
  if (identityId === undefined)
    return `Nobody gets ${title}: it is ${outcome?.kind === 'locked' ? 'locked' : 'free'}`;
  const votes = tally.get(identityId) ?? 0;
  return `${nameOf(identities, identityId)} won ${title} with ${votes} vote${votes === 1 ? '' : 's'}`;
}
