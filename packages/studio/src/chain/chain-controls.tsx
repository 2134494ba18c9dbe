import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { HashText } from '../components/hash-text.js';
import { RpcErrorNotice } from '../components/rpc-error-notice.js';
import { getText } from '../json/json-values.js';
import { createHref } from '../navigation/route.js';
import { controls } from '../rpc/layer1.js';
import type { Tip } from '../rpc/server.js';
import { CHAIN_CONTROLS, type ChainControl } from './chain-control.js';
import { FundForm } from './fund-form.js';

interface ControlResult {
  readonly method: string;
  readonly text: string;
  /** The payment, where it was one. */
  readonly txid: string;
}

/** Shows the controls of a development chain, and the result of the last one. */
export function ChainControls({ tip }: { readonly tip: Tip }) {
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: unknown }>();
  const [result, setResult] = useState<ControlResult>();
  const [isBusy, setIsBusy] = useState(false);
  const run = async ({ method, params, describe, failed }: ChainControl): Promise<void> => {
    setFailure(undefined);
    setResult(undefined);
    setIsBusy(true);
    try {
      const response = await controls.call(method, params);
      const text = describe(response, tip);
      setResult({ method, text, txid: getText(response, 'txid') });
      announce(text);
    } catch (error) {
      setFailure({ title: failed, error });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div class="chain-controls">
      <div class="button-row">
        {CHAIN_CONTROLS.map((control, at) => (
          <Button
            key={control.label}
            kind={at === 0 ? 'primary' : 'plain'}
            title={control.about}
            disabled={isBusy}
            onClick={() => void run(control)}
          >
            {control.label}
          </Button>
        ))}
      </div>
      <FundForm isBusy={isBusy} tip={tip} onFund={(control) => void run(control)} />
      {result && <ResultLine result={result} />}
      {failure && <RpcErrorNotice {...failure} />}
    </div>
  );
}

function ResultLine({ result: { method, text, txid } }: { readonly result: ControlResult }) {
  return (
    <p class="chain-controls-done">
      <span>{text}.</span>
      {txid !== '' && (
        <a href={createHref('chain', ['tx', txid])}>
          Transaction <HashText hash={txid} />
        </a>
      )}
      <a href={createHref('console', ['dev', method])}>
        <code>{method}</code> in the console, with curl
      </a>
    </p>
  );
}
