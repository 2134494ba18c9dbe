import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { HashText } from '../components/hash-text.js';
import { RpcProblem } from '../components/rpc-problem.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { controls } from '../rpc/layer1.js';
import type { Tip } from '../rpc/server.js';
import { hrefOf } from '../shell/route.js';
import { FundForm } from './fund-form.js';
import { textOf } from './node-values.js';

/** Something that is done to the chain with a click. */
export interface Control {
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** What was done, from what the server answered. */
  readonly done: (result: unknown, before: Tip) => string;
  /** That it was not done. */
  readonly failed: string;
}

interface Outcome {
  readonly method: string;
  readonly what: string;
  /** Of the payment, where it was one. */
  readonly txid: string;
}

const countOf = (result: unknown): number => (Array.isArray(result) ? result.length : 0);
const blocks = (count: number): string => (count === 1 ? '1 block' : `${count} blocks`);

const CONTROLS: readonly (Control & { readonly label: string; readonly about: string })[] = [
  {
    label: 'Mine a block',
    about: 'A block with all transactions that wait',
    method: 'mine',
    params: { count: 1 },
    done: () => 'Mined a block',
    failed: 'No block was mined',
  },
  {
    label: 'Mine 10',
    about: 'Ten blocks, the first with all transactions that wait',
    method: 'mine',
    params: { count: 10 },
    done: (hashes) => `Mined ${blocks(countOf(hashes))}`,
    failed: 'No blocks were mined',
  },
  {
    label: 'Reorganise 2 blocks',
    about: 'The last two blocks are taken back for three others on another branch',
    method: 'reorganise',
    params: { depth: 2 },
    done: (hashes) => `Replaced 2 blocks by ${countOf(hashes)} on another branch`,
    failed: 'The chain was not reorganised',
  },
  {
    label: 'ChainLock the tip',
    about: 'A quorum signs that the tip stays; where none can yet, blocks are mined until one has formed',
    method: 'chainLock',
    params: {},
    done: lockWords,
    failed: 'The tip was not locked',
  },
];

/** What can be done to a development chain with a click. */
export function ChainControls({ tip }: { readonly tip: Tip }) {
  const [problem, setProblem] = useState<{ readonly title: string; readonly error: unknown }>();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isBusy, setIsBusy] = useState(false);
  const act = async ({ method, params, done, failed }: Control): Promise<void> => {
    setProblem(undefined);
    setOutcome(undefined);
    setIsBusy(true);
    try {
      const result = await controls.call(method, params);
      const what = done(result, tip);
      setOutcome({ method, what, txid: isObject(result) ? textOf(result['txid']) : '' });
      announce(what);
    } catch (error) {
      setProblem({ title: failed, error });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div class="chain-controls">
      <div class="button-row">
        {CONTROLS.map((control, at) => (
          <Button
            key={control.label}
            kind={at === 0 ? 'primary' : 'plain'}
            title={control.about}
            disabled={isBusy}
            onClick={() => void act(control)}
          >
            {control.label}
          </Button>
        ))}
      </div>
      <FundForm isBusy={isBusy} tip={tip} onFund={(control) => void act(control)} />
      {outcome !== undefined && (
        <p class="chain-controls-done">
          <span>{outcome.what}.</span>
          {outcome.txid !== '' && (
            <a href={hrefOf('chain', ['tx', outcome.txid])}>
              Transaction <HashText hash={outcome.txid} />
            </a>
          )}
          <a href={hrefOf('console', ['dev', outcome.method])}>
            <code>{outcome.method}</code> in the console, with curl
          </a>
        </p>
      )}
      {problem !== undefined && <RpcProblem {...problem} />}
    </div>
  );
}

function lockWords(result: unknown, before: Tip): string {
  const height = isObject(result) ? Number(result['height']) : before.height;
  const mined = height - before.height;
  const locked = `Block ${height.toLocaleString('en')} has a ChainLock`;
  return mined > 0 ? `${locked}; ${blocks(mined)} were mined before, in which its quorum formed` : locked;
}
