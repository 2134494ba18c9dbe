import { getList, getMembers, getNumber, getText, isObject } from '../json/json-values.js';
import { readTip, type Tip } from '../rpc/server.js';

/** Describes a peer that the server asks and does not trust. */
export interface ShownPeer {
  readonly name: string;
  readonly state: string;
  /** The lie that it was quarantined for. */
  readonly lie: string;
  /** Time until it may be asked again, in seconds. */
  readonly waits: number;
  /** Median time of its last responses, in milliseconds. */
  readonly latency: number | undefined;
  readonly requests: number;
  readonly failures: number;
}

/** Describes the verified part of the chain. */
export interface ShownChain {
  readonly locked: Tip;
  /** Since the time of its block, in seconds. */
  readonly lockAge: number | undefined;
  readonly headersHeight: number;
  readonly listHeight: number;
  readonly masternodes: number;
}

/** Describes two signatures of one height. */
export interface ShownFork {
  readonly of: string;
  readonly height: number;
  readonly hashes: readonly string[];
}

/** Describes the network as the server verifies it. */
export interface NetworkState {
  readonly walkedTo: number | undefined;
  /** `undefined` before the first masternode list is verified, and after a fork. */
  readonly chain: ShownChain | undefined;
  /** Since the last response that verified, in seconds. */
  readonly respondedAgo: number | undefined;
  readonly fork: ShownFork | undefined;
  readonly peers: readonly ShownPeer[];
  /** Number of peers that are not shown. */
  readonly otherPeers: number;
}

/** Loads the network as the server verifies it. @throws {TypeError} (rejects) when no response arrives, {SyntaxError} when it is none of a server of dapikit */
export async function loadNetworkState(): Promise<NetworkState> {
  const response: unknown = await (await fetch('studio/network.json')).json();
  const { chain, fork, peers } = getMembers(response);
  return {
    walkedTo: getNumber(response, 'walkedTo'),
    chain: readChain(chain),
    respondedAgo: getNumber(response, 'respondedAgo'),
    fork: isObject(fork)
      ? {
          of: getText(fork, 'of'),
          height: getNumber(fork, 'height') ?? 0,
          hashes: getList(fork['hashes']).map(String),
        }
      : undefined,
    peers: getList(peers).map(readPeer),
    otherPeers: getNumber(response, 'otherPeers') ?? 0,
  };
}

function readChain(chain: unknown): ShownChain | undefined {
  const locked = readTip(getMembers(chain)['locked']);
  if (locked === undefined) return undefined;
  return {
    locked,
    lockAge: getNumber(chain, 'lockAge'),
    headersHeight: getNumber(chain, 'headersHeight') ?? locked.height,
    listHeight: getNumber(chain, 'listHeight') ?? 0,
    masternodes: getNumber(chain, 'masternodes') ?? 0,
  };
}

const readPeer = (peer: unknown): ShownPeer => ({
  name: getText(peer, 'name'),
  state: getText(peer, 'state'),
  lie: getText(peer, 'lie'),
  waits: getNumber(peer, 'waits') ?? 0,
  latency: getNumber(peer, 'latency'),
  requests: getNumber(peer, 'requests') ?? 0,
  failures: getNumber(peer, 'failures') ?? 0,
});
