import { useState } from 'preact/hooks';
import { Button } from '../../components/button.js';
import { Notice } from '../../components/notice.js';
import { Panel } from '../../components/panel.js';
import { getDraft } from '../../contract/draft.js';
import { EXAMPLES, type Example } from '../../contract/examples/examples.js';
import { getText } from '../../json/json-values.js';
import { createHref } from '../../navigation/route.js';
import { RejectionNotice } from '../fields/rejection-notice.js';
import { RegisteredContracts } from './registered-contracts.js';
import { createRegistrationText } from '../state/activity.js';
import { DPNS_ID } from '../state/dpns-id.js';
import { getNextName, getOrCreateActor } from '../state/identity.js';
import { getSystemName } from '../state/registered-contract.js';
import type { PlatformActions, PlatformState } from '../state/use-platform.js';
import { readRejection, type Rejection } from '../values/rejection.js';

/** Registers the draft of the Contract tab or an example, and opens it. */
export function RegisterView(props: { readonly state: PlatformState; readonly actions: PlatformActions }) {
  const { state, actions } = props;
  const { contracts, identities } = state;
  const [rejection, setRejection] = useState<Rejection>();
  const [isBusy, setIsBusy] = useState(false);

  const register = async (loadText: () => string | Promise<string>): Promise<void> => {
    setIsBusy(true);
    setRejection(undefined);
    try {
      const contract = await loadText();
      const { id: by, name } = await getOrCreateActor(identities);
      const result = await actions.submit(createRegistrationText(name), 'registerContract', { by, contract });
      location.hash = createHref('platform', [getText(result, 'contractId')]);
    } catch (error) {
      setRejection(readRejection(error));
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <div class="register">
      <RegisteredContracts state={state} />
      <Panel title="Your contract">
        <div class="document-form">
          <RegistrationNote state={state} />
          <div class="row">
            <Button kind="primary" disabled={isBusy} onClick={() => void register(() => getDraft().text)}>
              Register my contract
            </Button>
            <a href={createHref('contract')}>Check it first</a>
          </div>
          {rejection && <RejectedContract rejection={rejection} />}
        </div>
      </Panel>
      <Panel title="Examples and system contracts">
        <ul class="example-list" role="list">
          {EXAMPLES.filter(({ id }) => id !== 'errors').map((example) => (
            <ExampleItem
              key={example.id}
              example={example}
              state={state}
              isBusy={isBusy}
              onRegister={() => void register(async () => (await example.load()).default)}
            />
          ))}
        </ul>
      </Panel>
      {contracts.length > 0 && contracts.every(({ id }) => getSystemName(id) !== undefined) && (
        <Notice kind="info" title="This platform runs on your machine">
          <p>
            It rejects what the network would reject, with the same errors and fees. Nothing here costs
            anything, and nothing leaves this machine.
          </p>
        </Notice>
      )}
    </div>
  );
}

function RegistrationNote({ state: { actor, identities } }: { readonly state: PlatformState }) {
  const owner =
    actor === undefined
      ? ` and creates its owner, the identity ${getNextName(identities)}`
      : `, owned by ${actor.name}`;
  return <p>Registers the contract of the Contract tab{owner}. No real DASH is spent.</p>;
}

function RejectedContract({ rejection }: { readonly rejection: Rejection }) {
  return (
    <>
      <RejectionNotice rejection={rejection} />
      <p>
        <a href={createHref('contract')}>Fix it in the Contract tab</a>
      </p>
    </>
  );
}

/** Examples that are system contracts: a copy would not have the rules that belong to them. */
const SYSTEM_EXAMPLES: Readonly<Record<string, string>> = {
  dpns: DPNS_ID,
  dashpay: 'Bwr4WHCPz5rFVAD87RqTs3izo4zpzwsEdKPWUT1NS1C7',
  withdrawals: '4fJLR2GYTPFdomuTVvNy3VRrvWgvkKPzqehEBpNf2nk6',
  'token-history': '43gujrzZgXqcKBiScLa4T8XTDnRhenR9BLx8GWVHjPxF',
  'wallet-utils': '7CSFGeF4WNzgDmx94zwvHkYaG3Dx4XEe5LFsFgJswLbm',
  'keyword-search': 'BsjE6tQxG47wffZCRQCovFx5rYrAYYC3rTVRWKro27LA',
};

function ExampleItem(props: {
  readonly example: Example;
  readonly state: PlatformState;
  readonly isBusy: boolean;
  readonly onRegister: () => void;
}) {
  const { example, state, isBusy, onRegister } = props;
  const { id, label, about } = example;
  const systemId = state.contracts.find((contract) => contract.id === SYSTEM_EXAMPLES[id])?.id;
  return (
    <li>
      <span>
        <strong>{label}</strong>
        <small class="muted">{about}</small>
      </span>
      {systemId === undefined ? (
        <Button size="s" disabled={isBusy} onClick={onRegister}>
          Register <span class="visually-hidden">{label}</span>
        </Button>
      ) : (
        <a href={createHref('platform', [systemId])}>
          Open <span class="visually-hidden">{label}</span>
        </a>
      )}
    </li>
  );
}
