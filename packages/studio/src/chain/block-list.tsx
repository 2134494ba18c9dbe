import { useEffect, useRef, useState } from 'preact/hooks';
import { Badge } from '../components/badge.js';
import { DataTable, type Column } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { useAsked } from '../rpc/asked.js';
import type { Blocks, ListedBlock } from '../rpc/blocks.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import { timeText } from './node-values.js';

type Details = Readonly<Record<string, unknown>>;

/** The last blocks, the tip first; with their times and transactions where the chain can be asked. */
export function BlockList({ known, hasDetails }: { readonly known: Blocks; readonly hasDetails: boolean }) {
  const { blocks, takenBack } = known;
  const details = useDetails(hasDetails ? blocks.map(({ hash }) => hash) : []);
  // ChainLocks from before the page was opened are not told again.
  const { value: lock } = useAsked(hasDetails ? 'last' : undefined, () => askNode('getbestchainlock'));
  const lockedHeight = Math.max(known.lockedHeight, isObject(lock) ? Number(lock['height']) : -1);
  if (blocks.length === 0) return <EmptyState title="No block has come yet" />;
  return (
    <div class="block-list">
      <DataTable
        label="The last blocks"
        columns={[...columns(lockedHeight, hasDetails), ...(hasDetails ? detailColumns(details) : [])]}
        rows={blocks}
        keyOf={({ hash }) => hash}
      />
      {takenBack.length > 0 && (
        <p class="block-list-note">
          {takenBack.length === 1 ? 'One block was' : `${takenBack.length} blocks were`} taken back by
          reorganisations since the page was opened:{' '}
          {takenBack.map(({ hash, height }, at) => (
            <span key={`${hash} ${at}`}>
              {at > 0 && ', '}
              {height.toLocaleString('en')}{' '}
              {hasDetails ? (
                <a href={hrefOf('chain', ['block', hash])}>
                  <HashText hash={hash} />
                </a>
              ) : (
                <HashText hash={hash} />
              )}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}

const columns = (lockedHeight: number, hasDetails: boolean): Column<ListedBlock>[] => [
  { title: 'Height', cell: ({ height }) => height.toLocaleString('en') },
  {
    title: 'Hash',
    cell: ({ hash }) =>
      hasDetails ? (
        <a href={hrefOf('chain', ['block', hash])}>
          <HashText hash={hash} />
        </a>
      ) : (
        <HashText hash={hash} isWhole />
      ),
  },
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

function detailColumns(details: ReadonlyMap<string, Details>): readonly Column<ListedBlock>[] {
  const fact = (hash: string, of: (block: Details) => string): string => {
    const block = details.get(hash);
    return block === undefined ? '…' : of(block);
  };
  return [
    { title: 'Time (UTC)', cell: ({ hash }) => fact(hash, ({ time }) => timeText(Number(time))) },
    { title: 'Transactions', cell: ({ hash }) => fact(hash, ({ nTx }) => String(nTx)), isNumber: true },
    {
      title: 'Bytes',
      cell: ({ hash }) => fact(hash, ({ size }) => Number(size).toLocaleString('en')),
      isNumber: true,
    },
  ];
}

/** What the node says of blocks: each is asked for once while it is listed, as it never changes, and forgotten with it. */
function useDetails(hashes: readonly string[]): ReadonlyMap<string, Details> {
  const [details, setDetails] = useState<ReadonlyMap<string, Details>>(new Map());
  const asked = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const before = asked.current;
    asked.current = new Set(hashes);
    for (const hash of hashes) {
      if (before.has(hash)) continue;
      askNode('getblock', hash, 1)
        .then((block) =>
          setDetails((found) => {
            const listed = [...found].filter(([one]) => asked.current.has(one));
            return new Map(isObject(block) ? [...listed, [hash, block]] : listed);
          }),
        )
        // It left the chain meanwhile, or the server is away: the row stays without its facts.
        .catch(() => undefined);
    }
  }, [hashes.join()]);
  return details;
}
