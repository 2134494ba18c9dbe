import { NETWORKS, type NetworkName } from '@dapikit/chain/browser';
import { readCheckpoint, requireAge, type Checkpoint } from '../checkpoint/checkpoint.js';
import { isShort, readShortCheckpoint } from '../checkpoint/short-checkpoint.js';
import { shippedCheckpoint } from '../checkpoint/shipped-checkpoints.js';
import { LightClient, type LightClientEvents } from '../client/light-client.js';
import { paceOf } from '../client/network-pace.js';
import { seedsOf } from '../client/seeds.js';
import { VerificationError } from '../errors/verification-error.js';
import { coreService } from '../grpc/core-service.js';
import { GrpcWebLink } from '../grpc/grpc-web-link.js';
import { SYSTEM_CLOCK } from '../peers/clock.js';
import { PeerPool } from '../peers/peer-pool.js';
import { VerifiedPlatform } from '../platform/verified-platform.js';
import { StoredText, type TextStore } from './stored-text.js';
import { VerifiedNetwork } from './verified-network.js';

/** Describes what a verified network is made of. */
export interface VerifiedNetworkOptions {
  readonly network: NetworkName;
  /** A checkpoint, the text of a checkpoint file, or `height:hash`, whose quorums are read from the blocks before it. Default: the shipped one of the network. */
  readonly checkpoint?: Checkpoint | string;
  /** Addresses of evonodes, such as `https://192.0.2.1:443`. Default: the seeds of the network, then the evonodes of its verified masternode list. */
  readonly peers?: readonly string[];
  /** Rejects an older checkpoint. Default: 365 days. */
  readonly maxCheckpointAgeDays?: number;
  /** Checks the target of each header above the first list by the 24 before it. */
  readonly checksWork?: boolean;
  /** Hashes of blocks to follow after quorums signed two blocks of their heights. Accept them for good. */
  readonly accepted?: ReadonlyMap<number, string>;
  /** App hashes of states of the platform to follow after quorums signed two states of their heights, in hexadecimal. Accept them for good. */
  readonly acceptedStates?: ReadonlyMap<number, string>;
  /** Keeps the newest verified state, so that the next start needs no walk. */
  readonly store?: TextStore;
  /** Called with what happens: the walk, failures, forks. */
  readonly on?: Partial<Omit<LightClientEvents, 'proven'>>;
  /** Called when a peer goes to quarantine. */
  readonly onQuarantine?: (address: string, reason: string) => void;
  /** Sends requests. Default: `fetch`. */
  readonly fetch?: typeof fetch;
  /** Ends the start. */
  readonly signal?: AbortSignal;
}

/**
 * Opens a network without trust in a node: layer 1 is verified from a checkpoint, and each value of the platform by its proof. It walks to the tip and resolves with the first
 * verified masternode list, or with the verified quorums of a stored one; while peers fail, it tries again.
 * @throws (rejects) {VerificationError} `wrong-network`, `old-checkpoint`, or what is wrong in the text of the checkpoint; {RangeError} for a network without checkpoint or
 * peers; {ForkError}; the reason of the signal
 */
export async function createLightClient(options: VerifiedNetworkOptions): Promise<VerifiedNetwork> {
  const { on, signal, onQuarantine } = options;
  signal?.throwIfAborted();
  const checkpoint = checkpointOf(options);
  const { network } = checkpoint;
  const seeds = options.peers ?? seedsOf(network.name);
  if (seeds.length === 0) throw new RangeError(`there are no seeds of ${network.name}: give peers`);
  const { limits, pollMs } = paceOf(network);
  const clock = SYSTEM_CLOCK;
  const random = Math.random;
  const pool = new PeerPool({ clock, random, limits, ...(onQuarantine && { onQuarantine }) });
  const link = (address: string): GrpcWebLink => new GrpcWebLink(address, options.fetch);
  const { accepted = new Map(), acceptedStates = new Map() } = options;
  const failed = (error: unknown): void => on?.failed?.('store', error);
  const stored =
    options.store &&
    new StoredText(options.store, {
      origin: checkpoint,
      accepted: { blocks: accepted, states: acceptedStates },
      failed,
    });
  const proven = await stored?.read();
  const client = new LightClient({
    network,
    start: proven?.state ?? checkpoint,
    proven,
    pool,
    core: (address) => coreService(link(address)),
    seeds,
    isDiscovering: options.peers === undefined,
    clock,
    random,
    pollMs,
    accepted,
    acceptedStates,
    ...(options.checksWork !== undefined && { checksWork: options.checksWork }),
    requireStart: (start) => requireYoung(start, options),
    on: { ...on, proven: (state) => stored?.note(state, clock.now()) },
  });
  await started(client, signal);
  const platform = new VerifiedPlatform({ client, pool, link, now: Date.now });
  return new VerifiedNetwork({ client, platform, pool, stored });
}

function checkpointOf(options: VerifiedNetworkOptions): Checkpoint {
  const { network, checkpoint } = options;
  const given =
    typeof checkpoint === 'string'
      ? (readShortCheckpoint(checkpoint, NETWORKS[network]) ?? readCheckpoint(checkpoint))
      : checkpoint;
  const found = given ?? shippedCheckpoint(network);
  if (found === undefined) throw new RangeError(`no checkpoint of ${network} is shipped: give one`);
  if (found.network.name !== network)
    throw new VerificationError(
      'wrong-network',
      `the checkpoint is of ${found.network.name}, not of ${network}`,
    );
  if (!isShort(found)) requireYoung(found, options);
  return found;
}

function requireYoung(
  start: Pick<Checkpoint, 'time' | 'height'>,
  { network, maxCheckpointAgeDays }: VerifiedNetworkOptions,
): void {
  // The clock of a local network is controlled.
  if (network !== 'regtest') requireAge(start, Math.floor(Date.now() / 1000), maxCheckpointAgeDays);
}

async function started(client: LightClient, signal?: AbortSignal): Promise<void> {
  const leave = (): void => void client.close();
  signal?.addEventListener('abort', leave, { once: true });
  try {
    await client.start();
    signal?.throwIfAborted();
  } catch (error) {
    await client.close();
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', leave);
  }
}
