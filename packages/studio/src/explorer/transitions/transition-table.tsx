import { useEffect, useState } from 'preact/hooks';
import { Badge } from '../../components/badge.js';
import { Button } from '../../components/button.js';
import { DataTable, type Column } from '../../components/data-table.js';
import { EmptyState } from '../../components/empty-state.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { Icon } from '../../components/icon.js';
import { Loading } from '../../components/loading.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import { getTime } from '../../rpc/platform-clock.js';
import { usePlatformTip } from '../../rpc/use-platform-tip.js';
import { formatFee } from '../../text/format-fee.js';
import { formatAgo, formatMinute, formatTime } from '../../text/format-time.js';
import { loadTransitions, type ExecutedTransition, type TransitionPage } from './executed-transition.js';
import { loadUnsignedCalls, type RecentList, type UnsignedCall } from './recent-transitions.js';
import { ALL_TRANSITIONS, isChosen, TransitionFilter, type TransitionChoice } from './transition-filter.js';
import { groupOf, iconOf } from './transition-group.js';
import { isNamedIn, mergeRows, type TransitionRow } from './transition-rows.js';

/** Shows executed state transitions and unsigned calls, the newest first: all, or those that name an identity. */
export function TransitionTable(props: {
  readonly identityId?: string;
  /** A new value loads the first page again. */
  readonly revision: unknown;
  readonly openId?: string | undefined;
}) {
  const { identityId, revision, openId } = props;
  const { page, error, loadMore } = usePages(identityId, revision);
  const [choice, setChoice] = useState(ALL_TRANSITIONS);
  const tip = usePlatformTip();
  if (error !== undefined) return <RpcErrorNotice title="The transitions cannot be shown" error={error} />;
  if (page === undefined) return <Loading what="the transitions" />;
  const { transitions, unsigned, nextBeforeHeight } = page;
  const calls =
    identityId === undefined
      ? unsigned.entries
      : unsigned.entries.filter((call) => isNamedIn(identityId, call));
  const all = mergeRows(transitions, calls, nextBeforeHeight !== undefined);
  const note = unsigned.isRecording ? undefined : UNSIGNED;
  const rows = all.filter((row) => isShown(choice, row));
  if (all.length === 0 && nextBeforeHeight === undefined)
    return (
      <EmptyState title="No transitions yet">
        {identityId === undefined
          ? `Those that SDKs and wallets broadcast appear here. ${note ?? ''}`
          : `No transition names this identity. ${note ?? ''}`}
      </EmptyState>
    );
  return (
    <div class="explorer-stack">
      {note !== undefined && <p class="muted">{note}</p>}
      <TransitionFilter choice={choice} onChange={setChoice} />
      {rows.length === 0 && (
        <p class="muted">
          None of the {all.length} transitions that are loaded is like this.
          {nextBeforeHeight !== undefined && ' Older ones may be.'}
        </p>
      )}
      {rows.length > 0 && (
        <DataTable
          label={identityId === undefined ? 'State transitions' : 'State transitions of the identity'}
          columns={columnsAt(tip && getTime(tip.clock))}
          rows={rows}
          keyOf={keyOf}
          markedKey={openId}
        />
      )}
      {nextBeforeHeight !== undefined && (
        <div>
          <Button size="s" onClick={() => void loadMore()}>
            Show older
          </Button>
        </div>
      )}
    </div>
  );
}

const UNSIGNED = 'This server does not list unsigned calls, which have no bytes.';

const keyOf = (row: TransitionRow): string =>
  row.kind === 'signed' ? row.executed.id : `unsigned ${row.call.number}`;

