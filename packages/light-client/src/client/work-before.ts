import type { TimedTarget } from '../headers/gravity-wave.js';
import { WAVE_HEADERS } from '../headers/gravity-wave.js';
import { VerificationError } from '../errors/verification-error.js';
import { linkHeaders } from '../headers/link-headers.js';
import type { PeerPool } from '../peers/peer-pool.js';
import type { ProvenState } from '../state/verified-state.js';
import type { CorePeer } from './core-peer.js';
import { readHeaders } from './verified-chain.js';

/** Describes what reading headers below a state needs. */
export interface WorkParts {
  readonly pool: PeerPool;
  readonly core: (address: string) => CorePeer;
  readonly signal: AbortSignal;
}

/**
 * Reads the headers that the target of the next one depends on: that of a proven state and those before it, the newest first. None where the rules of the network have no such
 * targets there.
 * @throws {PeersUnavailableError} (rejects) where no peer gives headers that lead to the state
 */
export async function workBefore(
  { state, header }: Pick<ProvenState, 'state' | 'header'>,
  { pool, core, signal }: WorkParts,
): Promise<readonly TimedTarget[]> {
  const { network, height } = state;
  const { gravityWaveFrom } = network.work;
  const count = WAVE_HEADERS - 1;
  if (gravityWaveFrom === undefined || height <= Math.max(gravityWaveFrom, count)) return [];
  const headers = await pool.call(
    async (turn) => {
      const found = readHeaders(
        (await core(turn.address).headers(height - count, count, turn.signal)).headers,
      );
      const parent = { height: height - count - 1, hash: found[0]?.previousBlockHash ?? '' };
      if (linkHeaders(parent, found, network).at(-1) === header.previousBlockHash) return found;
      throw new VerificationError('header-link', `the headers do not lead to block ${state.hash}`);
    },
    { signal, purpose: 'follow' },
  );
  return [...headers, header].toReversed();
}
