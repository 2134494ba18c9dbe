import type { NetworkName } from '../address/network-prefixes.js';
import { QUORUM_PARAMETERS, type QuorumParameters } from './quorum-parameters.js';

/** Describes a network of Dash: the parameters by which its headers, quorums and nodes differ from those of others. */
export interface NetworkParameters {
  readonly name: NetworkName;
  /** As Dash Core names it in `getblockchaininfo`; devnets have a name of their own. */
  readonly chain: string;
  /** Hash of the first block, in display order; `undefined` for devnets, of which each has another one. */
  readonly genesisHash: string | undefined;
  readonly quorums: {
    /** Signs ChainLocks. */
    readonly chainLocks: QuorumParameters;
    /** Signs the state of the platform. */
    readonly platform: QuorumParameters;
    /** Signs InstantSend locks. */
    readonly instantSend: QuorumParameters;
    /** Signs hard fork signals. */
    readonly hardForkSignals: QuorumParameters;
  };
  /** Heights from which rules apply. */
  readonly heights: {
    /** Special transactions and the masternode list. */
    readonly dip3: number;
    /** ChainLocks; the quorum root in coinbases. */
    readonly dip8: number;
    /** Basic BLS. */
    readonly v19: number;
    /** ChainLocks in coinbases. */
    readonly v20: number;
    /** A share of the subsidy for the platform. */
    readonly mnRr: number;
    /** The rule of V22 on withdrawals. */
    readonly withdrawals: number;
  };
  readonly work: WorkParameters;
  readonly ports: {
    /** Peers of Dash Core. */
    readonly core: number;
    /** gRPC and gRPC-web of evonodes; `undefined` where each node has its own. */
    readonly dapi: number | undefined;
  };
}

/** Describes the proof of work of a network. */
export interface WorkParameters {
  /** The easiest target. */
  readonly limit: bigint;
  /** Height from which targets follow from the 24 blocks before (Dark Gravity Wave 3); `undefined` where they never change. */
  readonly gravityWaveFrom: number | undefined;
  /** Late blocks have an easier target. */
  readonly easierWhenLate: boolean;
}

const PUBLIC_LIMIT = (2n ** 256n - 1n) >> 20n;
const TEST_LIMIT = (2n ** 256n - 1n) >> 1n;

/**
 * Lists the networks, one row each.
 *
 * Source: `src/chainparams.cpp` of dashpay/dash.
 */
export const NETWORKS: { readonly [Name in NetworkName]: NetworkParameters & { readonly name: Name } } = {
  mainnet: {
    name: 'mainnet',
    chain: 'main',
    genesisHash: '00000ffd590b1485b3caadc19b22e6379c733355108f107a430458cdf3407ab6',
    quorums: {
      chainLocks: QUORUM_PARAMETERS.llmq_400_60,
      platform: QUORUM_PARAMETERS.llmq_100_67,
      instantSend: QUORUM_PARAMETERS.llmq_60_75,
      hardForkSignals: QUORUM_PARAMETERS.llmq_400_85,
    },
    heights: {
      dip3: 1_028_160,
      dip8: 1_088_640,
      v19: 1_899_072,
      v20: 1_987_776,
      mnRr: 2_128_896,
      withdrawals: 2_201_472,
    },
    work: { limit: PUBLIC_LIMIT, gravityWaveFrom: 34_140, easierWhenLate: false },
    ports: { core: 9999, dapi: 443 },
  },
  testnet: {
    name: 'testnet',
    chain: 'test',
    genesisHash: '00000bafbc94add76cb75e2ec92894837288a481e5c005f6563d91623bf8bc2c',
    quorums: {
      chainLocks: QUORUM_PARAMETERS.llmq_50_60,
      platform: QUORUM_PARAMETERS.llmq_25_67,
      instantSend: QUORUM_PARAMETERS.llmq_60_75,
      hardForkSignals: QUORUM_PARAMETERS.llmq_50_60,
    },
    heights: {
      dip3: 7000,
      dip8: 78_800,
      v19: 850_100,
      v20: 905_100,
      mnRr: 1_066_900,
      withdrawals: 1_148_500,
    },
    work: { limit: PUBLIC_LIMIT, gravityWaveFrom: 4002, easierWhenLate: true },
    ports: { core: 19_999, dapi: 1443 },
  },
  devnet: {
    name: 'devnet',
    chain: 'devnet',
    genesisHash: undefined,
    quorums: {
      chainLocks: QUORUM_PARAMETERS.llmq_devnet,
      platform: QUORUM_PARAMETERS.llmq_devnet_platform,
      instantSend: QUORUM_PARAMETERS.llmq_devnet_dip0024,
      hardForkSignals: QUORUM_PARAMETERS.llmq_devnet,
    },
    heights: { dip3: 2, dip8: 2, v19: 2, v20: 2, mnRr: 2, withdrawals: 2 },
    work: { limit: TEST_LIMIT, gravityWaveFrom: 4001, easierWhenLate: true },
    ports: { core: 19_799, dapi: undefined },
  },
  regtest: {
    name: 'regtest',
    chain: 'regtest',
    genesisHash: '000008ca1832a4baf228eb1553c03d3a2c8e02399550dd6ea8d65cec3ef23d2e',
    quorums: {
      chainLocks: QUORUM_PARAMETERS.llmq_test,
      platform: QUORUM_PARAMETERS.llmq_test_platform,
      instantSend: QUORUM_PARAMETERS.llmq_test_dip0024,
      hardForkSignals: QUORUM_PARAMETERS.llmq_test,
    },
    heights: { dip3: 432, dip8: 1, v19: 1, v20: 432, mnRr: 432, withdrawals: 600 },
    work: { limit: TEST_LIMIT, gravityWaveFrom: undefined, easierWhenLate: false },
    ports: { core: 19_899, dapi: undefined },
  },
};

/** Returns the network that Dash Core names so; devnets are named `devnet-…`. */
export function networkOfChain(chain: string): NetworkParameters | undefined {
  if (chain.startsWith('devnet')) return NETWORKS.devnet;
  return Object.values(NETWORKS).find((network) => network.chain === chain);
}
