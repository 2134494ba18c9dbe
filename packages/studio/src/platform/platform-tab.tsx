import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { Notice } from '../components/notice.js';
import { Select } from '../components/select.js';
import { useRules } from '../contract/use-rules.js';
import { createHref } from '../navigation/route.js';
import type { TabProps } from '../navigation/tab.js';
import { ActivityList } from './activity-list.js';
import { ActorBar } from './actor/actor-bar.js';
import { ContractView } from './contract-view.js';
import { RegisterView } from './registration/register-view.js';
import { labelContract, type RegisteredContract } from './state/registered-contract.js';
import { usePlatform, type PlatformState } from './state/use-platform.js';
import { TimeBar } from './time/time-bar.js';

const REGISTER = 'register';

/** Shows the local platform. `#/platform/<contract>/<type>/<view>`. */
export default function PlatformTab({ route, server }: TabProps) {
  const { state, error, isRestarted, actions } = usePlatform();
  const errorNotice = error !== undefined && (
    <Notice kind="bad" title="The platform does not respond">
      <p>{error.message}. What you see may be out of date.</p>
      <Button onClick={() => void actions.reload()}>Try again</Button>
    </Notice>
  );
  const isReady = useRules(state?.status.protocolVersion ?? 0);
  if (state === undefined || !isReady) return errorNotice || <Loading what="the platform" />;
  const [contractId, typeName, view] = route.rest;
  const contract = findContract(state, contractId);
  const parts = { state, actions };
  return (
    <div class="platform">
      <PlatformHead state={state} contract={contract} />
      {errorNotice}
      {isRestarted && (
        <Notice kind="info" title="The platform was restarted">
          <p>The contracts, documents and identities from before the restart are lost.</p>
        </Notice>
      )}
      <ActorBar {...parts} />
      {contract === undefined ? (
        <RegisterView {...parts} />
      ) : (
        <ContractView key={contract.id} {...{ ...parts, contract, typeName, view }} />
      )}
      <TimeBar {...parts} hasControls={server.controls} />
      <ActivityList activity={state.activity} />
    </div>
  );
}

/** Finds a contract by its id; without an id the newest one, where an identity of this page owns a contract. */
function findContract(
  { contracts, identities }: PlatformState,
  contractId: string | undefined,
): RegisteredContract | undefined {
  if (contractId !== undefined) return contracts.find(({ id }) => id === contractId);
  const hasOwn = contracts.some(({ ownerId }) => identities.some(({ id }) => id === ownerId));
  return hasOwn ? contracts[0] : undefined;
}

function PlatformHead(props: {
  readonly state: PlatformState;
  readonly contract: RegisteredContract | undefined;
}) {
  const { state, contract } = props;
  return (
    <header class="platform-head">
      <h1>Platform</h1>
      <Select
        label="Contract"
        value={contract?.id ?? REGISTER}
        options={[
          { value: REGISTER, label: 'Register a contract …' },
          ...state.contracts.map((one) => ({ value: one.id, label: labelContract(one) })),
        ]}
        onChange={(id) => {
          location.hash = createHref('platform', [id]);
        }}
      />
      {contract && (
        <Button
          size="s"
          icon="plus"
          onClick={() => {
            location.hash = createHref('platform', [REGISTER]);
          }}
        >
          Register another
        </Button>
      )}
    </header>
  );
}
