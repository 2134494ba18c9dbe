import { Badge } from '../components/badge.js';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import type { Tone } from '../components/notice.js';
import type { ShownPeer } from './network-state.js';

/** Shows the peers that were asked, with their latency and failures. */
export function PeerTable(props: {
  readonly peers: readonly ShownPeer[];
  /** Number of peers that are known and not shown. */
  readonly others: number;
}) {
  const { peers, others } = props;
  if (peers.length === 0) return <EmptyState title="No peer was asked yet" />;
  return (
    <>
      <DataTable
        label="Peers"
        columns={[
          { title: 'Peer', cell: ({ name }) => <code>{name}</code> },
          { title: 'State', cell: ({ state }) => <Badge tone={TONES[state] ?? 'warn'}>{state}</Badge> },
          {
            title: 'Median latency',
            cell: ({ latency }) => (latency === undefined ? 'unknown' : `${latency.toLocaleString('en')} ms`),
            isNumber: true,
          },
          { title: 'Requests', cell: ({ requests }) => requests.toLocaleString('en'), isNumber: true },
          { title: 'Failures', cell: ({ failures }) => failures.toLocaleString('en'), isNumber: true },
        ]}
        rows={peers}
        keyOf={({ name }) => name}
      />
      {others > 0 && (
        <p class="network-note">
          {others.toLocaleString('en')} more {others === 1 ? 'is' : 'are'} known and not asked now.
        </p>
      )}
    </>
  );
}

const TONES: Readonly<Record<string, Tone>> = {
  healthy: 'good',
  ready: 'info',
  quarantined: 'bad',
  forked: 'bad',
};
