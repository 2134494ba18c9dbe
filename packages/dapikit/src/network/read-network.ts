import { NETWORKS, type NetworkParameters } from '@dapikit/chain';
import {
  readCheckpoint,
  readShortCheckpoint,
  seedsOf,
  shippedCheckpoint,
  type Checkpoint,
} from '@dapikit/light-client';
import { readBounded } from '../input/read-bounded.js';
import { CommandError } from '../program/command.js';
import { printable } from '../program/printable.js';
import { FileError, withFile } from '../program/file-error.js';

const MAX_FILE_BYTES = 1024 * 1024;
const PUBLIC = ['mainnet', 'testnet'] as const;

/** Describes a network that is served without a node. */
export interface ServedNetwork {
  readonly network: NetworkParameters;
  readonly checkpoint: Checkpoint;
  /** Addresses of the peers that are asked first. */
  readonly peers: readonly string[];
  /** Takes further peers from the verified masternode list. */
  readonly isDiscovering: boolean;
}

/** Describes the settings that say what network it is. */
export interface NetworkSource {
  /** `mainnet`, `testnet`, or a file. */
  readonly name: string;
  /** A file, or `height:hash`. */
  readonly checkpoint: string | undefined;
  readonly peers: readonly string[] | undefined;
}

/**
 * Reads a network by its name, or from a file with the members `checkpoint` (as a checkpoint file) and `peers` (URLs).
 * @throws {CommandError} (rejects) for a file that is none, and peers without encryption on a public network
 * @throws {VerificationError} (rejects) for a checkpoint that is none
 */
export async function readNetwork({ name, checkpoint: own, peers }: NetworkSource): Promise<ServedNetwork> {
  const described = await describedNetwork(name);
  const { network } = described;
  const checkpoint = await checkpointFrom(described, own);
  const isDiscovering = network.name !== 'regtest';
  return withPeers({ network, checkpoint, peers: peers ?? described.peers, isDiscovering });
}

/**
 * Reads the checkpoint of a network by its name, or from a file with the members `checkpoint` and `peers`.
 * @param own a checkpoint in its place: a file, or `height:hash`
 * @throws {CommandError} (rejects) for a file that is none, and where there is none; {VerificationError} for a checkpoint that is none
 */
export async function readCheckpointOf(
  name: string,
  own: string | undefined,
): Promise<Pick<ServedNetwork, 'network' | 'checkpoint'>> {
  const described = await describedNetwork(name);
  return { network: described.network, checkpoint: await checkpointFrom(described, own) };
}

async function describedNetwork(name: string): Promise<DescribedNetwork> {
  const known = PUBLIC.find((network) => network === name);
  return known === undefined ? readFileOf(name) : publicNetwork(known);
}

async function checkpointFrom(
  { network, checkpoint: given }: DescribedNetwork,
  own: string | undefined,
): Promise<Checkpoint> {
  const checkpoint = own === undefined ? given : await readOwn(own, network);
  if (checkpoint === undefined)
    throw new CommandError(`no checkpoint of ${network.name} is shipped: set checkpoint`);
  if (checkpoint.network !== network)
    throw new CommandError(`checkpoint: it is of ${checkpoint.network.name}, not of ${network.name}`);
  return checkpoint;
}

type DescribedNetwork = Pick<ServedNetwork, 'network' | 'peers'> & {
  readonly checkpoint: Checkpoint | undefined;
};

function publicNetwork(name: (typeof PUBLIC)[number]): DescribedNetwork {
  return { network: NETWORKS[name], checkpoint: shippedCheckpoint(name), peers: seedsOf(name) };
}

/** Reads a checkpoint by `height:hash`, or from a file. */
async function readOwn(own: string, network: NetworkParameters): Promise<Checkpoint> {
  const short = readShortCheckpoint(own, network);
  if (short === undefined && /^\d+:/.test(own))
    throw new CommandError(
      `checkpoint: expected height:hash with the hash of a block in 64 hexadecimal digits, found ${printable(own.slice(0, 100))}`,
    );
  return short ?? readCheckpoint(await readText(own));
}

const EXPECTED = 'expected mainnet, testnet, or a JSON file with the members checkpoint and peers';

async function readFileOf(name: string): Promise<DescribedNetwork> {
  const wrong = (what: string): CommandError => new CommandError(`network: ${name}: ${what}; ${EXPECTED}`);
  let json: unknown;
  const text = await readText(name).catch((error: unknown) => {
    throw error instanceof FileError ? new FileError(`${error.message}; ${EXPECTED}`) : error;
  });
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('it is no JSON');
  }
  if (typeof json !== 'object' || json === null || !('checkpoint' in json))
    throw wrong('it has no checkpoint');
  const peers: unknown = 'peers' in json ? json.peers : [];
  if (
    !Array.isArray(peers) ||
    !peers.every((peer): peer is string => typeof peer === 'string' && URL.canParse(peer))
  )
    throw wrong('peers is no list of URLs');
  const checkpoint = readCheckpoint(JSON.stringify(json.checkpoint));
  return {
    network: checkpoint.network,
    checkpoint,
    peers: peers.map((peer) => new URL(peer).origin),
  };
}

function withPeers(served: ServedNetwork): ServedNetwork {
  const { peers, network } = served;
  if (peers.length === 0) throw new CommandError(`no peers of ${network.name}: set peers`);
  const plain = peers.find((peer) => !peer.startsWith('https://'));
  if (plain !== undefined && (PUBLIC as readonly string[]).includes(network.name))
    throw new CommandError(`peers: ${plain}: peers of ${network.name} have https`);
  return served;
}

async function readText(file: string): Promise<string> {
  const bytes = await withFile(file, async () => readBounded(file, MAX_FILE_BYTES));
  if (bytes === undefined) throw new FileError(`${file}: it is larger than ${MAX_FILE_BYTES} bytes`);
  return Buffer.from(bytes).toString();
}
