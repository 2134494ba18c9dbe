import { Badge } from '../../components/badge.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { Loading } from '../../components/loading.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import { shortenId } from '../../platform/state/identity.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatPrice } from './format-price.js';
import { formatAmount, loadTokens, type ListedToken } from './token.js';

/** Shows the tokens of all contracts. */
export function TokenList(props: { readonly revision: unknown; readonly openId?: string | undefined }) {
  const { value, error } = useRequest(loadTokens, [props.revision]);
  if (error !== undefined) return <RpcErrorNotice title="The tokens cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the tokens" />;
  if (value.length === 0)
    return (
      <EmptyState title="No tokens yet">
        Register a contract with <code>tokens</code>: by an SDK, or in the Platform tab.
      </EmptyState>
    );
  return (
    <DataTable
      label="Tokens"
      columns={[
        {
          title: 'Token',
          cell: ({ id, name }: ListedToken) => <a href={createHref('explorer', ['token', id])}>{name}</a>,
        },
        {
          title: 'Contract',
          cell: ({ contractId, contractName }: ListedToken) => (
            <a href={createHref('platform', [contractId])} title={contractId}>
              {contractName ?? shortenId(contractId)}
            </a>
          ),
        },
        {
          title: 'Supply',
          isNumber: true,
          cell: ({ supply, decimals }: ListedToken) => formatAmount(supply, decimals),
        },
        {
          title: 'Max supply',
          isNumber: true,
          cell: ({ maxSupply, decimals }: ListedToken) =>
            maxSupply === undefined ? 'none' : formatAmount(maxSupply, decimals),
        },
        { title: 'Price', cell: ({ price, decimals }: ListedToken) => formatPrice(price, decimals) },
        {
          title: 'State',
          cell: ({ isPaused }: ListedToken) => (isPaused ? <Badge tone="warn">paused</Badge> : 'active'),
        },
        {
          title: 'Contract owner',
          cell: ({ ownerId, ownerName }: ListedToken) => (
            <ExplorerLink kind="identity" id={ownerId} name={ownerName} />
          ),
        },
        { title: 'Id', cell: ({ id }: ListedToken) => <ExplorerLink kind="token" id={id} /> },
      ]}
      rows={value}
      keyOf={({ id }) => id}
      markedKey={props.openId}
    />
  );
}
