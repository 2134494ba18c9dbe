import { useBlocks } from '../rpc/followed-blocks.js';
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
  regtest: 'Development chain',
};

/** Which chain it is and how high, as blocks arrive. */
export function ChainStatus({ server }: { readonly server: Server | undefined }) {
  const { known, state } = useBlocks(server?.tip);
  const tip = known.blocks[0] ?? server?.tip;
  if (tip === undefined) return null;
  const { network = '' } = server ?? {};
  return (
    <div class="chain-status" title={STATES[state]}>
      <span class="chain-status-dot" data-state={state} aria-hidden="true" />
      <span class="chain-status-network">{NETWORKS[network] ?? network}</span>
      <span>block {tip.height.toLocaleString('en')}</span>
      <span class="visually-hidden">, {STATES[state]}</span>
    </div>
  );
}
