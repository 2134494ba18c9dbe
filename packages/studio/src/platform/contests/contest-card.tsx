import { Badge } from '../../components/badge.js';
import { BarRow } from '../../components/bar-row.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { getText } from '../../json/json-values.js';
import { createHref } from '../../navigation/route.js';
import { formatDash } from '../../text/format-dash.js';
import { formatDuration, formatTime } from '../../text/format-time.js';
import { DPNS_ID } from '../state/dpns-id.js';
import { getName, type NamedIdentity } from '../state/identity.js';
import type { RegisteredContract } from '../state/registered-contract.js';
import { useNow } from '../../rpc/use-now.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { BallotForm } from './ballot-form.js';
import { nameChoice } from './choice-name.js';
import type { Contest } from './contest.js';
import { TallyChart } from './tally-chart.js';

interface ContestProps {
  readonly contest: Contest;
  readonly contract: RegisteredContract;
  readonly state: PlatformState;
}

/** Shows a contest: its values, its end and its votes, with a ballot while it runs and the winner afterwards. */
export function ContestCard(props: ContestProps & { readonly actions: PlatformActions }) {
  const { contest, contract, state, actions } = props;
  const now = useNow(state.status);
  const { endsAt, outcome } = contest;
  const { title, normalized } = createTitle(contest, contract);
  return (
    <Panel title={title} aside={<StatusBadge contest={contest} now={now} />}>
      <div class="contest">
        <p class="muted">
          {normalized !== undefined && (
            <>
              Compared as <code>{normalized}</code>.{' '}
            </>
          )}
          Values of the index <code>{contest.indexName}</code> of {contest.documentType}.{' '}
          {endsAt !== undefined && `Vote fund: ${formatDash(contest.fund)} DASH.`}
        </p>
        <OutcomeNotice {...{ contest, contract, state, title }} />
        <div class="contest-columns">
          <TallyBars contest={contest} identities={state.identities} />
          <TallyChart contest={contest} now={Math.min(now, endsAt ?? outcome?.time ?? now)} state={state} />
        </div>
        {endsAt !== undefined && <BallotForm {...{ contest, contract, state, actions }} />}
      </div>
    </Panel>
  );
}

function StatusBadge({
  contest: { endsAt, status },
  now,
}: {
  readonly contest: Contest;
  readonly now: number;
}) {
  if (endsAt !== undefined)
    return (
      <Badge tone="info">
        {endsAt > now ? `ends in ${formatDuration(endsAt - now)}` : 'ends with the next block'}
      </Badge>
    );
  return status === 'Locked' ? <Badge tone="warn">locked</Badge> : <Badge tone="good">ended</Badge>;
}

function OutcomeNotice({ contest, contract, state, title }: ContestProps & { readonly title: string }) {
  const { outcome, tally, documentType } = contest;
  if (outcome === undefined) return null;
  const { identityId, kind, time, height } = outcome;
  const votes = tally.get(identityId ?? '') ?? 0;
  const text =
    identityId === undefined
      ? `Nobody gets ${title}: it is ${kind === 'locked' ? 'locked' : 'free'}`
      : `${getName(state.identities, identityId)} won ${title} with ${votes} vote${votes === 1 ? '' : 's'}`;
  return (
    <Notice kind={identityId === undefined ? 'warn' : 'good'} title={text}>
      <p>
        It ended {formatTime(time)} UTC with block {height}.{' '}
        {identityId !== undefined && (
          <a href={createHref('platform', [contract.id, documentType, 'documents'])}>Open the documents</a>
        )}
      </p>
    </Notice>
  );
}

function TallyBars(props: { readonly contest: Contest; readonly identities: readonly NamedIdentity[] }) {
  const { tally } = props.contest;
  const votes = [...tally.values()].reduce((sum, one) => sum + one, 0);
  return (
    <div class="bars">
      {[...tally].map(([choice, count], at) => (
        <div key={choice} data-series={at} class="series">
          <BarRow
            label={nameChoice(choice, props.identities)}
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
  );
}

/** Returns the title of a contest: of a name as its contenders write it, with the form that DPNS compares where it differs. */
function createTitle(
  { indexValues, documents }: Contest,
  { id }: RegisteredContract,
): { readonly title: string; readonly normalized?: string } {
  const values = indexValues.map(String);
  if (id !== DPNS_ID) return { title: values.map((value) => `“${value}”`).join(', ') };
  const normalized = values.toReversed().join('.');
  const [document] = documents;
  const label = getText(document, 'label');
  const title = label === '' ? normalized : `${label}.${getText(document, 'parentDomainName')}`;
  return title === normalized ? { title } : { title, normalized };
}
