import { useEffect, useState } from 'preact/hooks';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { useAsked } from '../rpc/asked.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import { dashText } from './node-values.js';

const LOOK_MS = 2_000;

/** The transactions that wait for a block. */
export function MempoolView() {
  const [look, setLook] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setLook((last) => last + 1), LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  const { value } = useAsked(String(look), () => askNode('getrawmempool', true));
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0)
    return (
      <EmptyState title="Nothing waits">
        <p>A block is mined when a transaction arrives, unless the chain was told otherwise.</p>
      </EmptyState>
    );
  return (
    <DataTable
      label="Transactions that wait"
      columns={[
        {
          title: 'Id',
          cell: ([txid]) => (
            <a href={hrefOf('chain', ['tx', txid])}>
              <HashText hash={txid} />
            </a>
          ),
        },
        {
          title: 'Bytes',
          cell: ([, entry]) => numberOf(entry, 'vsize').toLocaleString('en'),
          isNumber: true,
        },
        { title: 'Fee', cell: ([, entry]) => dashText(feeOf(entry)), isNumber: true },
      ]}
      rows={entries}
      keyOf={([txid]) => txid}
    />
  );
}

const numberOf = (entry: unknown, name: string): number => Number(isObject(entry) ? (entry[name] ?? 0) : 0);

const feeOf = (entry: unknown): number => (isObject(entry) ? numberOf(entry['fees'], 'base') : 0);
