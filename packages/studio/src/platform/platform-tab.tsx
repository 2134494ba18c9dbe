import { Button } from '../components/button.js';
import { Loading } from '../components/loading.js';
import { Notice } from '../components/notice.js';
import { Select } from '../components/select.js';
import { hrefOf } from '../shell/route.js';
import type { TabProps } from '../shell/tabs.js';
import { ActorBar } from './actor-bar.js';
import { ContractView } from './contract-view.js';
import { DeedList } from './deed-list.js';
import { RegisterView } from './register-view.js';
import { contractLabel } from './registered-contract.js';
import { TimeBar } from './time-bar.js';
import { useWorld } from './world.js';

const REGISTER = 'register';

/** The local platform: contracts, documents, totals, contests and time. `#/platform/<contract>/<type>/<view>`. */
export default function PlatformTab({ route }: TabProps) {
  const { world, problem, hands } = useWorld();
  const trouble = problem !== undefined && (
    <Notice kind="bad" title="The platform does not answer">
      <p>{problem.message}</p>
      <Button onClick={() => void hands.reload()}>Ask again</Button>
    </Notice>
  );
  if (world === undefined && trouble) return trouble;
  if (world === undefined) return <Loading what="the platform" />;
  const [wanted, typeName, view] = route.rest;
  const [newest] = world.contracts;
  const isOwnThere = world.contracts.some(({ ownerId }) => world.identities.some(({ id }) => id === ownerId));
  const chosen =
    world.contracts.find(({ id }) => id === wanted) ??
    (wanted === undefined && isOwnThere ? newest : undefined);
  return (
    <div class="platform">
      <header class="platform-head">
        <h1>Platform</h1>
        <Select
          label="Contract"
          value={chosen?.id ?? REGISTER}
          options={[
            { value: REGISTER, label: 'Register one …' },
            ...world.contracts.map((contract) => ({ value: contract.id, label: contractLabel(contract) })),
          ]}
          onChange={(id) => {
            location.hash = hrefOf('platform', [id]);
          }}
        />
        {chosen && (
          <Button size="s" icon="plus" onClick={() => (location.hash = hrefOf('platform', [REGISTER]))}>
            Register another
          </Button>
        )}
      </header>
      {trouble}
      <TimeBar world={world} hands={hands} />
      <ActorBar world={world} hands={hands} />
      {chosen === undefined ? (
        <RegisterView world={world} hands={hands} />
      ) : (
        <ContractView
          key={chosen.id}
          contract={chosen}
          typeName={typeName}
          view={view}
          world={world}
          hands={hands}
        />
      )}
      <DeedList deeds={world.deeds} />
    </div>
  );
}