const columnsAt = (now: number | undefined): readonly Column<TransitionRow>[] => [
  { title: 'Type', cell: (row) => <Kind row={row} /> },
  { title: 'Content', cell: (row) => describedOf(row).summary },
  {
    title: 'Signed by',
    cell: (row) => {
      const { signerId, signerName } = describedOf(row);
      return signerId === undefined ? '–' : <ExplorerLink kind="identity" id={signerId} name={signerName} />;
    },
  },
  {
    title: 'Result',
    cell: (row) => {
      const rejection = rejectionOf(row);
      return rejection === undefined ? (
        <Badge tone="good">executed</Badge>
      ) : (
        <span title={rejection.message}>
          <Badge tone="bad">rejected</Badge> <code>{rejection.code ?? rejection.name}</code>
        </span>
      );
    },
  },
  {
    title: 'Fee (estimate)',
    isNumber: true,
    cell: (row) => {
      const fee = row.kind === 'signed' ? row.executed.fee : row.call.fee;
      return <span class="nowrap">{fee === undefined ? '–' : formatFee(fee)}</span>;
    },
  },
  {
    title: 'Block',
    isNumber: true,
    cell: (row) => (row.kind === 'signed' ? row.height : row.call.height)?.toLocaleString('en') ?? '–',
  },
  { title: 'Time', isNumber: true, cell: (row) => <Time time={timeOf(row)} now={now} /> },
];

/** Shows the type of a transition; that of a signed one leads to it. */
function Kind({ row }: { readonly row: TransitionRow }) {
  const { kind } = describedOf(row);
  return (
    <span class="transition-kind">
      <Icon name={iconOf(groupOf(kind))} size={16} />
      {row.kind === 'signed' ? (
        <a href={createHref('explorer', ['transition', row.executed.id])} title={row.executed.id}>
          {kind}
        </a>
      ) : (
        <>
          {kind} <Badge>unsigned</Badge>
        </>
      )}
    </span>
  );
}

function Time({ time, now }: { readonly time: number | undefined; readonly now: number | undefined }) {
  if (time === undefined) return '–';
  return (
    <time class="nowrap" dateTime={new Date(time).toISOString()} title={`${formatTime(time)} UTC`}>
      {now === undefined ? formatMinute(time) : formatAgo(time, now)}
    </time>
  );
}

/** Returns what both kinds of rows have. */
const describedOf = (
  row: TransitionRow,
): Pick<UnsignedCall, 'kind' | 'summary' | 'signerId' | 'signerName'> =>
  row.kind === 'signed' ? row.executed.described : row.call;

const rejectionOf = (row: TransitionRow): ExecutedTransition['rejection'] =>
  row.kind === 'signed' ? row.executed.rejection : undefined;

/** Returns the time of the block of a transition; absent where a call does not return it. */
const timeOf = (row: TransitionRow): number | undefined =>
  row.kind === 'signed' ? row.executed.time : row.call.blockTime;

const isShown = (choice: TransitionChoice, row: TransitionRow): boolean => {
  const { kind, summary, signerId } = describedOf(row);
  const id = row.kind === 'signed' ? row.executed.id : undefined;
  return isChosen(choice, { kind, summary, ids: [id, signerId], isRejected: rejectionOf(row) !== undefined });
};

/** Describes the loaded pages, with the unsigned calls. */
interface LoadedPages extends TransitionPage {
  readonly unsigned: RecentList<UnsignedCall>;
}

/** Returns the pages that are loaded so far as one. */
function usePages(identityId: string | undefined, revision: unknown) {
  const [page, setPage] = useState<LoadedPages>();
  const [error, setError] = useState<unknown>();
  const query = identityId === undefined ? {} : { identityId };
  useEffect(() => {
    let isOver = false;
    Promise.all([loadTransitions(query), loadUnsignedCalls()])
      .then(([first, unsigned]) => {
        if (!isOver) setPage({ ...first, unsigned });
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
      setPage({
        ...next,
        unsigned: page.unsigned,
        transitions: [...page.transitions, ...next.transitions],
      });
    } catch (failure) {
      setError(failure);
    }
  };
  return { page, error, loadMore };
}
