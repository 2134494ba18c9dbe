import { useState } from 'preact/hooks';
import { announce } from '../components/announcer.js';
import { Button } from '../components/button.js';
import { RpcProblem } from '../components/rpc-problem.js';
import { TextField } from '../components/text-field.js';
import { controls } from '../rpc/layer1.js';

const DUFFS_PER_DASH = 100_000_000;

/** What can be done to a development chain with a click. */
export function ChainControls() {
  const [address, setAddress] = useState('');
  const [dash, setDash] = useState('10');
  const [problem, setProblem] = useState<{ readonly title: string; readonly error: unknown }>();
  const [done, setDone] = useState('');
  const [isBusy, setIsBusy] = useState(false);
  const act = async (
    what: string,
    method: string,
    params: Readonly<Record<string, unknown>>,
  ): Promise<void> => {
    setProblem(undefined);
    setDone('');
    setIsBusy(true);
    try {
      await controls.call(method, params);
      setDone(what);
      announce(what);
    } catch (error) {
      setProblem({ title: `Not done: ${what.toLowerCase()}`, error });
    } finally {
      setIsBusy(false);
    }
  };
  const fund = () =>
    act(`Paid ${dash} DASH`, 'fund', { address, duffs: Math.round(Number(dash) * DUFFS_PER_DASH) });

  return (
    <div class="chain-controls">
      <div class="button-row">
        <Button
          kind="primary"
          disabled={isBusy}
          onClick={() => void act('Mined a block', 'mine', { count: 1 })}
        >
          Mine a block
        </Button>
        <Button disabled={isBusy} onClick={() => void act('Mined 10 blocks', 'mine', { count: 10 })}>
          Mine 10
        </Button>
        <Button disabled={isBusy} onClick={() => void act('Replaced 2 blocks', 'reorganise', { depth: 2 })}>
          Reorganise 2 blocks
        </Button>
        <Button disabled={isBusy} onClick={() => void act('Locked the tip', 'chainLock', {})}>
          ChainLock the tip
        </Button>
      </div>
      <form
        class="chain-controls-fund"
        onSubmit={(event) => {
          event.preventDefault();
          void fund();
        }}
      >
        <TextField label="Fund an address" value={address} onInput={setAddress} isCode />
        <TextField label="DASH" value={dash} onInput={setDash} />
        <Button type="submit" disabled={isBusy || address === ''}>
          Fund
        </Button>
      </form>
      {done !== '' && <p class="chain-controls-done">{done}.</p>}
      {problem !== undefined && <RpcProblem {...problem} />}
    </div>
  );
}
