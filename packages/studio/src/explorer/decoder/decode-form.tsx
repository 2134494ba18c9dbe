import { useState } from 'preact/hooks';
import { announce } from '../../components/announcer.js';
import { Button } from '../../components/button.js';
import { HashText } from '../../components/hash-text.js';
import { Loading } from '../../components/loading.js';
import { Notice } from '../../components/notice.js';
import { TextField } from '../../components/text-field.js';
import { NamedContent } from '../names/named-content.js';
import { DryRun } from '../transitions/trace-panel.js';
import { useRequest } from '../../rpc/use-request.js';
import { loadTransitions } from '../transitions/executed-transition.js';
import { hex } from '@scure/base';
import { ProofTree } from '../proofs/proof-tree-view.js';

/** Decodes pasted bytes in this browser; nothing is sent. */
export function DecodeForm() {
  const [text, setText] = useState('');
  const [hasNoExample, setHasNoExample] = useState(false);
  const useExample = async (): Promise<void> => {
    const { transitions } = await loadTransitions({}).catch(() => ({ transitions: [] }));
    const [newest] = transitions;
    setHasNoExample(newest === undefined);
    if (newest !== undefined) setText(hex.encode(newest.bytes));
    announce(newest === undefined ? 'There is no transition yet' : 'Decoded the newest transition');
  };
  return (
    <div class="explorer-stack">
      <TextField
        label="Bytes"
        hint="A state transition, data contract, identity, consensus error, platform address or GroveDB proof, in hexadecimal digits, Base64 or Base58. Decoded in this browser"
        value={text}
        onInput={setText}
        isCode
        lines={5}
      />
      <div class="button-row">
        <Button kind="quiet" onClick={() => void useExample()}>
          Use the newest transition as an example
        </Button>
      </div>
      {hasNoExample && text === '' && <p class="muted">No signed transition was executed yet.</p>}
      {text.trim() !== '' && <Decoded text={text} />}
    </div>
  );
}

function Decoded({ text }: { readonly text: string }) {
  // The verifier of proofs and the table of consensus errors are larger than the rest of the tab.
  const { value: decoder } = useRequest(() => import('./decode-bytes.js'), []);
  if (decoder === undefined) return <Loading what="the decoder" />;
  const bytes = decoder.readBytes(text);
  if (bytes === undefined)
    return (
      <Notice kind="bad" title="Not valid bytes">
        <p>Expected hexadecimal digits, Base64 or Base58.</p>
      </Notice>
    );
  const decoded = decoder.decodeBytes(bytes);
  if (decoded === undefined)
    return (
      <Notice kind="bad" title={`These ${bytes.length.toLocaleString('en')} bytes are none of these kinds`}>
        <p>
          Check that nothing is missing at the end. Documents need their contract: use{' '}
          <code>dapikit decode</code>. Transactions of layer 1 are decoded in the Chain tab.
        </p>
      </Notice>
    );
  return (
    <section class="explorer-stack" aria-label="Decoded">
      <h2>
        {decoded.kind}, {decoded.length.toLocaleString('en')} bytes
      </h2>
      {decoded.facts.length > 0 && (
        <dl class="facts">
          {decoded.facts.map(([name, value]) => (
            <div key={name} class="facts-row">
              <dt>{name}</dt>
              <dd>
                <HashText hash={value} isWhole />
              </dd>
            </div>
          ))}
        </dl>
      )}
      {decoded.json !== undefined && <NamedContent label="Decoded content" json={decoded.json} />}
      {decoded.kind === 'state transition' && <DryRun key={text} bytes={bytes} />}
      {decoded.tree && <ProofTree tree={decoded.tree} />}
    </section>
  );
}
