import { Badge } from '../components/badge.js';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { Loading } from '../components/loading.js';
import { hrefOf } from '../shell/route.js';
import { useMasternodes } from './use-masternodes.js';

/** The masternode list, and what changed at each block. */
export function MasternodeView() {
  const masternodes = useMasternodes();
  if (masternodes === undefined) return <Loading what="the masternode list" />;
  const { list, changes } = masternodes;
  return (
    <div class="masternode-view">
      <DataTable
        label="Masternodes"
        columns={[
          { title: 'ProTx hash', cell: ({ proTxHash }) => <HashText hash={proTxHash} /> },
          { title: 'Kind', cell: ({ isEvolution }) => (isEvolution ? 'evolution' : 'regular') },
          { title: 'Address', cell: ({ service }) => <code>{service}</code> },
          { title: 'Votes with', cell: ({ votingAddress }) => <code>{votingAddress}</code> },
          {
            title: 'State',
            cell: ({ isValid }) => (
              <Badge tone={isValid ? 'good' : 'bad'}>{isValid ? 'valid' : 'banned'}</Badge>
            ),
          },
        ]}
        rows={[...list.values()]}
        keyOf={({ proTxHash }) => proTxHash}
      />
      <h3>What changed</h3>
      {changes.length === 0 ? (
        <EmptyState title="Nothing has changed since this page looks" />
      ) : (
        <ol role="list" class="masternode-changes">
          {changes.map(({ blockHash, changes: ofBlock }) => (
            <li key={blockHash}>
              <span>
                Block{' '}
                <a href={hrefOf('chain', ['block', blockHash])}>
                  <HashText hash={blockHash} />
                </a>
              </span>
              <ul>
                {ofBlock.map(({ proTxHash, what }) => (
                  <li key={proTxHash}>
                    <HashText hash={proTxHash} /> {what}
                  </li>
                ))}
              </ul>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
