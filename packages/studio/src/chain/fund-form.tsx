import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import { isObject } from '../json/json-values.js';
import { controls } from '../rpc/layer1.js';
import type { Tip } from '../rpc/server.js';
import { useRequest } from '../rpc/use-request.js';
import type { ChainControl } from './chain-control.js';
import { formatDashAmount, getObjects, getString } from './node-values.js';

const DUFFS_PER_DASH = 100_000_000;

/** Pays DASH from the treasury of the chain to an account of the chain or to another address. */
export function FundForm(props: {
  readonly isBusy: boolean;
  readonly tip: Tip;
  readonly onFund: (control: ChainControl) => void;
}) {
  const { isBusy, tip, onFund } = props;
  const { value: state } = useRequest(() => controls.call('getState'), [tip.hash]);
  const accounts = getObjects(isObject(state) && state['accounts']).map((account, number) => ({
    address: getString(account['address']),
    label: `Account ${number}, has ${formatDashAmount(Number(account['duffs']) / DUFFS_PER_DASH)}`,
  }));
  const [typed, setTyped] = useState<string>();
  const [dash, setDash] = useState('10');
  const address = typed ?? accounts[0]?.address ?? '';
  const duffs = parseDuffs(dash);
  return (
    <form
      class="chain-controls-fund"
      onSubmit={(event) => {
        event.preventDefault();
        if (duffs !== undefined) onFund(createPayment(address, dash, duffs));
      }}
    >
      <Select
        label="Pay to"
        value={accounts.some((account) => account.address === address) ? address : ''}
        options={[
          ...accounts.map((account) => ({ value: account.address, label: account.label })),
          { value: '', label: 'another address …' },
        ]}
        onChange={setTyped}
      />
      <TextField label="Address" value={address} onInput={setTyped} isCode />
      <TextField
        label="Amount in DASH"
        value={dash}
        onInput={setDash}
        error={duffs === undefined ? 'Enter a number above 0, such as 10 or 0.5.' : undefined}
      />
      <Button type="submit" disabled={isBusy || address === '' || duffs === undefined}>
        Fund
      </Button>
    </form>
  );
}

const createPayment = (address: string, dash: string, duffs: number): ChainControl => ({
  method: 'fund',
  params: { address, duffs },
  describe: () => `Paid ${dash} DASH to ${address}, and mined a block`,
  failed: 'Nothing was paid',
});

/** Parses an amount of DASH into duffs; `undefined` for anything but a positive number. */
function parseDuffs(dash: string): number | undefined {
  const duffs = /^\d*\.?\d+$/.test(dash.trim()) ? Math.round(Number(dash) * DUFFS_PER_DASH) : 0;
  return duffs > 0 ? duffs : undefined;
}
