import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { HashText } from '../components/hash-text.js';
import { Notice } from '../components/notice.js';
import { RpcProblem } from '../components/rpc-problem.js';
import { TextField } from '../components/text-field.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { controls, layer1 } from '../rpc/layer1.js';
import { askNode } from '../rpc/node.js';
import { hrefOf } from '../shell/route.js';
import { listOf, shownTransaction, textOf, type ShownTransaction } from './node-values.js';
import { TransactionChecks, type ShownCheck } from './transaction-checks.js';
import { TransactionFacts } from './transaction-facts.js';

interface Looked {
  readonly transaction: ShownTransaction | undefined;
  readonly checks: readonly ShownCheck[];
  readonly reason: string;
}

/** Takes a transaction in hex, shows what is in it and which checks it passes, and sends it. */
export function SendForm({ hasControls }: { readonly hasControls: boolean }) {
  const [hex, setHex] = useState('');
  const [looked, setLooked] = useState<Looked>();
  const [sent, setSent] = useState<string>();
  const [problem, setProblem] = useState<{ readonly title: string; readonly error: unknown }>();
  const transaction = hex.replaceAll(/\s/g, '');

  const attempt = async (title: string, work: () => Promise<void>): Promise<void> => {
    setProblem(undefined);
    setSent(undefined);
    try {
      await work();
    } catch (error) {
      setProblem({ title, error });
    }
  };
  const look = () =>
    attempt('It cannot be read', async () => {
      setLooked(await lookAt(transaction));
      announce('The checks are here');
    });
  const send = () => {
    // What was checked before it was sent no longer says anything.
    setLooked(undefined);
    return attempt('It was refused', async () => {
      try {
        setSent(String(await layer1.call('sendRawTransaction', [transaction])));
        announce('It was sent');
      } catch (error) {
        if (hasControls) setLooked(await lookAt(transaction).catch(() => undefined));
        throw error;
      }
    });
  };
  const makePayment = () => attempt('No payment could be made', async () => setHex(await examplePayment()));

  return (
    <div class="send-form">
      <TextField
        label="Transaction"
        hint="Serialised, in hexadecimal digits, or the whole curl line that sends it"
        value={hex}
        onInput={(value) => {
          setHex(hexIn(value));
          setLooked(undefined);
        }}
        isCode
        lines={5}
      />
      <div class="button-row">
        {hasControls && (
          <Button kind="primary" disabled={transaction === ''} onClick={() => void look()}>
            Decode and check
          </Button>
        )}
        <Button
          kind={hasControls ? 'plain' : 'primary'}
          disabled={transaction === ''}
          onClick={() => void send()}
        >
          Send
        </Button>
        {hasControls && (
          <Button kind="quiet" onClick={() => void makePayment()}>
            Take the last block’s payment as an example
          </Button>
        )}
      </div>
      {sent !== undefined && (
        <Notice kind="good" title="Sent">
          <p>
            Its id is{' '}
            {hasControls ? (
              <a href={hrefOf('chain', ['tx', sent])}>
                <HashText hash={sent} />
              </a>
            ) : (
              <HashText hash={sent} isWhole />
            )}
            .
          </p>
        </Notice>
      )}
      {problem !== undefined && <RpcProblem {...problem} />}
      {looked !== undefined && (
        <TransactionChecks
          checks={looked.checks}
          reason={problem === undefined ? looked.reason : undefined}
        />
      )}
      {looked?.transaction !== undefined && <TransactionFacts transaction={looked.transaction} />}
    </div>
  );
}

/** The transaction in a call as it is written for a shell; else the text as it stands. */
const hexIn = (text: string): string => /sendRawTransaction.*?"([\da-f]{20,})"/is.exec(text)?.[1] ?? text;

async function lookAt(transaction: string): Promise<Looked> {
  const report = await controls.call('checkTransaction', { transaction });
  const decoded = await askNode('decoderawtransaction', transaction).catch(() => undefined);
  return {
    transaction: isObject(decoded) ? shownTransaction(decoded) : undefined,
    checks: listOf(isObject(report) && report['checks']).map(checkOf),
    reason: isObject(report) ? textOf(report['reason']) : '',
  };
}

const checkOf = (check: Readonly<Record<string, unknown>>): ShownCheck => ({
  name: textOf(check['name']),
  about: textOf(check['about']),
  verdict: textOf(check['verdict']),
});

/** A transaction of the last block that has one besides its coinbase: it is refused, since it is mined already. */
async function examplePayment(): Promise<string> {
  const count = Number(await askNode('getblockcount'));
  for (let height = count; height > 0; height -= 1) {
    const hash = await askNode('getblockhash', height);
    const block = await askNode('getblock', hash, 2);
    const payment = listOf(isObject(block) && block['tx']).find(({ type }) => type === 0);
    const hex = textOf(payment?.['hex']);
    if (hex !== '') return hex;
  }
  throw new Error('No block has a payment yet: fund an address first');
}
