import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { DataTable, type Column } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { isObject, type Members } from '../json/json-values.js';
import { createHref } from '../navigation/route.js';
import { callNode } from '../rpc/node.js';
import type { ListedBlock, RecentBlocks } from '../rpc/recent-blocks.js';
import type { Tip } from '../rpc/server.js';
import { useRequest } from '../rpc/use-request.js';
import { formatBlockTime } from './node-values.js';

/** Shows the last blocks, the tip first; with times and transactions where the node can be called. */
export function BlockList(props: { readonly recent: RecentBlocks; readonly hasDetails: boolean }) {
  const { recent, hasDetails } = props;
  const { blocks, disconnected } = recent;
  const details = useDetails(hasDetails ? blocks.map(({ hash }) => hash) : []);
  // ChainLocks from before the page was opened cause no event.
  const { value: lock } = useRequest(
    async () => (hasDetails ? callNode('getbestchainlock') : undefined),
    [hasDetails],
  );
  const lockedHeight = Math.max(recent.lockedHeight, isObject(lock) ? Number(lock['height']) : -1);
  if (blocks.length === 0) return <EmptyState title="No blocks yet" />;
  return (
    <div class="block-list">
      <DataTable
        label="The last blocks"
        columns={[
          ...createColumns(lockedHeight, hasDetails),
          ...(hasDetails ? createDetailColumns(details) : []),
        ]}
        rows={blocks}
        keyOf={({ hash }) => hash}
      />
      {disconnected.length > 0 && <DisconnectedBlocks blocks={disconnected} hasDetails={hasDetails} />}
    </div>
  );
}

function DisconnectedBlocks(props: { readonly blocks: readonly Tip[]; readonly hasDetails: boolean }) {
  const { blocks, hasDetails } = props;
  return (
    <p class="block-list-note">
      {blocks.length === 1 ? '1 block was' : `${blocks.length} blocks were`} disconnected by reorganisations
      (reorgs) since the page was opened:{' '}
      {blocks.map(({ hash, height }, at) => (
        <span key={`${hash} ${at}`}>
          {at > 0 && ', '}
          {height.toLocaleString('en')} <BlockHash hash={hash} isLink={hasDetails} />
        </span>
      ))}
    </p>
  );
}

function BlockHash(props: { readonly hash: string; readonly isLink: boolean; readonly isWhole?: boolean }) {
  const { hash, isLink, isWhole = false } = props;
  if (!isLink) return <HashText hash={hash} isWhole={isWhole} />;
  return (
    <a href={createHref('chain', ['block', hash])}>
      <HashText hash={hash} />
    </a>
  );
}

const createColumns = (lockedHeight: number, hasDetails: boolean): Column<ListedBlock>[] => [
  { title: 'Height', cell: ({ height }) => height.toLocaleString('en') },
  { title: 'Hash', cell: ({ hash }) => <BlockHash hash={hash} isLink={hasDetails} isWhole /> },
  {
    title: 'State',
    cell: ({ height, isNew }) => (
      <>
        {height <= lockedHeight && <Badge tone="good">ChainLocked</Badge>}{' '}
        {isNew && <Badge tone="info">new</Badge>}
      </>
    ),
  },
];

function createDetailColumns(details: ReadonlyMap<string, Members>): readonly Column<ListedBlock>[] {
  const show = (hash: string, format: (block: Members) => string): string => {
    const block = details.get(hash);
    return block === undefined ? '…' : format(block);
  };
  return [
    { title: 'Time (UTC)', cell: ({ hash }) => show(hash, ({ time }) => formatBlockTime(Number(time))) },
    { title: 'Transactions', cell: ({ hash }) => show(hash, ({ nTx }) => String(nTx)), isNumber: true },
    {
      title: 'Bytes',
      cell: ({ hash }) => show(hash, ({ size }) => Number(size).toLocaleString('en')),
      isNumber: true,
    },
  ];
}

/** Loads the details of the listed blocks, each once, and drops those of other blocks. */
function useDetails(hashes: readonly string[]): ReadonlyMap<string, Members> {
  const [details, setDetails] = useState<ReadonlyMap<string, Members>>(new Map());
  const requested = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = requested.current;
    requested.current = new Set(hashes);
    for (const hash of hashes) {
      if (before.has(hash)) continue;
      callNode('getblock', hash, 1)
        .then((block) =>
          setDetails((found) => {
            const listed = [...found].filter(([one]) => requested.current.has(one));
            return new Map(isObject(block) ? [...listed, [hash, block]] : listed);
          }),
        )
        // The block was disconnected, or the server is unreachable: the row stays without details.
        .catch(() => undefined);
    }
  }, [hashes.join()]);
  return details;
}
