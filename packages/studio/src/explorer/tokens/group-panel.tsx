import { useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { EmptyState } from '../../components/empty-state.js';
import { Panel } from '../../components/panel.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { useRequest } from '../../rpc/use-request.js';
import { getText } from '../../json/json-values.js';
import { createActionCall, describeEvent, loadGroupActions, type GroupAction } from './group-action.js';
import type { SubmitTokenCall } from './submit-token-call.js';
import type { ShownToken } from './token.js';
import type { TokenGroup } from './token-action.js';

interface GroupProps {
  readonly token: ShownToken;
  readonly group: TokenGroup;
  readonly revision: unknown;
  /** Names an identity. */
  readonly nameOf: (id: string) => string;
  readonly submit: SubmitTokenCall;
}

/** Shows a group with its proposals; each member that has not signed one can. */
export function GroupPanel(props: GroupProps) {
  const { token, group, revision, nameOf } = props;
  const active = useRequest(
    () => loadGroupActions(token.contractId, group.position, 'active'),
    [token.contractId, group.position, revision],
  );
  const closed = useRequest(
    () => loadGroupActions(token.contractId, group.position, 'closed'),
    [token.contractId, group.position, revision],
  );
  const ofToken = (actions: readonly GroupAction[] = []): readonly GroupAction[] =>
    actions.filter(({ tokenPosition }) => tokenPosition === token.position);
  const error = active.error ?? closed.error;
  const executed = ofToken(closed.value);
  return (
    <Panel
      title={`Group ${group.position}`}
      aside={<span class="muted">decides with a power of {group.requiredPower}</span>}
    >
      <div class="explorer-stack">
        <p class="muted">
          Members:{' '}
          {group.members.map(({ id, power }, at) => (
            <span key={id}>
              {at > 0 && ', '}
              <span title={id}>{nameOf(id)}</span> (power {power})
            </span>
          ))}
        </p>
        {error !== undefined && <RpcErrorNotice title="The proposals cannot be shown" error={error} />}
        {ofToken(active.value).length === 0 && (
          <EmptyState title="No proposal waits for signatures">
            A member proposes one with an action of the token that this group decides.
          </EmptyState>
        )}
        <ul class="proposals" role="list">
          {ofToken(active.value).map((action) => (
            <Proposal key={action.id} {...props} action={action} />
          ))}
        </ul>
        {executed.length > 0 && (
          <details>
            <summary>
              {executed.length === 1 ? '1 executed proposal' : `${executed.length} executed proposals`}
            </summary>
            <ul class="proposals" role="list">
              {executed.map((action) => (
                <li key={action.id}>
                  {describeEvent(action.event, token)} <Badge tone="good">executed</Badge>{' '}
                  <span class="muted">signed by {action.signers.map(({ id }) => nameOf(id)).join(', ')}</span>
                </li>
              ))}
            </ul>
          </details>
        )}
      </div>
    </Panel>
  );
}

function Proposal({ token, group, action, nameOf, submit }: GroupProps & { readonly action: GroupAction }) {
  const [isBusy, setIsBusy] = useState(false);
  const power = action.signers.reduce((sum, signer) => sum + signer.power, 0);
  const text = describeEvent(action.event, token);
  const note = getText(action.event, 'note');
  const call = createActionCall(action.event, token);
  const missing = group.members.filter(({ id }) => action.signers.every((signer) => signer.id !== id));
  const sign = async (id: string): Promise<void> => {
    if (call === undefined) return;
    setIsBusy(true);
    const params = { ...call.params, group: { position: group.position, actionId: action.id } };
    await submit({ method: call.method, params, by: id, text: `signed “${text}”` });
    setIsBusy(false);
  };
  return (
    <li>
      <div class="proposal-head">
        <strong>{text}</strong>
        <span class="muted">
          {power} of {group.requiredPower} power
        </span>
      </div>
      <progress
        max={group.requiredPower}
        value={power}
        aria-label={`Signed power of “${text}”: ${power} of ${group.requiredPower}`}
      />
      <p class="muted">
        Proposed by <span title={action.proposerId}>{nameOf(action.proposerId)}</span>, signed by{' '}
        {action.signers.map(({ id }) => nameOf(id)).join(', ')}
        {note !== '' && <>, note “{note}”</>}. Action <ExplorerId id={action.id} />
      </p>
      {call !== undefined && (
        <div class="button-row">
          {missing.map(({ id, power: more }) => (
            <Button key={id} size="s" disabled={isBusy} onClick={() => void sign(id)}>
              Sign as {nameOf(id)} (power {more})
            </Button>
          ))}
        </div>
      )}
    </li>
  );
}

const ExplorerId = ({ id }: { readonly id: string }) => <code title={id}>{id.slice(0, 8)}…</code>;
