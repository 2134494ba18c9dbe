import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { HashText } from '../components/hash-text.js';
import { Notice } from '../components/notice.js';
import { RpcErrorNotice } from '../components/rpc-error-notice.js';
import { TextField } from '../components/text-field.js';
import { createHref } from '../navigation/route.js';
import { layer1 } from '../rpc/layer1.js';
import {
  extractHex,
  findExamplePayment,
  inspectTransaction,
  type Inspection,
} from './inspect-transaction.js';
import { TransactionChecks } from './transaction-checks.js';
import { TransactionFacts } from './transaction-facts.js';

/** Decodes, checks and sends a transaction in hexadecimal. */
export function SendForm({ hasControls }: { readonly hasControls: boolean }) {
  const form = useSendForm(hasControls);
  const { hex, transaction, inspection, txid, failure } = form;
  const isEmpty = transaction === '';
  return (
    <div class="send-form">
      <TextField
        label="Transaction"
        hint="Serialised, in hexadecimal digits, or the whole curl line that sends it"
        value={hex}
        onInput={form.setText}
        isCode
        lines={5}
      />
      <div class="button-row">
        {hasControls && (
          <Button kind="primary" disabled={isEmpty} onClick={() => void form.inspect()}>
            Decode and check
          </Button>
        )}
        <Button kind={hasControls ? 'plain' : 'primary'} disabled={isEmpty} onClick={() => void form.send()}>
          Send
        </Button>
        {hasControls && (
          <Button kind="quiet" onClick={() => void form.loadExample()}>
            Use the last payment as an example
          </Button>
        )}
      </div>
      {txid !== undefined && <SentNotice txid={txid} isLink={hasControls} />}
      {failure && <RpcErrorNotice {...failure} />}
      {inspection && (
        <TransactionChecks
          checks={inspection.checks}
          reason={failure === undefined ? inspection.reason : undefined}
        />
      )}
      {inspection?.transaction && <TransactionFacts transaction={inspection.transaction} />}
    </div>
  );
}

/** Returns the state of the form and its actions. */
function useSendForm(hasControls: boolean) {
  const [hex, setHex] = useState('');
  const [inspection, setInspection] = useState<Inspection>();
  const [txid, setTxid] = useState<string>();
  const [failure, setFailure] = useState<{ readonly title: string; readonly error: unknown }>();
  const transaction = hex.replaceAll(/\s/g, '');

  const attempt = async (title: string, work: () => Promise<void>): Promise<void> => {
    setFailure(undefined);
    setTxid(undefined);
    try {
      await work();
    } catch (error) {
      setFailure({ title, error });
    }
  };
  const inspect = async (): Promise<void> =>
    attempt('The transaction cannot be decoded', async () => {
      setInspection(await inspectTransaction(transaction));
      announce('Checks complete');
    });
  const send = async (): Promise<void> => {
    // Checks from before the transaction was sent are outdated.
    setInspection(undefined);
    await attempt('The transaction was rejected', async () => {
      try {
        setTxid(String(await layer1.call('sendRawTransaction', [transaction])));
        announce('Transaction sent');
      } catch (error) {
        if (hasControls) setInspection(await inspectTransaction(transaction).catch(() => undefined));
        throw error;
      }
    });
  };
  const loadExample = async (): Promise<void> =>
    attempt('There is no example', async () => setHex(await findExamplePayment()));
  const setText = (text: string): void => {
    setHex(extractHex(text));
    setInspection(undefined);
  };
  return { hex, transaction, inspection, txid, failure, setText, inspect, send, loadExample };
}

function SentNotice({ txid, isLink }: { readonly txid: string; readonly isLink: boolean }) {
  return (
    <Notice kind="good" title="Sent">
      <p>
        Its id is{' '}
        {isLink ? (
          <a href={createHref('chain', ['tx', txid])}>
            <HashText hash={txid} />
          </a>
        ) : (
          <HashText hash={txid} isWhole />
        )}
        .
      </p>
    </Notice>
  );
}
