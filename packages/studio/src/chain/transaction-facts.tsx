import { Badge } from '../components/badge.js';
import { CodeBlock } from '../components/code-block.js';
import { HashText } from '../components/hash-text.js';
import { hrefOf } from '../shell/route.js';
import { dashText, type ShownTransaction } from './node-values.js';

/** What a transaction spends and pays, and its payload. */
export function TransactionFacts({ transaction }: { readonly transaction: ShownTransaction }) {
  const { txid, kind, size, inputs, outputs, payload } = transaction;
  return (
    <article class="transaction-facts" aria-label={`Transaction ${txid}`}>
      <header>
        <Badge>{kind}</Badge>
        <a href={hrefOf('chain', ['tx', txid])}>
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
                  <strong>{dashText(dash)}</strong> to <code>{to}</code>
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
      <a href={hrefOf('chain', ['tx', txid])}>
        <HashText hash={txid} />
      </a>
    </>
  );
}
