import { Badge } from '../components/badge.js';
import { DataTable, type Column } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { useAsked } from '../rpc/asked.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import type { Blocks, ListedBlock } from './blocks.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { timeText } from './node-values.js';

/** The last blocks, the tip first; with their times and transactions where the chain can be asked. */
export function BlockList({ known, hasDetails }: { readonly known: Blocks; readonly hasDetails: boolean }) {
  const { blocks, lockedHeight, takenBack } = known;
  if (blocks.length === 0) return <EmptyState title="No block has come yet" />;
  return (
    <div class="block-list">
      <DataTable
        label="The last blocks"
        columns={[...columns(lockedHeight, hasDetails), ...(hasDetails ? DETAILS : [])]}
        rows={blocks}
        keyOf={({ hash }) => hash}
      />
      {takenBack > 0 && (
        <p class="block-list-note">
          {takenBack === 1 ? 'One block was' : `${takenBack} blocks were`} taken back by reorganisations since
          this page looks.
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

const DETAILS: readonly Column<ListedBlock>[] = [
  {
    title: 'Time',
    cell: ({ hash }) => <BlockFact hash={hash} of={(block) => timeText(Number(block['time']))} />,
  },
  {
    title: 'Transactions',
    cell: ({ hash }) => <BlockFact hash={hash} of={(block) => String(block['nTx'])} />,
    isNumber: true,
  },
  {
    title: 'Bytes',
    cell: ({ hash }) => <BlockFact hash={hash} of={(block) => Number(block['size']).toLocaleString('en')} />,
    isNumber: true,
  },
];

const asked = new Map<string, Promise<unknown>>();

/** Each block is asked for once, however many of its facts are shown: it never changes. */
function block(hash: string): Promise<unknown> {
  const known = asked.get(hash) ?? askNode('getblock', hash, 1);
  asked.set(hash, known);
  known.catch(() => asked.delete(hash));
  return known;
}

function BlockFact(props: {
  readonly hash: string;
  readonly of: (block: Readonly<Record<string, unknown>>) => string;
}) {
  const { value } = useAsked(props.hash, () => block(props.hash));
  return <>{isObject(value) ? props.of(value) : '…'}</>;
}
