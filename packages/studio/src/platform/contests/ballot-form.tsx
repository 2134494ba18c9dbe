import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Select } from '../../components/select.js';
import { getList, getMembers, getText } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import type { ActionText } from '../state/activity.js';
import type { Masternode } from '../state/masternode.js';
import type { RegisteredContract } from '../state/registered-contract.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { readRejection, type Rejection } from '../values/rejection.js';
import { nameChoice } from './choice-name.js';
import type { Choice, Contest } from './contest.js';

const MAX_MASTERNODES = 12;

interface BallotProps {
  readonly contest: Contest;
  readonly contract: RegisteredContract;
  readonly state: PlatformState;
  readonly actions: PlatformActions;
}

/** Shows the form that votes as masternodes. */
export function BallotForm(props: BallotProps) {
  const { masternodes } = props.state;
  return masternodes.length === 0 ? <NoMasternodes actions={props.actions} /> : <Ballot {...props} />;
}

function NoMasternodes({ actions }: Pick<BallotProps, 'actions'>) {
  const [rejection, setRejection] = useState<Rejection>();
  const add = (): void => {
    const text = { done: 'Registered a masternode', attempted: 'Tried to register a masternode' };
    actions
      .submit(text, 'registerMasternode', { isEvolution: true })
      .catch((error: unknown) => setRejection(readRejection(error)));
  };
  return (
    <div class="row">
      <span class="muted">There are no masternodes to vote.</span>
      <Button onClick={add}>Register a masternode</Button>
      {rejection && <RejectionNotice rejection={rejection} />}
    </div>
  );
}

function Ballot(props: BallotProps) {
  const { contest, state } = props;
  const { identities } = state;
  const shown = state.masternodes.slice(0, MAX_MASTERNODES);
  const { value: votes } = useRequest(
    () => loadVotes(contest.pollId, shown),
    [contest.pollId, state.revision],
  );
  const [choice, setChoice] = useState<Choice>(contest.contenders[0] ?? 'lock');
  const { ticked, setTicked, isBusy, rejection, vote } = useBallot(props, shown, choice, votes);
  const areAllTicked = ticked.size === shown.length;
  return (
    <form
      class="document-form"
      onSubmit={(event) => {
        event.preventDefault();
        void vote();
      }}
    >
      <fieldset class="property-group">
        <legend>Masternodes that vote</legend>
        <MasternodeChecks {...{ shown, ticked, votes, identities }} onChange={setTicked} />
        {state.masternodes.length > shown.length && (
          <p class="muted">and {state.masternodes.length - shown.length} more, which vote in the console</p>
        )}
      </fieldset>
      <div class="row">
        <Select
          label="Vote for"
          value={choice}
          options={[...contest.tally.keys()].map((value) => ({
            value,
            label: nameChoice(value, identities),
          }))}
          onChange={setChoice}
        />
        <Button kind="primary" type="submit" disabled={isBusy || ticked.size === 0}>
          {ticked.size > 1 ? `Cast ${ticked.size} votes` : 'Cast the vote'}
        </Button>
        <Button
          kind="quiet"
          onClick={() => setTicked(new Set(areAllTicked ? [] : shown.map((one) => one.proTxHash)))}
        >
          {areAllTicked ? 'Select none' : 'Select all'}
        </Button>
      </div>
      {rejection && <RejectionNotice rejection={rejection} />}
    </form>
  );
}

type Votes = ReadonlyMap<string, Choice>;

function MasternodeChecks(props: {
  readonly shown: readonly Masternode[];
  readonly ticked: ReadonlySet<string>;
  readonly votes: Votes | undefined;
  readonly identities: PlatformState['identities'];
  readonly onChange: (ticked: ReadonlySet<string>) => void;
}) {
  const { shown, ticked, votes, identities, onChange } = props;
  const toggle = (proTxHash: string): void => {
    const next = new Set(ticked);
    if (!next.delete(proTxHash)) next.add(proTxHash);
    onChange(next);
  };
  return (
    <div class="masternodes">
      {shown.map(({ proTxHash, name, weight }) => {
        const vote = votes?.get(proTxHash);
        return (
          <label key={proTxHash} title={proTxHash}>
            <input type="checkbox" checked={ticked.has(proTxHash)} onChange={() => toggle(proTxHash)} />
            <span>
              {name}
              <small class="muted">
                {weight > 1 ? `evonode, ${weight} votes` : '1 vote'}
                {vote !== undefined && `, voted ${nameChoice(vote, identities)}`}
              </small>
            </span>
          </label>
        );
      })}
    </div>
  );
}

/** Returns the ticked masternodes, the first one at the start, and the action that votes as them. */
function useBallot(
  { contest, contract, state, actions }: BallotProps,
  shown: readonly Masternode[],
  choice: Choice,
  votes: Votes | undefined,
) {
  const [chosen, setTicked] = useState<ReadonlySet<string>>();
  const [isBusy, setIsBusy] = useState(false);
  const [rejection, setRejection] = useState<Rejection>();
  const ticked = chosen ?? new Set(shown.slice(0, 1).map(({ proTxHash }) => proTxHash));
  const vote = async (): Promise<void> => {
    setIsBusy(true);
    setRejection(undefined);
    try {
      for (const { proTxHash, name } of shown.filter((one) => ticked.has(one.proTxHash)))
        await actions.submit(createVoteText(name, nameChoice(choice, state.identities)), 'vote', {
          contractId: contract.id,
          documentType: contest.documentType,
          indexName: contest.indexName,
          indexValues: contest.indexValues,
          proTxHash,
          choice: choice === 'lock' || choice === 'abstain' ? choice : { towardsIdentity: choice },
        });
      const next = shown.find(({ proTxHash }) => !ticked.has(proTxHash) && !votes?.has(proTxHash));
      setTicked(new Set(next && [next.proTxHash]));
    } catch (error) {
      setRejection(readRejection(error));
    } finally {
      setIsBusy(false);
    }
  };
  return { ticked, setTicked, isBusy, rejection, vote };
}

const createVoteText = (name: string, choice: string): ActionText => ({
  done: `${name} voted: ${choice}`,
  attempted: `${name} tried to vote: ${choice}`,
});

/** Loads the votes of masternodes in a contest, by their ProTx hashes. */
async function loadVotes(pollId: string, masternodes: readonly Masternode[]): Promise<Votes> {
  const found = await Promise.all(
    masternodes.map(async ({ proTxHash }): Promise<[string, Choice][]> => {
      const votes = getList(await platform.call('getMasternodeVotes', { proTxHash }));
      const own = votes.find((vote) => getText(vote, 'pollId') === pollId);
      if (own === undefined) return [];
      const choice = getMembers(own)['choice'];
      return [[proTxHash, getText(choice, 'identityId') || getText(choice, 'kind')]];
    }),
  );
  return new Map(found.flat());
}
