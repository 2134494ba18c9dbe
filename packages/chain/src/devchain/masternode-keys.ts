import { MasternodeType } from '../primitives/masternode/masternode-type.js';
import type { NetworkAddress } from '../primitives/masternode/network-address.js';
import type { Account, KeyRing, Operator } from './keys.js';

/** Describes all keys and addresses of a masternode of the development chain. */
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
  /** Platform node of an evonode; undefined for other masternodes. */
  readonly platform:
    | { readonly nodeId: string; readonly p2pPort: number; readonly httpPort: number }
    | undefined;
}

const FIRST_PORT = 20_001;
const FIRST_PLATFORM_PORT = 30_000;
/** The number of masternodes after which ports repeat; the earlier holder of a port is long gone by then. */
const PORTS = 17_000;

/** Defines the first number of the masternodes that a control registers. */
export const FIRST_CONTROLLED = 1_000_000;
const IPS = { own: '127.0.0.1', later: '127.0.0.2' } as const;
const CONTROLLED_IPS = { own: '127.0.1.1', later: '127.0.1.2' } as const;

/** Returns the keys and addresses of masternode number `index` of a key ring. */
export function masternodeKeys(keyRing: KeyRing, type: MasternodeType, index: number): MasternodeKeys {
  const isControlled = index >= FIRST_CONTROLLED;
  const place = (isControlled ? index - FIRST_CONTROLLED : index) % PORTS;
  const ips = isControlled ? CONTROLLED_IPS : IPS;
  const port = FIRST_PORT + place;
  const platformPort = FIRST_PLATFORM_PORT + 2 * place;
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
    service: { ip: ips.own, port },
    laterService: { ip: ips.later, port },
    platform:
      type === MasternodeType.evo
        ? { nodeId: keyRing.platformNodeId(index), p2pPort: platformPort, httpPort: platformPort + 1 }
        : undefined,
  };
}
