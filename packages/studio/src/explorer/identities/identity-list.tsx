import { useEffect, useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { HashText } from '../../components/hash-text.js';
import { Loading } from '../../components/loading.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { getInteger, getList, getText } from '../../json/json-values.js';
import { loadAliases } from '../../rpc/aliases.js';
import { platform } from '../../rpc/platform.js';
import { loadNames } from '../../platform/state/identity.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatDash } from '../../text/format-dash.js';
import { orderIdentities } from './order-identities.js';

interface ListedIdentity {
  readonly id: string;
  readonly balance: bigint;
}

const PAGE_SIZE = 50;
const NO_ROLES: ReadonlyMap<string, string> = new Map();

async function loadPage(startAfter: string | undefined): Promise<readonly ListedIdentity[]> {
  const page = await platform.call('listIdentities', { ...(startAfter && { startAfter }), limit: PAGE_SIZE });
  return getList(page).map((one) => ({ id: getText(one, 'id'), balance: getInteger(one, 'balance') }));
}

/** Returns the names of identities: those that this page gave, aliases, and what they are to masternodes. */
async function loadRoles(): Promise<ReadonlyMap<string, string>> {
  const [listed, aliases] = await Promise.all([platform.call('listMasternodes'), loadAliases()]);
  const masternodes = getList(listed);
  const roles = masternodes.flatMap((one, at): [string, string][] => [
    [getText(one, 'proTxHash'), `masternode ${at + 1}`],
    [getText(one, 'voterIdentityId'), `voter of masternode ${at + 1}`],
  ]);
  return new Map([...roles, ...aliases, ...loadNames()]);
}

/** Shows identities with their balances: those with names first, those of masternodes last. */
export function IdentityList(props: { readonly revision: unknown; readonly openId?: string | undefined }) {
  const [identities, setIdentities] = useState<readonly ListedIdentity[]>();
  const [isComplete, setIsComplete] = useState(false);
  const [error, setError] = useState<unknown>();
  const { value: roles = NO_ROLES } = useRequest(loadRoles, [props.revision]);
  const load = async (before: readonly ListedIdentity[]): Promise<void> => {
    try {
      const page = await loadPage(before.at(-1)?.id);
      setIdentities([...before, ...page]);
      setIsComplete(page.length < PAGE_SIZE);
      setError(undefined);
    } catch (failure) {
      setError(failure);
    }
  };
  useEffect(() => void load([]), [props.revision]);
  if (error !== undefined) return <RpcErrorNotice title="The identities cannot be shown" error={error} />;
  if (identities === undefined) return <Loading what="the identities" />;
  if (identities.length === 0)
    return <EmptyState title="No identities yet">Create one in the Platform tab, or with an SDK.</EmptyState>;
  return (
    <div class="explorer-stack">
      <DataTable
        label="Identities"
        columns={[
          {
            title: 'Identity',
            cell: ({ id }: ListedIdentity) => <ExplorerLink kind="identity" id={id} name={roles.get(id)} />,
          },
          { title: 'Id', cell: ({ id }: ListedIdentity) => <HashText hash={id} isWhole /> },
          {
            title: 'Balance',
            isNumber: true,
            cell: ({ balance }: ListedIdentity) => <span class="nowrap">{formatDash(balance)} DASH</span>,
          },
        ]}
        rows={orderIdentities(identities, roles)}
        keyOf={({ id }) => id}
        markedKey={props.openId}
      />
      {!isComplete && (
        <div>
          <Button size="s" onClick={() => void load(identities)}>
            Show more
          </Button>
        </div>
      )}
    </div>
  );
}
