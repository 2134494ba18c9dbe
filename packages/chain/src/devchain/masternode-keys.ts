import { MasternodeType } from '../masternode/masternode-type.js';
import type { NetworkAddress } from '../masternode/network-address.js';
import type { Account, KeyRing, Operator } from './keys.js';

/** All that a masternode of the development chain is made of. */
export interface MasternodeKeys {
  readonly type: MasternodeType;
  readonly owner: Account;
  readonly voting: Account;
  /** The key that its owner changes the voting key to. */
  readonly laterVoting: Account;
  readonly payout: Account;
  readonly collateral: Account;
  readonly operator: Operator;
  readonly service: NetworkAddress;
  /** Where its operator moves it to. */
  readonly laterService: NetworkAddress;
  /** Of an evolution masternode only. */
  readonly platform:
    | { readonly nodeId: string; readonly p2pPort: number; readonly httpPort: number }
    | undefined;
}

const FIRST_PORT = 20_001;
const FIRST_PLATFORM_PORT = 30_000;
const LATER_IP = '127.0.0.2';

/** The keys and addresses of masternode number `index` of a key ring. */
export function masternodeKeys(keyRing: KeyRing, type: MasternodeType, index: number): MasternodeKeys {
  const port = FIRST_PORT + index;
  const platformPort = FIRST_PLATFORM_PORT + 2 * index;
  return {
    type,
    owner: keyRing.account('owner', index),
    voting: keyRing.account('voting', 2 * index),
    get laterVoting(): Account {
      return keyRing.account('voting', 2 * index + 1);
    },
    payout: keyRing.account('payout', index),
    collateral: keyRing.account('collateral', index),
    operator: keyRing.operator(index),
    service: { ip: '127.0.0.1', port },
    laterService: { ip: LATER_IP, port },
    platform:
      type === MasternodeType.evo
        ? { nodeId: keyRing.platformNodeId(index), p2pPort: platformPort, httpPort: platformPort + 1 }
        : undefined,
  };
}
