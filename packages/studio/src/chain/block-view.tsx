import { Badge } from '../components/badge.js';
import { HashText } from '../components/hash-text.js';
import { Loading } from '../components/loading.js';
import { Panel } from '../components/panel.js';
import { RpcErrorNotice } from '../components/rpc-error-notice.js';
import { createHref } from '../navigation/route.js';
import { callNode } from '../rpc/node.js';
import { useRequest } from '../rpc/use-request.js';
import { formatBlockTime, readBlock } from './node-values.js';
import { TransactionFacts } from './transaction-facts.js';

/** Shows a block and its transactions. @param tip the hash of the last block: a new one changes the confirmations */
export function BlockView({ hash, tip }: { readonly hash: string; readonly tip: string }) {
  const { value, error } = useRequest(
    async () => readBlock(await callNode('getblock', hash, 2)),
    [hash, tip],
  );
  if (error !== undefined) return <RpcErrorNotice title="This block cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the block" />;
  return (
    <Panel
      title={`Block ${value.height.toLocaleString('en')}`}
      aside={<a href={createHref('chain', ['blocks'])}>Close</a>}
    >
      <dl class="facts">
        <dt>Hash</dt>
        <dd>
          <HashText hash={value.hash} isWhole />
        </dd>
        <dt>State</dt>
        <dd>
          {value.isLocked && <Badge tone="good">ChainLocked</Badge>}{' '}
          {describeConfirmations(value.confirmations)}
        </dd>
        <dt>Time</dt>
        <dd>{formatBlockTime(value.time)} UTC</dd>
        <dt>Size</dt>
        <dd>{value.size.toLocaleString('en')} bytes</dd>
        {value.previousHash !== undefined && (
          <>
            <dt>Previous block</dt>
            <dd>
              <a href={createHref('chain', ['block', value.previousHash])}>
                <HashText hash={value.previousHash} />
              </a>
            </dd>
          </>
        )}
      </dl>
      {value.transactions.map((transaction) => (
        <TransactionFacts key={transaction.txid} transaction={transaction} />
      ))}
    </Panel>
  );
}

/** Describes the confirmations of a block: -1 off the best chain. Source: `getblock` in dashpay/dash. */
function describeConfirmations(confirmations: number): string {
  if (confirmations < 0) return 'disconnected by a reorg';
  return confirmations === 1
    ? 'the tip, 1 confirmation'
    : `${confirmations.toLocaleString('en')} confirmations`;
}
