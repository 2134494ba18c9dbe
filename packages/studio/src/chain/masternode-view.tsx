import { Badge } from '../components/badge.js';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { Loading } from '../components/loading.js';
import { hrefOf } from '../shell/route.js';
import { useMasternodes } from './use-masternodes.js';

/** The masternode list, and what changed at each block. */
export function MasternodeView({ hasControls }: { readonly hasControls: boolean }) {
  const masternodes = useMasternodes();
  if (masternodes === undefined) return <Loading what="the masternode list" />;
  const { list, changes } = masternodes;
  return (
    <div class="masternode-view">
      <DataTable
        label="Masternodes"
        columns={[
          { title: 'ProTx hash', cell: ({ proTxHash }) => <HashText hash={proTxHash} /> },
          {
            title: 'Kind',
            cell: ({ isEvolution }) => (isEvolution ? 'evonode, 4 votes' : 'regular, 1 vote'),
          },
          { title: 'Address', cell: ({ service }) => <code>{service}</code> },
          { title: 'Voting address', cell: ({ votingAddress }) => <code>{votingAddress}</code> },
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
        <EmptyState title="Nothing has changed since this was opened">
          {hasControls && (
            <p>
              The console registers, bans and removes masternodes:{' '}
              <a href={hrefOf('console', ['dev', 'banMasternode'])}>banMasternode</a>.
            </p>
          )}
        </EmptyState>
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
