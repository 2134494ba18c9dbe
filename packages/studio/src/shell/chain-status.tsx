import { useRecentBlocks } from '../rpc/use-recent-blocks.js';
import type { Server } from '../rpc/server.js';
import type { SocketState } from '../rpc/socket.js';

const STATES: Readonly<Record<SocketState, string>> = {
  connecting: 'connecting',
  live: 'live',
  lost: 'connection lost, trying again',
};

const NETWORKS: Readonly<Record<string, string>> = {
  main: 'Mainnet',
  test: 'Testnet',
  regtest: 'Regtest',
};

/** Shows the network, the height, and whether events arrive. */
export function ChainStatus({ server }: { readonly server: Server | undefined }) {
  const { recent, state } = useRecentBlocks(server?.tip);
  const tip = recent.blocks[0] ?? server?.tip;
  if (tip === undefined) return null;
  const { network = '' } = server ?? {};
  return (
    <div class="chain-status" title={STATES[state]}>
      <span class="chain-status-dot" data-state={state} aria-hidden="true" />
      <span class="chain-status-network">{NETWORKS[network] ?? network}</span>
      <span>
        block{' '}
        <b key={tip.height} class="height-pulse">
          {tip.height.toLocaleString('en')}
        </b>
      </span>
      <span class="visually-hidden">, {STATES[state]}</span>
    </div>
  );
}
