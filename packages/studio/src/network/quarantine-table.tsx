import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { formatDuration } from '../text/format-time.js';
import type { ShownPeer } from './network-state.js';

const SECOND_MS = 1000;

/** Shows the peers that were found to lie: they get no requests for a day. */
export function QuarantineTable({ peers }: { readonly peers: readonly ShownPeer[] }) {
  if (peers.length === 0)
    return (
      <EmptyState title="No peer was found to lie">
        <p>A peer whose response contradicts itself or a final block gets no requests for a day.</p>
      </EmptyState>
    );
  return (
    <DataTable
      label="Peers in quarantine"
      columns={[
        { title: 'Peer', cell: ({ name }) => <code>{name}</code> },
        { title: 'Lie', cell: ({ lie }) => lie || 'not known' },
        { title: 'Asked again in', cell: ({ waits }) => formatDuration(waits * SECOND_MS) },
      ]}
      rows={peers}
      keyOf={({ name }) => name}
    />
  );
}
