import { useState } from 'preact/hooks';
import { Button } from '../components/button.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import { currentDraft } from '../contract/draft.js';
import { EXAMPLES } from '../contract/examples/examples.js';
import { hrefOf } from '../shell/route.js';
import { textAt } from './answer.js';
import { registering } from './deeds.js';
import { DPNS_ID } from './dpns-id.js';
import { refusalOf, type Refusal } from './refusal.js';
import { RefusalNotice } from './refusal-notice.js';
import type { Hands, World } from './world.js';

/** Registers the draft of the Contract tab, or an example. */
export function RegisterView({ world, hands }: { readonly world: World; readonly hands: Hands }) {
  const [refusal, setRefusal] = useState<Refusal>();
  const [isBusy, setIsBusy] = useState(false);
  const { actor } = world;

  const register = async (contract: string): Promise<void> => {
    setIsBusy(true);
    setRefusal(undefined);
    try {
      const id = await registerAs(hands, actor, contract);
      location.hash = hrefOf('platform', [id]);
    } catch (error) {
      setRefusal(refusalOf(error));
    } finally {
      setIsBusy(false);
    }
  };
  const registerExample = async (id: string): Promise<void> => {
    const example = EXAMPLES.find((one) => one.id === id);
    if (example !== undefined) await register((await example.load()).default);
  };

  return (
    <div class="register">
      <Panel title="Your contract">
        <div class="document-form">
          <p>What stands in the Contract tab now is registered as {actor.name}’s. It costs nothing real.</p>
          <div class="row">
            <Button kind="primary" disabled={isBusy} onClick={() => void register(currentDraft().text)}>
              Register my contract
            </Button>
            <a href={hrefOf('contract')}>Look at it first</a>
          </div>
          {refusal && (
            <>
              <RefusalNotice refusal={refusal} />
              <p>
                <a href={hrefOf('contract')}>Mend it in the Contract tab</a>
              </p>
            </>
          )}
        </div>
      </Panel>
      <Panel title="Or an example, or one of the network">
        <ul class="example-list" role="list">
          {EXAMPLES.filter(({ id }) => id !== 'mistakes').map(({ id, label, about }) => (
            <li key={id}>
              <span>
                <strong>{label}</strong>
                <small class="muted">{about}</small>
              </span>
              {ofNetwork(id, world) === undefined ? (
                <Button size="s" disabled={isBusy} onClick={() => void registerExample(id)}>
                  Register <span class="visually-hidden">{label}</span>
                </Button>
              ) : (
                <a href={hrefOf('platform', [ofNetwork(id, world) ?? ''])}>
                  Open <span class="visually-hidden">{label}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </Panel>
      {world.contracts.length > 0 && world.contracts.length <= 3 && (
        <Notice kind="info" title="This platform runs on your machine">
          <p>
            It refuses what the network would refuse, with the same errors and fees. Nothing here costs
            anything, and nothing leaves this machine.
          </p>
        </Notice>
      )}
    </div>
  );
}

/** Examples that are contracts which the network comes with: a copy would be without the rules that go with them. */
const OF_NETWORK: Readonly<Record<string, string>> = {
  dpns: DPNS_ID,
  dashpay: 'Bwr4WHCPz5rFVAD87RqTs3izo4zpzwsEdKPWUT1NS1C7',
};

const ofNetwork = (example: string, { contracts }: World): string | undefined =>
  contracts.find(({ id }) => id === OF_NETWORK[example])?.id;

/** Registers a contract, and tells its id. Rejects with what the platform says. */
async function registerAs(
  { act }: Hands,
  actor: { readonly id: string; readonly name: string },
  contract: string,
): Promise<string> {
  const result = await act(registering(actor.name), 'registerContract', {
    by: actor.id,
    contract,
  });
  return textAt(result, 'contractId');
}
