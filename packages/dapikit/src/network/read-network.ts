import { NETWORKS, type NetworkParameters } from '@dapikit/chain';
import {
  readCheckpoint,
  readShortCheckpoint,
  seedsOf,
  shippedCheckpoint,
  VerificationError,
  type Checkpoint,
} from '@dapikit/light-client';
import { readBounded } from '../input/read-bounded.js';
import { CommandError } from '../program/command.js';
import { printable } from '../program/printable.js';
import { FileError, withFile } from '../program/file-error.js';
import { describeVerification } from './describe-verification.js';

const MAX_FILE_BYTES = 1024 * 1024;
/** Characters of a value that an error shows. */
const MAX_SHOWN = 100;
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
 * Reads a network by its name, or from a file: a checkpoint, or an object with the members `checkpoint` and `peers` (URLs).
 * @throws {CommandError} (rejects) for a file that is none, and peers without encryption on a public network; {FileError} for one that cannot be read
 */
export async function readNetwork({ name, checkpoint: own, peers }: NetworkSource): Promise<ServedNetwork> {
  const described = await describedNetwork('network', name);
  const { network } = described;
  const checkpoint = await checkpointFrom(described, own);
  const isDiscovering = network.name !== 'regtest';
  return withPeers({ network, checkpoint, peers: peers ?? described.peers, isDiscovering });
}

/**
 * Reads the checkpoint of a network of `verify` by its name, or from a file as {@link readNetwork} does.
 * @param own a checkpoint in its place: a file, or `height:hash`
 * @throws {CommandError} (rejects) for a file that is none, and where there is none; {FileError} for one that cannot be read
 */
export async function readCheckpointOf(
  name: string,
  own: string | undefined,
): Promise<Pick<ServedNetwork, 'network' | 'checkpoint'>> {
  const described = await describedNetwork('verify', name);
  return { network: described.network, checkpoint: await checkpointFrom(described, own) };
}

type DescribedNetwork = Pick<ServedNetwork, 'network' | 'peers'> & {
  readonly checkpoint: Checkpoint | undefined;
};

const EXPECTED_NETWORK =
  'expected mainnet, testnet, or a JSON file: one that dapikit checkpoint create wrote, or with the members checkpoint and peers';
const EXPECTED_CHECKPOINT =
  'expected a file that dapikit checkpoint create wrote, or height:hash with the hash of a block in 64 hexadecimal digits';

async function describedNetwork(setting: 'network' | 'verify', name: string): Promise<DescribedNetwork> {
  const known = PUBLIC.find((network) => network === name);
  if (known !== undefined)
    return { network: NETWORKS[known], checkpoint: shippedCheckpoint(known), peers: seedsOf(known) };
  return named(setting, EXPECTED_NETWORK, async () => {
    const { checkpoint, peers } = await readNetworkFile(name);
    return { network: checkpoint.network, checkpoint, peers };
  });
}

async function checkpointFrom(
  { network, checkpoint: given }: DescribedNetwork,
  own: string | undefined,
): Promise<Checkpoint> {
  const checkpoint =
    own === undefined
      ? given
      : await named('checkpoint', EXPECTED_CHECKPOINT, async () => readOwn(own, network));
  if (checkpoint === undefined)
    throw new CommandError(`no checkpoint of ${network.name} is shipped: set checkpoint`);
  if (checkpoint.network !== network)
    throw new CommandError(`checkpoint: it is of ${checkpoint.network.name}, not of ${network.name}`);
  return checkpoint;
}

/** Reads a checkpoint by `height:hash`, or from a file. */
async function readOwn(own: string, network: NetworkParameters): Promise<Checkpoint> {
  const short = readShortCheckpoint(own, network);
  if (short === undefined && /^\d+:/.test(own))
    throw new CommandError(`${printable(own.slice(0, MAX_SHOWN))}: it has not the hash of a block`);
  return short ?? (await readNetworkFile(own)).checkpoint;
}

/**
 * Reads a file that is a checkpoint, or has one and peers.
 * @throws {CommandError} (rejects) for a file that is none; {FileError} for one that cannot be read
 */
export async function readNetworkFile(file: string): Promise<Pick<ServedNetwork, 'checkpoint' | 'peers'>> {
  const text = await readText(file);
  const wrong = (what: string): CommandError =>
    new CommandError(`${printable(file.slice(0, MAX_SHOWN))}: ${what}`);
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw wrong('it is no JSON');
  }
  const { checkpoint: wrapped, peers = [] }: { readonly checkpoint?: unknown; readonly peers?: unknown } =
    typeof json === 'object' && json !== null ? json : {};
  if (
    !Array.isArray(peers) ||
    !peers.every((peer): peer is string => typeof peer === 'string' && URL.canParse(peer))
  )
    throw wrong('peers is no list of URLs');
  try {
    const checkpoint = readCheckpoint(wrapped === undefined ? text : JSON.stringify(wrapped));
    return { checkpoint, peers: peers.map((peer) => new URL(peer).origin) };
  } catch (error) {
    throw error instanceof VerificationError ? wrong(describeVerification(error)) : error;
  }
}

/** Reads the value of a setting. @throws (rejects) errors that name the setting, the value, what is wrong with it and what is accepted */
async function named<Value>(setting: string, expected: string, read: () => Promise<Value>): Promise<Value> {
  try {
    return await read();
  } catch (error) {
    const message = (cause: Error): string => `${setting}: ${cause.message}; ${expected}`;
    if (error instanceof FileError) throw new FileError(message(error), { cause: error });
    if (error instanceof CommandError) throw new CommandError(message(error), { cause: error });
    throw error;
  }
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
