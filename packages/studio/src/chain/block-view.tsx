import { Loading } from '../components/loading.js';
import { HashText } from '../components/hash-text.js';
import { Panel } from '../components/panel.js';
import { RpcProblem } from '../components/rpc-problem.js';
import { useAsked } from '../rpc/asked.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import { shownBlock, timeText } from './node-values.js';
import { TransactionFacts } from './transaction-facts.js';

/** A block and all of its transactions. */
export function BlockView({ hash }: { readonly hash: string }) {
  const { value, error } = useAsked(hash, async () => shownBlock(await askNode('getblock', hash, 2)));
  if (error !== undefined) return <RpcProblem title="This block cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the block" />;
  return (
    <Panel title={`Block ${value.height.toLocaleString('en')}`}>
      <dl class="facts">
        <dt>Hash</dt>
        <dd>
          <HashText hash={value.hash} isWhole />
        </dd>
        <dt>Time</dt>
        <dd>{timeText(value.time)}</dd>
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
