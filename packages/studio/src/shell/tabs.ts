import type { Tab } from '../navigation/tab.js';
import type { Server } from '../rpc/server.js';

const isServed = ({ isStatic }: Server): boolean => !isStatic;

/** Lists the parts of the studio, in the order of the top bar. The first one is shown where the address names none. */
export const tabs: readonly Tab[] = [
  {
    id: 'contract',
    label: 'Contract',
    load: () => import('../contract-tab/contract-tab.js'),
    loadRest: () => import('../editor/editor.js'),
  },
  {
    id: 'platform',
    label: 'Platform',
    isFor: ({ platform }) => platform,
    load: () => import('../platform/platform-tab.js'),
  },
  {
    id: 'explorer',
    label: 'Explorer',
    isFor: ({ platform }) => platform,
    load: () => import('../explorer/explorer-tab.js'),
    loadRest: async () =>
      Promise.all([import('../proof/verify-proof.js'), import('../explorer/decoder/decode-bytes.js')]),
  },
  {
    id: 'connect',
    label: 'Connect',
    isFor: isServed,
    load: () => import('../connect/connect-tab.js'),
  },
  {
    id: 'network',
    label: 'Network',
    isFor: ({ verifies }) => verifies,
    load: () => import('../network/network-tab.js'),
  },
  { id: 'chain', label: 'Chain', isFor: isServed, load: () => import('../chain/chain-tab.js') },
  { id: 'console', label: 'Console', isFor: isServed, load: () => import('../console/console-tab.js') },
];
