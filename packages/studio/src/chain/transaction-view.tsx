import { HashText } from '../components/hash-text.js';
import { Loading } from '../components/loading.js';
import { Panel } from '../components/panel.js';
import { RpcErrorNotice } from '../components/rpc-error-notice.js';
import { isObject } from '../json/json-values.js';
import { createHref } from '../navigation/route.js';
import { callNode } from '../rpc/node.js';
import { useRequest } from '../rpc/use-request.js';
import { getString, readTransaction } from './node-values.js';
import { TransactionFacts } from './transaction-facts.js';

/** Shows a transaction and its block. @param tip the hash of the last block: a new one may move the transaction */
export function TransactionView({ txid, tip }: { readonly txid: string; readonly tip: string }) {
  const { value, error } = useRequest(() => callNode('getrawtransaction', txid, true), [txid, tip]);
  if (error !== undefined) return <RpcErrorNotice title="This transaction cannot be shown" error={error} />;
  if (!isObject(value)) return <Loading what="the transaction" />;
  const blockHash = getString(value['blockhash']);
  return (
    <Panel title="Transaction" aside={<a href={createHref('chain', ['blocks'])}>Close</a>}>
      <dl class="facts">
        <dt>Id</dt>
        <dd>
          <HashText hash={txid} isWhole />
        </dd>
        <dt>Place</dt>
        <dd>
          {blockHash === '' ? (
            'in the mempool'
          ) : (
            <a href={createHref('chain', ['block', blockHash])}>
              block {Number(value['height']).toLocaleString('en')}
            </a>
          )}
        </dd>
      </dl>
      <TransactionFacts transaction={readTransaction(value)} />
    </Panel>
  );
}
