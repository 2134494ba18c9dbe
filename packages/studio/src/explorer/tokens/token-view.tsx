import { Badge } from '../../components/badge.js';
import { CodeBlock } from '../../components/code-block.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { HashText } from '../../components/hash-text.js';
import { Loading } from '../../components/loading.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { ProofLink } from '../../components/proof-link.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import { RejectionNotice } from '../../platform/fields/rejection-notice.js';
import type { NamedIdentity } from '../../platform/state/identity.js';
import {
  usePlatform,
  type PlatformConnection,
  type PlatformState,
} from '../../platform/state/use-platform.js';
import { WithActor } from '../../platform/actor/with-actor.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatEstimate } from '../../text/format-fee.js';
import { formatPrice } from './format-price.js';
import { GroupPanel } from './group-panel.js';
import { useTokenCalls } from './submit-token-call.js';
import { describeTaker, TokenActionForm } from './token-action-form.js';
import { findTaker, listGroups, TOKEN_ACTIONS } from './token-action.js';
import { formatAmount, loadAccounts, loadToken, type ShownToken, type TokenAccount } from './token.js';

/** Shows a token: supply, price, rules, accounts, actions and proposals of groups. */
export function TokenView({ id, revision }: { readonly id: string; readonly revision: unknown }) {
  const { value, error } = useRequest(async () => ({ found: await loadToken(id) }), [id, revision]);
  const connection = usePlatform();
  const { state } = connection;
  if (error !== undefined) return <RpcErrorNotice title="This token cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the token" />;
  const close = <a href={createHref('explorer', ['tokens'])}>Close</a>;
  if (value.found === undefined)
    return (
      <Panel title="Token" aside={close}>
        <Notice kind="warn" title="The platform has no token with this id" />
      </Panel>
    );
  const token = value.found;
  const identities = nameIdentities(token, state);
  const nameOf = (identityId: string): string =>
    identities.find((one) => one.id === identityId)?.name ?? `${identityId.slice(0, 6)}…`;
  return (
    <>
      <Panel title={`Token: ${token.name}`} aside={close}>
        <TokenFacts token={token} />
      </Panel>
      <div class="token-columns">
        <div class="explorer-stack">
          <AccountPanel {...{ token, revision, nameOf }} />
          <RulePanel token={token} />
        </div>
        {state !== undefined && (
          <TokenChanges {...{ token, identities, revision, nameOf, state }} actions={connection.actions} />
        )}
      </div>
    </>
  );
}

/** Returns the identities that matter for a token, with names: those of this page, the owner and members of groups. */
function nameIdentities(token: ShownToken, state: PlatformState | undefined): readonly NamedIdentity[] {
  const known = state?.identities ?? [];
  const others = [
    [token.ownerId, 'Owner'],
    ...listGroups(token).flatMap(({ position, members }) =>
      members.map(({ id }) => [id, `Member of group ${position}`]),
    ),
  ];
  const all = new Map(known.map((one) => [one.id, one]));
  for (const [id = '', role = ''] of others)
    if (!all.has(id)) all.set(id, { id, name: `${role} ${id.slice(0, 6)}…`, balance: 0n });
  return [...all.values()];
}

function TokenChanges(props: {
  readonly token: ShownToken;
  readonly identities: readonly NamedIdentity[];
  readonly revision: unknown;
  readonly nameOf: (id: string) => string;
  readonly state: PlatformState;
  readonly actions: PlatformConnection['actions'];
}) {
  const { token, identities, revision, nameOf, state, actions } = props;
  const { submit, outcome } = useTokenCalls(token, state, actions);
  return (
    <div class="explorer-stack">
      <WithActor state={state} actions={actions}>
        {({ actor }) => <TokenActionForm {...{ token, identities, submit }} actorId={actor.id} />}
      </WithActor>
      {outcome.rejection && <RejectionNotice rejection={outcome.rejection} />}
      {outcome.done && (
        <Notice kind="good" title={outcome.done.title}>
          <p>The fee was {formatEstimate(outcome.done.fee)}.</p>
        </Notice>
      )}
      {listGroups(token).map((group) => (
        <GroupPanel
          key={group.position}
          {...{ token, group, nameOf, submit }}
          revision={`${String(revision)} ${state.revision}`}
        />
      ))}
    </div>
  );
}

function TokenFacts({ token }: { readonly token: ShownToken }) {
  const { id, contractId, position, ownerId, supply, maxSupply, decimals, isPaused, price } = token;
  return (
    <dl class="facts">
      <dt>Supply</dt>
      <dd>
        <strong>{formatAmount(supply, decimals)}</strong>
        {maxSupply === undefined ? ', no maximum' : ` of at most ${formatAmount(maxSupply, decimals)}`}
        {decimals > 0 && `, ${decimals} decimals`}
      </dd>
      <dt>State</dt>
      <dd>{isPaused ? <Badge tone="warn">paused: no transfers</Badge> : 'active'}</dd>
      <dt>Price</dt>
      <dd>{formatPrice(price, decimals)}</dd>
      <dt>Id</dt>
      <dd>
        <HashText hash={id} isWhole />
      </dd>
      <dt>Contract</dt>
      <dd>
        <a href={createHref('platform', [contractId])}>
          <HashText hash={contractId} isWhole />
        </a>
        , position {position} <ProofLink subject={{ contractId }} />
      </dd>
      <dt>Owner</dt>
      <dd>
        <ExplorerLink kind="identity" id={ownerId} isWhole />
      </dd>
    </dl>
  );
}

function AccountPanel(props: {
  readonly token: ShownToken;
  readonly revision: unknown;
  readonly nameOf: (id: string) => string;
}) {
  const { token, revision, nameOf } = props;
  const { value, error } = useRequest(() => loadAccounts(token.id), [token.id, revision]);
  return (
    <Panel title="Accounts" aside={value && <Badge>{value.length}</Badge>}>
      {error !== undefined && <RpcErrorNotice title="The accounts cannot be shown" error={error} />}
      {value?.length === 0 && (
        <EmptyState title="Nobody has any yet">Mint some, or set a price and buy.</EmptyState>
      )}
      {value !== undefined && value.length > 0 && (
        <DataTable
          label="Accounts of the token"
          columns={[
            { title: 'Identity', cell: ({ identityId }: TokenAccount) => nameOf(identityId) },
            {
              title: 'Id',
              cell: ({ identityId }: TokenAccount) => <ExplorerLink kind="identity" id={identityId} />,
            },
            {
              title: 'Balance',
              isNumber: true,
              cell: ({ balance }: TokenAccount) => formatAmount(balance, token.decimals),
            },
            {
              title: 'State',
              cell: ({ isFrozen }: TokenAccount) => (isFrozen ? <Badge tone="warn">frozen</Badge> : 'usable'),
            },
          ]}
          rows={value}
          keyOf={({ identityId }) => identityId}
        />
      )}
    </Panel>
  );
}

function RulePanel({ token }: { readonly token: ShownToken }) {
  return (
    <Panel title="Who may change it">
      <div class="explorer-stack">
        <dl class="facts">
          {TOKEN_ACTIONS.filter(({ rule }) => rule !== undefined).map((action) => (
            <div key={action.id} class="facts-row">
              <dt>{action.label}</dt>
              <dd>{describeTaker(token, findTaker(token, action))}</dd>
            </div>
          ))}
        </dl>
        <details>
          <summary>Configuration</summary>
          <CodeBlock label="Configuration of the token" text={JSON.stringify(token.configuration, null, 2)} />
        </details>
      </div>
    </Panel>
  );
}
