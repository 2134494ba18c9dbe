import type { Server } from '../rpc/server.js';

/** Describes a path of the server with JSON-RPC methods that `rpc.discover` describes. */
export interface Endpoint {
  /** Its name in the address: `#/console/layer1`. */
  readonly id: string;
  readonly label: string;
  readonly path: string;
  readonly isFor: (server: Server) => boolean;
}

/** Lists the endpoints, in the order of the select. */
export const ENDPOINTS: readonly Endpoint[] = [
  { id: 'layer1', label: 'Layer 1', path: '/', isFor: () => true },
  { id: 'dev', label: 'Development chain', path: '/dev', isFor: ({ controls }) => controls },
  { id: 'platform', label: 'Platform', path: '/platform', isFor: ({ platform }) => platform },
];
