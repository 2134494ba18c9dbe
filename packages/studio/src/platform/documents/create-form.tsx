import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { createHref } from '../../navigation/route.js';
import { formatEstimate } from '../../text/format-fee.js';
import { getContestEntry } from '../contests/contest-entry.js';
import { ContestNotice } from '../contests/contest-notice.js';
import { JoinedNotice } from '../contests/joined-notice.js';
import { useContest } from '../contests/use-contest.js';
import { groupErrorsByPath } from '../fields/errors-by-path.js';
import { PropertyField } from '../fields/property-field.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import { getName } from '../state/identity.js';
import type { SelectedType } from '../state/registered-contract.js';
import { useNow } from '../../rpc/use-now.js';
import type { PlatformActions, ActingState } from '../state/use-platform.js';
import { quoteValues, useCreateForm, type CreateOutcome } from './use-create-form.js';

interface CreateFormProps {
  readonly selected: SelectedType;
  readonly state: ActingState;
  readonly actions: PlatformActions;
}

/** Shows the form for a new document, filled in with an example; or who can create one. */
export function CreateForm(props: CreateFormProps) {
  const { contract, type } = props.selected;
  if (type.creationRestrictionMode === 2)
    return <p class="muted">Only the network creates documents of type {type.name}.</p>;
  if (type.creationRestrictionMode === 1 && contract.ownerId !== props.state.actor.id)
    return <OwnerOnly {...props} />;
  return <DocumentForm {...props} />;
}

function OwnerOnly({ selected: { contract, type }, state, actions }: CreateFormProps) {
  const { ownerId } = contract;
  return (
    <div class="row">
      <span class="muted">Only the owner of the contract creates documents of type {type.name}.</span>
      {state.identities.some(({ id }) => id === ownerId) && (
        <Button size="s" onClick={() => actions.actAs(ownerId)}>
          Act as {getName(state.identities, ownerId)}
        </Button>
      )}
    </div>
  );
}

function DocumentForm({ selected, state, actions }: CreateFormProps) {
  const { contract, type } = selected;
  const { actor, identities } = state;
  const form = useCreateForm(selected, state, actions);
  const { written, contested, outcome, isBusy } = form;
  const contest = useContest(selected, contested, state);
  const now = useNow(state.status);
  const rejection = outcome?.kind === 'rejected' ? outcome.rejection : undefined;
  return (
    <form
      class="document-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.create();
      }}
    >
      {type.properties.map((property) => (
        <PropertyField
          key={property.path}
          property={property}
          form={{
            contract: contract.json,
            documentType: type.name,
            written,
            errors: groupErrorsByPath(rejection),
            identities,
            onInput: form.setText,
          }}
        />
      ))}
      {contested && contest && outcome?.kind !== 'created' && (
        <ContestNotice
          title={quoteValues(contested)}
          entry={getContestEntry(contest, actor.id, now)}
          href={createHref('platform', [contract.id, type.name, 'contests'])}
          now={now}
          state={state}
        />
      )}
      <div class="row">
        <Button kind="primary" type="submit" disabled={isBusy}>
          {contested ? `Contend as ${actor.name}` : `Create as ${actor.name}`}
        </Button>
        <Button kind="quiet" onClick={form.showNextExample}>
          Another example
        </Button>
      </div>
      {rejection && <RejectionNotice rejection={rejection} />}
      {outcome?.kind === 'created' && (
        <CreatedNotice {...{ selected, state, actions, outcome }} contenders={contest?.contenders ?? []} />
      )}
    </form>
  );
}

function CreatedNotice(
  props: CreateFormProps & {
    readonly outcome: Extract<CreateOutcome, { kind: 'created' }>;
    readonly contenders: readonly string[];
  },
) {
  const { outcome, contenders, ...parts } = props;
  if (outcome.contends) return <JoinedNotice {...parts} fee={outcome.fee} contenders={contenders} />;
  return (
    <Notice kind="good" title="Created">
      <p>The fee was {formatEstimate(outcome.fee)}.</p>
      {outcome.hints.map((hint) => (
        <p key={hint}>{hint}</p>
      ))}
    </Notice>
  );
}
