import { hex } from '@scure/base';
import { Badge } from '../../components/badge.js';
import { CodeBlock } from '../../components/code-block.js';
import { ExplorerLink } from '../../components/explorer-link.js';
import { HashText } from '../../components/hash-text.js';
import { Loading } from '../../components/loading.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { RpcErrorNotice } from '../../components/rpc-error-notice.js';
import { createHref } from '../../navigation/route.js';
import { useRequest } from '../../rpc/use-request.js';
import { formatFee } from '../../text/format-fee.js';
import { formatTime } from '../../text/format-time.js';
import { toSentence } from '../../text/sentence.js';
import { NamedContent } from '../names/named-content.js';
import { TracePanel } from './trace-panel.js';
import { loadTransition, type ExecutedTransition } from './executed-transition.js';

/** Shows an executed state transition with its result, fee and decoded content. */
export function TransitionView({ id, revision }: { readonly id: string; readonly revision: unknown }) {
  const { value, error } = useRequest(async () => ({ found: await loadTransition(id) }), [id, revision]);
  if (error !== undefined) return <RpcErrorNotice title="This transition cannot be shown" error={error} />;
  if (value === undefined) return <Loading what="the transition" />;
  const close = <a href={createHref('explorer', ['transitions'])}>Close</a>;
  if (value.found === undefined)
    return (
      <div class="explorer-stack">
        <Panel title="Transition" aside={close}>
          <Notice kind="warn" title="No block has this transition">
            <p>
              A transition that was rejected without a fee is not stored. Check its id, or broadcast it again.
            </p>
          </Notice>
        </Panel>
        <TracePanel id={id} revision={revision} />
      </div>
    );
  return (
    <div class="explorer-stack">
      <Panel title={`Transition: ${value.found.described.kind}`} aside={close}>
        <TransitionFacts executed={value.found} />
      </Panel>
      <TracePanel id={id} revision={revision} />
    </div>
  );
}

function TransitionFacts({ executed }: { readonly executed: ExecutedTransition }) {
  const { bytes, rejection, described } = executed;
  return (
    <div class="explorer-stack">
      {rejection && (
        <Notice kind="bad" title={`Rejected by its block: ${rejection.name} ${rejection.code ?? ''}`}>
          <p>{toSentence(rejection.message)} The fee was charged nevertheless.</p>
        </Notice>
      )}
      <FactList executed={executed} />
      <NamedContent label="Decoded content" json={described.json} />
      <details>
        <summary>Bytes in hexadecimal</summary>
        <CodeBlock label="Bytes" text={hex.encode(bytes)} />
      </details>
    </div>
  );
}

function FactList({ executed }: { readonly executed: ExecutedTransition }) {
  const { id, bytes, height, time, fee, rejection, described } = executed;
  const { summary, signerId, keyId, nonce } = described;
  return (
    <dl class="facts">
      <dt>Result</dt>
      <dd>
        {rejection === undefined ? (
          <Badge tone="good">executed</Badge>
        ) : (
          <Badge tone="bad">rejected and charged</Badge>
        )}
      </dd>
      {summary !== '' && (
        <>
          <dt>Content</dt>
          <dd>{summary}</dd>
        </>
      )}
      <dt>Id</dt>
      <dd>
        <HashText hash={id} isWhole />
      </dd>
      <dt>Block</dt>
      <dd>
        {height.toLocaleString('en')}, {formatTime(time)} UTC by the platform's clock
      </dd>
      <dt>Fee</dt>
      <dd>
        {formatFee(fee)} ({fee.toLocaleString('en')} credits, estimate)
      </dd>
      <dt>Signed by</dt>
      <dd>
        {signerId === undefined ? (
          'an asset lock or addresses'
        ) : (
          <>
            <ExplorerLink kind="identity" id={signerId} isWhole />, key {keyId}
          </>
        )}
      </dd>
      {nonce !== undefined && (
        <>
          <dt>Nonce</dt>
          <dd>{nonce.toLocaleString('en')}</dd>
        </>
      )}
      <dt>Size</dt>
      <dd>{bytes.length.toLocaleString('en')} bytes</dd>
    </dl>
  );
}
