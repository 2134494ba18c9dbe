import { Badge } from '../components/badge.js';
import { DataTable } from '../components/data-table.js';
import { EmptyState } from '../components/empty-state.js';
import { HashText } from '../components/hash-text.js';
import { Loading } from '../components/loading.js';
import { createHref } from '../navigation/route.js';
import { useMasternodes } from './use-masternodes.js';

/** Shows the masternode list, and its changes block by block. */
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
            cell: ({ isEvonode }) => (isEvonode ? 'evonode, 4 votes' : 'regular, 1 vote'),
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
      <h3>Changes</h3>
      {changes.length === 0 ? (
        <EmptyState title="No changes since the page was opened">
          {hasControls && (
            <p>
              Register, ban or remove a masternode in the console:{' '}
              <a href={createHref('console', ['dev', 'banMasternode'])}>banMasternode</a>.
            </p>
          )}
        </EmptyState>
      ) : (
        <ol role="list" class="masternode-changes">
          {changes.map(({ blockHash, changes: ofBlock }) => (
            <li key={blockHash}>
              <span>
                Block{' '}
                <a href={createHref('chain', ['block', blockHash])}>
                  <HashText hash={blockHash} />
                </a>
              </span>
              <ul>
                {ofBlock.map(({ proTxHash, text }) => (
                  <li key={proTxHash}>
                    <HashText hash={proTxHash} /> {text}
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
