import { Badge } from '../components/badge.js';
import { Loading } from '../components/loading.js';
import { HashText } from '../components/hash-text.js';
import { Panel } from '../components/panel.js';
import { RpcProblem } from '../components/rpc-problem.js';
import { useAsked } from '../rpc/asked.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import { shownBlock, timeText } from './node-values.js';
import { TransactionFacts } from './transaction-facts.js';

/** A block and all of its transactions. @param tip the hash of the last block: with another one, how deep it is has changed */
export function BlockView({ hash, tip }: { readonly hash: string; readonly tip: string }) {
  const { value, error } = useAsked(`${hash} ${tip}`, async () =>
    shownBlock(await askNode('getblock', hash, 2)),
  );
  if (error !== undefined) return <RpcProblem title="This block cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the block" />;
  return (
    <Panel
      title={`Block ${value.height.toLocaleString('en')}`}
      aside={<a href={hrefOf('chain', ['blocks'])}>Close</a>}
    >
      <dl class="facts">
        <dt>Hash</dt>
        <dd>
          <HashText hash={value.hash} isWhole />
        </dd>
        <dt>State</dt>
        <dd>
          {value.isLocked && <Badge tone="good">ChainLocked</Badge>} {depthWords(value.confirmations)}
        </dd>
        <dt>Time</dt>
        <dd>{timeText(value.time)} UTC</dd>
        <dt>Size</dt>
        <dd>{value.size.toLocaleString('en')} bytes</dd>
        {value.previousHash !== undefined && (
          <>
            <dt>Stands on</dt>
            <dd>
              <a href={hrefOf('chain', ['block', value.previousHash])}>
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

/** Source: `confirmations` of `getblock` in dashpay/dash: -1 off the best chain. */
function depthWords(confirmations: number): string {
  if (confirmations < 0) return 'taken back by a reorganisation';
  return confirmations === 1
    ? 'the tip, 1 confirmation'
    : `${confirmations.toLocaleString('en')} confirmations`;
}
