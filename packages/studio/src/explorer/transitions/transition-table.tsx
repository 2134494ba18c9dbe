import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { DataTable } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { Loading } from '../../components/loading.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { formatFee } from '../../text/format-fee.js';
import { loadTransitions, type ExecutedTransition, type TransitionPage } from './executed-transition.js';

/** Shows executed state transitions, the newest first: all, or those that name an identity. */
export function TransitionTable(props: {
  readonly identityId?: string;
  /** A new value loads the first page again. */
  readonly revision: unknown;
  readonly openId?: string | undefined;
}) {
  const { identityId, revision, openId } = props;
  const { page, error, loadMore } = usePages(identityId, revision);
  if (error !== undefined) return <RpcErrorNotice title="The transitions cannot be shown" error={error} />;
  if (page === undefined) return <Loading what="the transitions" />;
  if (page.transitions.length === 0 && page.nextBeforeHeight === undefined)
    return (
      <EmptyState title="No signed transitions yet">
        {identityId === undefined
          ? `Those that SDKs and wallets broadcast appear here. ${UNSIGNED}`
          : `No signed transition names this identity. ${UNSIGNED}`}
      </EmptyState>
    );
  return (
    <div class="explorer-stack">
      <p class="muted">{UNSIGNED}</p>
      <DataTable
        label={identityId === undefined ? 'State transitions' : 'State transitions of the identity'}
        columns={COLUMNS}
        rows={page.transitions}
        keyOf={({ id }) => id}
        markedKey={openId}
      />
      {page.nextBeforeHeight !== undefined && (
        <div>
          <Button size="s" onClick={() => void loadMore()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

const UNSIGNED =
  'Unsigned calls, such as those of the Platform tab and of dapikit platform, have no bytes and are not listed.';

const COLUMNS = [
  {
    title: 'Transition',
    cell: ({ id }: ExecutedTransition) => <ExplorerLink kind="transition" id={id} />,
  },
  {
    title: 'Block',
    isNumber: true,
    cell: ({ height }: ExecutedTransition) => height.toLocaleString('en'),
  },
  {
    title: 'Type',
    cell: ({ described }: ExecutedTransition) => <span class="nowrap">{described.kind}</span>,
  },
  { title: 'Content', cell: ({ described }: ExecutedTransition) => described.summary },
  {
    title: 'Signed by',
    cell: ({ described: { signerId } }: ExecutedTransition) =>
      signerId === undefined ? '–' : <ExplorerLink kind="identity" id={signerId} />,
  },
  {
    title: 'Result',
    cell: ({ rejection }: ExecutedTransition) =>
      rejection === undefined ? (
        <Badge tone="good">executed</Badge>
      ) : (
        <span title={rejection.message}>
          <Badge tone="bad">rejected</Badge> <code>{rejection.code ?? rejection.name}</code>
        </span>
      ),
  },
  {
    title: 'Fee (estimate)',
    isNumber: true,
    cell: ({ fee }: ExecutedTransition) => <span class="nowrap">{formatFee(fee)}</span>,
  },
];

/** Returns the pages that are loaded so far as one. */
function usePages(identityId: string | undefined, revision: unknown) {
  const [page, setPage] = useState<TransitionPage>();
  const [error, setError] = useState<unknown>();
  const query = identityId === undefined ? {} : { identityId };
  useEffect(() => {
    let isOver = false;
    loadTransitions(query)
      .then((first) => {
        if (!isOver) setPage(first);
        if (!isOver) setError(undefined);
        return first;
      })
      .catch((failure: unknown) => isOver || setError(failure));
    return () => {
      isOver = true;
    };
  }, [identityId, revision]);
  const loadMore = async (): Promise<void> => {
    if (page?.nextBeforeHeight === undefined) return;
    try {
      const next = await loadTransitions({ ...query, beforeHeight: page.nextBeforeHeight });
      setPage({ ...next, transitions: [...page.transitions, ...next.transitions] });
    } catch (failure) {
      setError(failure);
    }
  };
  return { page, error, loadMore };
}
