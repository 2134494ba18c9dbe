import { Loading } from '../components/loading.js';
import { Notice } from '../components/notice.js';
import { Panel } from '../components/panel.js';
import type { NetworkState } from './network-state.js';
import { PeerTable } from './peer-table.js';
import { QuarantineTable } from './quarantine-table.js';
import { useNetworkState } from './use-network-state.js';
import { VerifiedChainFacts } from './verified-chain-facts.js';

/** Shows how far the server has verified its network, the peers that it asks, and those in quarantine. */
export default function NetworkTab() {
  const { value: network, error } = useNetworkState();
  return (
    <div class="network-tab">
      <h1>Network</h1>
      {error !== undefined && (
        <Notice kind="warn" title="The server does not respond">
          <p>This page asks again every two seconds.</p>
        </Notice>
      )}
      {network === undefined ? (
        error === undefined && <Loading what="the network" />
      ) : (
        <Network {...network} />
      )}
    </div>
  );
}

function Network({ chain, fork, walkedTo, respondedAgo, peers, otherPeers }: NetworkState) {
  const liars = peers.filter(({ state }) => state === 'quarantined');
  return (
    <>
      {fork !== undefined && (
        <Notice
          kind="bad"
          title={`Quorums signed two ${FORKED[fork.of] ?? 'blocks'} of height ${fork.height}`}
        >
          <p>
            Nothing is served until an operator decides. Find out which one the network follows, and start the
            server again with <code>--accept-fork</code> and its hash:
          </p>
          <ul>
            {fork.hashes.map((hash) => (
              <li key={hash}>
                <code>{hash}</code>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {chain === undefined && fork === undefined && <Walk walkedTo={walkedTo} />}
      {chain !== undefined && (
        <Panel title={`Verified up to block ${chain.locked.height.toLocaleString('en')}`}>
          <VerifiedChainFacts chain={chain} respondedAgo={respondedAgo} />
        </Panel>
      )}
      <Panel title="Peers">
        <PeerTable peers={peers} others={otherPeers} />
      </Panel>
      <Panel title="Quarantine">
        <QuarantineTable peers={liars} />
      </Panel>
    </>
  );
}

const FORKED: Readonly<Record<string, string>> = { block: 'blocks', state: 'states of the platform' };

function Walk({ walkedTo }: { readonly walkedTo: number | undefined }) {
  return (
    <Notice kind="info" title="The first masternode list is not verified yet">
      <p>
        {walkedTo === undefined
          ? 'The server looks for the way from its checkpoint to the tip.'
          : `The server walks from its checkpoint to the tip, and has reached block ${walkedTo.toLocaleString('en')}.`}{' '}
        It serves nothing until then.
      </p>
    </Notice>
  );
}
