import type { Server } from '../rpc/server.js';

/** A path of the server that answers JSON-RPC and describes its methods by `rpc.discover`. */
export interface Endpoint {
  /** What stands in the address: `#/console/layer1`. */
  readonly id: string;
  readonly label: string;
  readonly path: string;
  readonly isFor: (server: Server) => boolean;
}

/** The paths that can be called, in the order of the choice. */
export const ENDPOINTS: readonly Endpoint[] = [
  { id: 'layer1', label: 'Layer 1', path: '/', isFor: () => true },
  { id: 'dev', label: 'Development chain', path: '/dev', isFor: ({ controls }) => controls },
  { id: 'platform', label: 'Platform', path: '/platform', isFor: ({ platform }) => platform },
];
