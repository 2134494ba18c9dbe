import { Badge } from '../../components/badge.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { Loading } from '../../components/loading.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatPrice } from './format-price.js';
import { formatAmount, loadTokens, type ShownToken } from './token.js';

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
          cell: ({ id, name }: ShownToken) => <a href={createHref('explorer', ['token', id])}>{name}</a>,
        },
        { title: 'Id', cell: ({ id }: ShownToken) => <ExplorerLink kind="token" id={id} /> },
        {
          title: 'Supply',
          isNumber: true,
          cell: ({ supply, decimals }: ShownToken) => formatAmount(supply, decimals),
        },
        {
          title: 'Max supply',
          isNumber: true,
          cell: ({ maxSupply, decimals }: ShownToken) =>
            maxSupply === undefined ? 'none' : formatAmount(maxSupply, decimals),
        },
        { title: 'Price', cell: ({ price, decimals }: ShownToken) => formatPrice(price, decimals) },
        {
          title: 'State',
          cell: ({ isPaused }: ShownToken) => (isPaused ? <Badge tone="warn">paused</Badge> : 'active'),
        },
        {
          title: 'Contract owner',
          cell: ({ ownerId }: ShownToken) => <ExplorerLink kind="identity" id={ownerId} />,
        },
      ]}
      rows={value}
      keyOf={({ id }) => id}
      markedKey={props.openId}
    />
  );
}
