import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { TextField } from '../../components/text-field.js';
import { createHref } from '../../navigation/route.js';
import { ContestNotice } from '../contests/contest-notice.js';
import { DPNS_ID } from '../state/dpns-id.js';
import { normalizeLabel, PARENT } from './dpns-name.js';
import { formatEstimate } from '../../text/format-fee.js';
import { getName } from '../state/identity.js';
import { JoinedNotice } from '../contests/joined-notice.js';
import { canRegister, useNameStatus, type NameStatus } from './name-status.js';
import { readRejection, type Rejection } from '../values/rejection.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import { registerName, type RegisteredName } from './register-name.js';
import type { SelectedType } from '../state/registered-contract.js';
import { useNow } from '../../rpc/use-now.js';
import type { PlatformActions, ActingState } from '../state/use-platform.js';

/** Returns whether documents of a type are DPNS names. */
export const isNameType = ({ contract, type }: SelectedType): boolean =>
  contract.id === DPNS_ID && type.name === 'domain';

interface Outcome {
  readonly rejection?: Rejection;
  readonly registered?: RegisteredName;
}

const NONE: Outcome = {};

interface NameFormProps {
  readonly selected: SelectedType;
  readonly state: ActingState;
  readonly actions: PlatformActions;
}

/** Shows the form that registers a name or enters the contest for it, and whether that is possible. */
export function NameForm(props: NameFormProps) {
  const { selected, state } = props;
  const { actor } = state;
  const now = useNow(state.status);
  const { label, status, isBusy, registered, rejection, setLabel, submit } = useNameForm(props, now);
  return (
    <form
      class="document-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <TextField
        label={`Name, below .${PARENT}`}
        value={label}
        onInput={setLabel}
        hint={createHint(label)}
        error={status.kind === 'invalid' ? status.reason : undefined}
      />
      {registered === undefined && <StatusNotice {...{ label, status, selected, now, state }} />}
      <p class="muted">
        Registers two documents: a preorder with a salted hash of the name, which prevents front-running, and
        then the name with the salt.
      </p>
      <div class="row">
        <Button kind="primary" type="submit" disabled={isBusy || !canRegister(status)}>
          {status.kind === 'contested' ? `Contend as ${actor.name}` : `Register as ${actor.name}`}
        </Button>
      </div>
      {rejection && <RejectionNotice rejection={rejection} />}
      {registered && <RegisteredNotice {...props} status={status} registered={registered} />}
    </form>
  );
}

/** Returns the state of the form, and its actions. */
function useNameForm({ selected, state, actions }: NameFormProps, now: number) {
  const { actor } = state;
  const [label, setLabel] = useState('');
  const [{ rejection, registered }, setOutcome] = useState(NONE);
  const [isBusy, setIsBusy] = useState(false);
  const status = useNameStatus(label, selected, state, now);
  // The outcome is that of another identity.
  useEffect(() => setOutcome(NONE), [actor.id]);

  const register = async (): Promise<void> => {
    setIsBusy(true);
    setOutcome(NONE);
    try {
      const done = await registerName(actions, actor, label, { isContested: status.kind === 'contested' });
      setOutcome({ registered: done });
      // Another identity may contend for the same name; a registered one is done.
      if (!done.contends) setLabel('');
    } catch (error) {
      setOutcome({ rejection: readRejection(error) });
    } finally {
      setIsBusy(false);
    }
  };
  return {
    label,
    status,
    isBusy,
    registered,
    rejection,
    setLabel: (next: string): void => {
      setLabel(next);
      setOutcome(NONE);
    },
    submit: (): void => {
      if (!isBusy && canRegister(status)) void register();
    },
  };
}

function RegisteredNotice(
  props: NameFormProps & { readonly registered: RegisteredName; readonly status: NameStatus },
) {
  const { registered, status, ...parts } = props;
  if (!registered.contends)
    return (
      <Notice kind="good" title={`${registered.name} is registered`}>
        <p>The fees were {formatEstimate(registered.fee)}.</p>
      </Notice>
    );
  const contenders = status.kind === 'contested' ? status.contenders : [];
  return <JoinedNotice {...parts} fee={registered.fee} contenders={contenders} />;
}

function createHint(label: string): string {
  if (label === '')
    return 'For example `bookworm`, which starts a contest, or `bookworm-2026`, which does not.';
  const normalized = normalizeLabel(label);
  return normalized === label
    ? ''
    : `Compared as \`${normalized}\`: case does not count, o is the same as 0, and i and l are the same as 1.`;
}

function StatusNotice(props: {
  readonly label: string;
  readonly status: NameStatus;
  readonly selected: SelectedType;
  readonly now: number;
  readonly state: ActingState;
}) {
  const { label, status, selected, now, state } = props;
  const name = `${label}.${PARENT}`;
  if (status.kind === 'taken')
    return (
      <Notice kind="warn" title={`${name} belongs to ${getName(state.identities, status.ownerId)}`}>
        <p>Choose another name.</p>
      </Notice>
    );
  if (status.kind !== 'contested') return null;
  const href = createHref('platform', [selected.contract.id, selected.type.name, 'contests']);
  return <ContestNotice title={name} entry={status.entry} {...{ href, now, state }} />;
}
