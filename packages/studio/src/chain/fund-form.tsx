import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Select } from '../components/select.js';
import { TextField } from '../components/text-field.js';
import { useAsked } from '../rpc/asked.js';
import { isObject } from '../rpc/json-rpc-client.js';
import { controls } from '../rpc/layer1.js';
import type { Tip } from '../rpc/server.js';
import type { Control } from './chain-controls.js';
import { dashText, listOf, textOf } from './node-values.js';

const DUFFS_PER_DASH = 100_000_000;

/** Pays an address from the treasury of the chain: one of the accounts that it begins with, or any other. */
export function FundForm(props: {
  readonly isBusy: boolean;
  readonly tip: Tip;
  readonly onFund: (control: Control) => void;
}) {
  const { isBusy, tip, onFund } = props;
  const { value: state } = useAsked(tip.hash, () => controls.call('getState'));
  const accounts = listOf(isObject(state) && state['accounts']).map((account, number) => ({
    address: textOf(account['address']),
    label: `Account ${number}, has ${dashText(Number(account['duffs']) / DUFFS_PER_DASH)}`,
  }));
  const [typed, setTyped] = useState<string>();
  const [dash, setDash] = useState('10');
  const address = typed ?? accounts[0]?.address ?? '';
  return (
    <form
      class="chain-controls-fund"
      onSubmit={(event) => {
        event.preventDefault();
        onFund({
          method: 'fund',
          params: { address, duffs: Math.round(Number(dash) * DUFFS_PER_DASH) },
          done: () => `Paid ${dash} DASH to ${address}, and mined a block`,
          failed: 'Nothing was paid',
        });
      }}
    >
      <Select
        label="Account"
        value={accounts.some((account) => account.address === address) ? address : ''}
        options={[
          ...accounts.map((account) => ({ value: account.address, label: account.label })),
          { value: '', label: 'an address of your own …' },
        ]}
        onChange={setTyped}
      />
      <TextField label="Fund an address" value={address} onInput={setTyped} isCode />
      <TextField label="DASH" value={dash} onInput={setDash} />
      <Button type="submit" disabled={isBusy || address === ''}>
        Fund
      </Button>
    </form>
  );
}
