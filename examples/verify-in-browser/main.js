// Verifies a network in the browser: no server is trusted, neither for blocks nor for keys nor for identities.
import { createLightClient } from '@dapikit/light-client';

const at = (id) => document.getElementById(id);

/** The state of the last visit: it is verified again, whatever the browser kept. */
const store = {
  read: async () => localStorage.getItem('verified-state') ?? undefined,
  write: async (text) => localStorage.setItem('verified-state', text),
};

/** The network: `mainnet`, or a file with a checkpoint and peers, as `dapikit serve --network` takes it. */
async function optionsOf(address) {
  const name = new URLSearchParams(address).get('network') ?? 'mainnet';
  if (name === 'mainnet' || name === 'testnet') return { network: name };
  const { checkpoint, peers } = await (await fetch(name)).json();
  return { network: checkpoint.network, checkpoint: JSON.stringify(checkpoint), peers };
}

function show(facts) {
  at('facts').replaceChildren(
    ...Object.entries(facts).flatMap(([name, value]) => {
      const [term, description] = [document.createElement('dt'), document.createElement('dd')];
      [term.textContent, description.textContent] = [name, String(value)];
      return [term, description];
    }),
  );
}

const json = (value) =>
  JSON.stringify(
    value,
    (_, member) => {
      if (typeof member === 'bigint') return String(member);
      if (member instanceof Uint8Array)
        return [...member].map((byte) => byte.toString(16).padStart(2, '0')).join('');
      return member;
    },
    2,
  );

try {
  const dash = await createLightClient({
    ...(await optionsOf(location.search)),
    store,
    on: { walked: (height) => (at('status').textContent = `Walked to block ${height} …`) },
  });
  const refresh = () =>
    show({
      'Highest final block': `${dash.tip().height} ${dash.tip().hash}`,
      Masternodes: dash.masternodeList().masternodes.size,
      'Quorums of the platform': dash.quorumKeys().length,
      'Peers in quarantine': dash.peers().filter(({ state }) => state === 'quarantined').length,
    });
  refresh();
  dash.watchBlocks(refresh);
  at('status').textContent = 'Verified.';
  at('lookup').hidden = false;
  at('lookup').addEventListener('submit', async (event) => {
    event.preventDefault();
    const subject = new FormData(event.target).get('subject');
    at('result').textContent = '…';
    try {
      const owner = subject.includes('.') ? (await dash.platform.identityOfName(subject)).value : subject;
      const found = owner && (await dash.platform.identity(owner));
      at('result').textContent = found?.value ? json(found) : 'It is proven that there is none.';
    } catch (error) {
      at('result').textContent = `Not verified: ${error.message}`;
    }
    refresh();
  });
} catch (error) {
  at('status').textContent = `Not verified: ${error.message}`;
}
