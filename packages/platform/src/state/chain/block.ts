import { MAX_EPOCH } from '@dapikit/proof';

/** Describes the block that executes a transition. */
export interface Block {
  /** Height in the platform's chain; the first block has 1. */
  readonly height: bigint;
  /** Milliseconds since the beginning of 1970. */
  readonly time: number;
  /** The height of layer 1 that the block knows. */
  readonly coreHeight: number;
  /** From 0. */
  readonly epoch: number;
}

/** Describes the networks whose constants differ. */
export type Network = 'mainnet' | 'testnet' | 'devnet' | 'regtest';

/** Returns the id of the chain of a local platform, which the platform's status and every response of its gRPC service name. */
export const chainId = (network: Network): string => `dapikit-${network}`;

/**
 * Length of an epoch in milliseconds.
 * * Source: `epoch_time_length_s` in `packages/rs-drive-abci/src/config.rs` of dashpay/platform, 788,400 s unless a node is
 * configured otherwise; testnet runs with 3,600 s.
 */
const EPOCH_MS: Readonly<Record<Network, number>> = {
  mainnet: 788_400_000,
  testnet: 3_600_000,
  devnet: 788_400_000,
  regtest: 788_400_000,
};

/** Describes the input of a new block. */
export interface BlockInput {
  /** The block before; none for the first one. */
  readonly previous?: Block;
  /** The time of the first block. */
  readonly genesisTime: number;
  /** Milliseconds since the beginning of 1970. */
  readonly time: number;
  /** Not below that of the block before. */
  readonly coreHeight: number;
  readonly network: Network;
}

/** Returns the last time in milliseconds that a block may have: epochs after it have no key in the trees, and the network has none. */
export const lastBlockTime = (genesisTime: number, network: Network): number =>
  genesisTime + (MAX_EPOCH + 1) * EPOCH_MS[network] - 1;

/** Returns the block after another one. @throws {RangeError} when its time or its height of layer 1 goes back, and after the last epoch. */
export function nextBlock({ previous, genesisTime, time, coreHeight, network }: BlockInput): Block {
  notBelow('time', time, previous?.time ?? genesisTime);
  if (time > lastBlockTime(genesisTime, network))
    throw new RangeError(`the time ${time} is after the last epoch (${MAX_EPOCH}): set an earlier one`);
  notBelow('height of layer 1', coreHeight, previous?.coreHeight ?? 0);
  return {
    height: (previous?.height ?? 0n) + 1n,
    time,
    coreHeight,
    epoch: Math.floor((time - genesisTime) / EPOCH_MS[network]),
  };
}

function notBelow(what: string, given: number, least: number): void {
  if (Number.isSafeInteger(given) && given >= least) return;
  throw new RangeError(
    `the ${what} ${given} is before that of the previous block (${least}): set a later one`,
  );
}
