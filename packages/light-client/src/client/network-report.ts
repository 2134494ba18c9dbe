import { VerificationError } from '../errors/verification-error.js';
import type { BlockPoint } from '../headers/link-headers.js';
import type { VerifiedList } from '../list/verified-list.js';
import type { Clock } from '../peers/clock.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { PeerReport } from '../peers/peer.js';
import type { Fork } from './fork.js';
import type { LightClient } from './light-client.js';

/** Describes a verified chain for operators. */
export interface ChainReport {
  /** The highest block under a verified ChainLock. */
  readonly locked: BlockPoint;
  /** Time of that block, in seconds since the epoch; `undefined` where its header is not kept. */
  readonly lockedTime: number | undefined;
  /** Height of the header of most work above it. */
  readonly headersHeight: number;
  /** Height of the newest verified masternode list. */
  readonly listHeight: number;
  /** Number of masternodes in that list, banned ones too; `undefined` while those of a stored list turned out to be wrong. */
  readonly masternodes: number | undefined;
}

/** Describes a network that untrusted peers are asked for, for operators. */
export interface NetworkReport {
  readonly network: string;
  /** Height that the walk from the checkpoint has reached; `undefined` where none was needed. */
  readonly walkedTo: number | undefined;
  /** `undefined` before the first list is verified, and after a fork. */
  readonly chain: ChainReport | undefined;
  /** Time since the last response that verified, in milliseconds; `undefined` before the first one. */
  readonly respondedAgo: number | undefined;
  readonly fork: Fork | undefined;
  /** All listed peers, and those in quarantine. */
  readonly peers: readonly PeerReport[];
}

/** Reports how far a light client has verified its network, and which peers it asks. Requests nothing. */
export function reportNetwork(
  client: LightClient,
  pool: Pick<PeerPool, 'report'>,
  clock: Clock,
): NetworkReport {
  const { network, fork, walkedTo, lastPollAt } = client;
  return {
    network: network.name,
    walkedTo,
    chain: fork === undefined && client.isStarted ? reportChain(client) : undefined,
    respondedAgo: lastPollAt === undefined ? undefined : clock.now() - lastPollAt,
    fork,
    peers: pool.report(),
  };
}

function reportChain({ chain }: LightClient): ChainReport {
  const { locked, headerTip, state, headers } = chain;
  return {
    locked,
    lockedTime: headers.get(locked.hash)?.header.time,
    headersHeight: headerTip.height,
    listHeight: state.height,
    masternodes: countOf(state.list),
  };
}

function countOf(list: VerifiedList): number | undefined {
  try {
    return list.masternodes.size;
  } catch (error) {
    if (error instanceof VerificationError) return undefined;
    throw error;
  }
}
