import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Select } from '../components/select.js';
import { platform } from '../rpc/platform.js';
import { listOf, membersOf, textAt } from './answer.js';
import { choiceName } from './choice-name.js';
import type { DeedWords } from './deeds.js';
import type { Choice, Contest } from './contest.js';
import type { Masternode } from './masternode.js';
import { refusalOf, type Refusal } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { RegisteredContract } from './registered-contract.js';
import { useAnswer } from './use-answer.js';
import type { Hands, World } from './world.js';

const MOST_SHOWN = 12;

/** Votes as masternodes of the chain: which of them, and for whom. */
export function BallotForm(props: {
  readonly contest: Contest;
  readonly contract: RegisteredContract;
  readonly world: World;
  readonly hands: Hands;
}) {
  const { contest, contract, world, hands } = props;
  const shown = world.masternodes.slice(0, MOST_SHOWN);
  const [choice, setChoice] = useState<Choice>(contest.contenders[0] ?? 'lock');
  const [chosen, setChosen] = useState<ReadonlySet<string>>();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState<Refusal>();
  const { value: votes } = useAnswer(() => votesIn(contest.pollId, shown), [contest.pollId, world.revision]);
  if (world.masternodes.length === 0)
    return (
      <div class="row">
        <span class="muted">There are no masternodes to vote.</span>
        <Button
          onClick={() =>
            void hands
              .act({ done: 'A masternode came', wanted: 'A masternode was wanted' }, 'registerMasternode', {
                isEvolution: true,
              })
              .catch((error: unknown) => setRefusal(refusalOf(error)))
          }
        >
          Add a masternode
        </Button>
        {refusal && <RefusalNotice refusal={refusal} />}
      </div>
    );
  const ticked = chosen ?? new Set(shown.slice(0, 1).map(({ proTxHash }) => proTxHash));
  const tick = (proTxHash: string): void => {
    const next = new Set(ticked);
    if (!next.delete(proTxHash)) next.add(proTxHash);
    setChosen(next);
  };
  const vote = async (): Promise<void> => {
    setIsBusy(true);
    setRefusal(undefined);
    try {
      for (const { proTxHash, name } of shown.filter((one) => ticked.has(one.proTxHash)))
        await hands.act(votingWords(name, choiceName(choice, world.identities)), 'vote', {
          contractId: contract.id,
          documentType: contest.documentType,
          indexName: contest.indexName,
          indexValues: contest.indexValues,
          proTxHash,
          choice: choice === 'lock' || choice === 'abstain' ? choice : { towardsIdentity: choice },
        });
      const next = shown.find(({ proTxHash }) => !ticked.has(proTxHash) && !votes?.has(proTxHash));
      setChosen(new Set(next && [next.proTxHash]));
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setIsBusy(false);
    }
  };
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
        <div class="masternodes">
          {shown.map(({ proTxHash, name, weight }) => {
            const voted = votes?.get(proTxHash);
            return (
              <label key={proTxHash} title={proTxHash}>
                <input type="checkbox" checked={ticked.has(proTxHash)} onChange={() => tick(proTxHash)} />
                <span>
                  {name}
                  <small class="muted">
                    {weight > 1 ? `evonode, ${weight} votes` : '1 vote'}
                    {voted !== undefined && `, voted ${choiceName(voted, world.identities)}`}
                  </small>
                </span>
              </label>
            );
          })}
        </div>
        {world.masternodes.length > shown.length && (
          <p class="muted">and {world.masternodes.length - shown.length} more, which vote from the console</p>
        )}
      </fieldset>
      <div class="row">
        <Select
          label="Vote for"
          value={choice}
          options={[...contest.tally.keys()].map((value) => ({
            value,
            label: choiceName(value, world.identities),
          }))}
          onChange={setChoice}
        />
        <Button kind="primary" type="submit" disabled={isBusy || ticked.size === 0}>
          {ticked.size > 1 ? `Cast ${ticked.size} votes` : 'Cast the vote'}
        </Button>
        <Button
          kind="quiet"
          onClick={() =>
            setChosen(new Set(ticked.size === shown.length ? [] : shown.map((one) => one.proTxHash)))
          }
        >
          {ticked.size === shown.length ? 'Select none' : 'Select all'}
        </Button>
      </div>
      {refusal && <RefusalNotice refusal={refusal} />}
    </form>
  );
}

const votingWords = (name: string, choice: string): DeedWords => ({
  done: `${name} voted: ${choice}`,
  wanted: `${name} wanted to vote: ${choice}`,
});

/** What masternodes vote for in a contest, by their ProTx hashes. */
async function votesIn(
  pollId: string,
  masternodes: readonly Masternode[],
): Promise<ReadonlyMap<string, Choice>> {
  const found = await Promise.all(
    masternodes.map(async ({ proTxHash }): Promise<[string, Choice][]> => {
      const votes = listOf(await platform.call('getMasternodeVotes', { proTxHash }));
      const own = votes.find((vote) => textAt(vote, 'pollId') === pollId);
      if (own === undefined) return [];
      const choice = membersOf(own)['choice'];
      return [[proTxHash, textAt(choice, 'identityId') || textAt(choice, 'kind')]];
    }),
  );
  return new Map(found.flat());
}
