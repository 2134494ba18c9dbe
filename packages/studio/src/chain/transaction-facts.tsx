import { Badge } from '../components/badge.js';
import { CodeBlock } from '../components/code-block.js';
import { HashText } from '../components/hash-text.js';
import { createHref } from '../navigation/route.js';
import { formatDashAmount, type ShownTransaction } from './node-values.js';

/** Shows the inputs, outputs and payload of a transaction. */
export function TransactionFacts({ transaction }: { readonly transaction: ShownTransaction }) {
  const { txid, kind, size, inputs, outputs, payload } = transaction;
  return (
    <article class="transaction-facts" aria-label={`Transaction ${txid}`}>
      <header>
        <Badge>{kind}</Badge>
        <a href={createHref('chain', ['tx', txid])}>
          <HashText hash={txid} />
        </a>
        <span>{size.toLocaleString('en')} bytes</span>
      </header>
      {inputs.length + outputs.length > 0 && (
        <div class="transaction-facts-sides">
          <div>
            <h4>Spends</h4>
            <ul role="list">
              {inputs.length === 0 && <li>nothing</li>}
              {inputs.map(({ txid: spent, index }) => (
                <li key={`${spent} ${index}`}>
                  {spent === undefined ? 'newly mined coins' : <SpentCoin txid={spent} index={index} />}
                </li>
              ))}
            </ul>
          </div>
          <div>
            <h4>Pays</h4>
            <ul role="list">
              {outputs.length === 0 && <li>nothing</li>}
              {outputs.map(({ index, dash, to }) => (
                <li key={index}>
                  <strong>{formatDashAmount(dash)}</strong> to <code>{to}</code>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {payload !== undefined && (
        <details>
          <summary>Payload</summary>
          <CodeBlock label="Payload" text={JSON.stringify(payload, null, 2)} />
        </details>
      )}
    </article>
  );
}

function SpentCoin({ txid, index }: { readonly txid: string; readonly index: number }) {
  return (
    <>
      output {index} of{' '}
      <a href={createHref('chain', ['tx', txid])}>
        <HashText hash={txid} />
      </a>
    </>
  );
}
