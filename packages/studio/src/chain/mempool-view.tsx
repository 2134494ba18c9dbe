import { useEffect, useState } from 'preact/hooks';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { getMembers, isObject } from '../json/json-values.js';
import { createHref } from '../navigation/route.js';
import { callNode } from '../rpc/node.js';
import { useRequest } from '../rpc/use-request.js';
import { formatDashAmount } from './node-values.js';

const POLL_MS = 2_000;

/** Shows the transactions of the mempool. */
export function MempoolView() {
  const [poll, setPoll] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => document.hidden || setPoll((last) => last + 1), POLL_MS);
    return () => clearInterval(timer);
  }, []);
  const { value } = useRequest(() => callNode('getrawmempool', true), [poll]);
  const entries = isObject(value) ? Object.entries(value) : [];
  if (entries.length === 0)
    return (
      <EmptyState title="The mempool is empty">
        <p>The chain mines a block for each transaction, unless its mining mode says otherwise.</p>
      </EmptyState>
    );
  return (
    <DataTable
      label="Transactions in the mempool"
      columns={[
        {
          title: 'Id',
          cell: ([txid]) => (
            <a href={createHref('chain', ['tx', txid])}>
              <HashText hash={txid} />
            </a>
          ),
        },
        {
          title: 'Bytes',
          cell: ([, entry]) => readAmount(entry, 'vsize').toLocaleString('en'),
          isNumber: true,
        },
        { title: 'Fee', cell: ([, entry]) => formatDashAmount(readFee(entry)), isNumber: true },
      ]}
      rows={entries}
      keyOf={([txid]) => txid}
    />
  );
}

const readAmount = (entry: unknown, name: string): number => Number(getMembers(entry)[name] ?? 0);

const readFee = (entry: unknown): number => readAmount(getMembers(entry)['fees'], 'base');
