import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { TextField } from '../components/text-field.js';
import { ContestNotice } from './contest-notice.js';
import { creditsAt, membersOf } from './answer.js';
import { contendedValues, contestedIndexOf } from './contested-values.js';
import { DPNS_ID } from './dpns-id.js';
import { nameDocuments, newSalt, PARENT, unmistakable } from './dpns-name.js';
import { feeWords } from './fee-words.js';
import { JoinedNotice } from './joined-notice.js';
import { refusalOf, type Refusal } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { TypeInUse } from './registered-contract.js';
import type { Hands, World } from './world.js';

/** Whether documents of a type are names of DPNS. */
export const isNameType = ({ contract, type }: TypeInUse): boolean =>
  contract.id === DPNS_ID && type.name === 'domain';

type Outcome =
  | { readonly kind: 'refused'; readonly refusal: Refusal }
  | { readonly kind: 'registered'; readonly name: string; readonly fee: bigint; readonly contends: boolean };

/** Gets somebody a name: announces it by a preorder and writes it, as DPNS wants it. */
export function NameForm(props: { readonly inUse: TypeInUse; readonly world: World; readonly hands: Hands }) {
  const { inUse, world, hands } = props;
  const { actor } = world;
  const [label, setLabel] = useState('bookworm');
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const normalized = unmistakable(label);
  const contested = contestedIndexOf(inUse.type);
  const isContested =
    contested !== undefined &&
    contendedValues(contested, { normalizedParentDomainName: PARENT, normalizedLabel: normalized }) !==
      undefined;

  const register = async (): Promise<void> => {
    const name = `${label}.${PARENT}`;
    const documents = nameDocuments(label, actor.id, newSalt());
    const of = { by: actor.id, contractId: DPNS_ID };
    setIsBusy(true);
    setOutcome(undefined);
    try {
      const announced = await hands.act(
        { done: `${actor.name} announced a name`, wanted: `${actor.name} wanted to announce a name` },
        'createDocument',
        { ...of, documentType: 'preorder', data: documents.preorder },
      );
      const verb = isContested ? ['contended for', 'contend for'] : ['registered', 'register'];
      const result = await hands.act(
        { done: `${actor.name} ${verb[0]} ${name}`, wanted: `${actor.name} wanted to ${verb[1]} ${name}` },
        'createDocument',
        { ...of, documentType: 'domain', data: documents.domain, prefundedVotingBalance: 'auto' },
      );
      const fee = creditsAt(announced, 'fee') + creditsAt(result, 'fee');
      setOutcome({ kind: 'registered', name, fee, contends: 'contest' in membersOf(result) });
    } catch (error) {
      setOutcome({ kind: 'refused', refusal: refusalOf(error) });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <form
      class="document-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void register();
      }}
    >
      <TextField
        label={`Name, below .${PARENT}`}
        value={label}
        onInput={setLabel}
        hint={normalized === label ? '' : `The same as \`${normalized}\`: o, i and l are taken for 0 and 1`}
      />
      {isContested && <ContestNotice title={`${label}.${PARENT}`} world={world} />}
      <p class="muted">
        Two documents: a preorder, which has only a salted hash of the name, so that nobody is faster who
        reads it; then the name, with the salt.
      </p>
      <div class="row">
        <Button kind="primary" type="submit" disabled={isBusy || label === ''}>
          {isContested ? `Contend as ${actor.name}` : `Register as ${actor.name}`}
        </Button>
      </div>
      {outcome?.kind === 'refused' && <RefusalNotice refusal={outcome.refusal} />}
      {outcome?.kind === 'registered' &&
        (outcome.contends ? (
          <JoinedNotice inUse={inUse} world={world} hands={hands} fee={outcome.fee} />
        ) : (
          <Notice kind="good" title={`${outcome.name} is registered`}>
            <p>The fees were {feeWords(outcome.fee)}.</p>
          </Notice>
        ))}
    </form>
  );
}
