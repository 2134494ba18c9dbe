import { HashText } from '../components/hash-text.js';
import { Loading } from '../components/loading.js';
import { Panel } from '../components/panel.js';
import { RpcProblem } from '../components/rpc-problem.js';
import { useAsked } from '../rpc/asked.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import { shownTransaction, textOf } from './node-values.js';
import { TransactionFacts } from './transaction-facts.js';

/** A transaction, and where it is. @param tip the hash of the last block: with another one, it may be elsewhere */
export function TransactionView({ txid, tip }: { readonly txid: string; readonly tip: string }) {
  const { value, error } = useAsked(`${txid} ${tip}`, () => askNode('getrawtransaction', txid, true));
  if (error !== undefined) return <RpcProblem title="This transaction cannot be shown" error={error} />;
  if (!isObject(value)) return <Loading what="the transaction" />;
  const blockHash = textOf(value['blockhash']);
  return (
    <Panel title="Transaction" aside={<a href={hrefOf('chain', ['blocks'])}>Close</a>}>
      <dl class="facts">
        <dt>Id</dt>
        <dd>
          <HashText hash={txid} isWhole />
        </dd>
        <dt>Place</dt>
        <dd>
          {blockHash === '' ? (
            'waits in the mempool'
          ) : (
            <a href={hrefOf('chain', ['block', blockHash])}>
              block {Number(value['height']).toLocaleString('en')}
            </a>
          )}
        </dd>
      </dl>
      <TransactionFacts transaction={shownTransaction(value)} />
    </Panel>
  );
}
