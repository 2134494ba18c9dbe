/** Describes a type of masternode quorum. Heights and intervals are in blocks. */
export interface QuorumParameters {
  /** `Consensus::LLMQType`. */
  readonly type: number;
  /** As Dash Core calls it. */
  readonly name: string;
  /** Number of members. */
  readonly size: number;
  /** Smallest number of members that must have taken part. */
  readonly minSize: number;
  /** Number of members that must sign for the quorum to have signed. */
  readonly threshold: number;
  /** Number of the latest quorums that sign. */
  readonly activeQuorums: number;
  /** Members rotate: commitments carry the index of their quorum, and a cycle makes as many quorums as are active. */
  readonly isRotated: boolean;
  /** A quorum, or each set of rotated ones, is made at every multiple of this height. */
  readonly cycle: number;
  /** Offsets from the start of the cycle at which final commitments are mined, both included. */
  readonly miningWindow: { readonly first: number; readonly last: number };
}

const SHORT_WINDOW = { first: 10, last: 18 } as const;

const SMALL_TEST = {
  size: 3,
  minSize: 2,
  threshold: 2,
  activeQuorums: 2,
  isRotated: false,
  cycle: 24,
  miningWindow: SHORT_WINDOW,
} as const;

const HOURLY = { activeQuorums: 24, isRotated: false, cycle: 24, miningWindow: SHORT_WINDOW } as const;

const DEVNET = { ...SMALL_TEST, size: 12, activeQuorums: 4 } as const;

/**
 * Lists the types of quorums of all networks. Devnet and regtest nodes can be started with other sizes (`-llmqdevnetparams`,
 * `-llmqtestparams`).
 *
 * Source: `available_llmqs` in `src/llmq/params.h` of dashpay/dash.
 */
export const QUORUM_PARAMETERS = {
  llmq_50_60: { ...HOURLY, type: 1, name: 'llmq_50_60', size: 50, minSize: 40, threshold: 30 },
  llmq_400_60: {
    type: 2,
    name: 'llmq_400_60',
    size: 400,
    minSize: 300,
    threshold: 240,
    activeQuorums: 4,
    isRotated: false,
    cycle: 288,
    miningWindow: { first: 20, last: 28 },
  },
  llmq_400_85: {
    type: 3,
    name: 'llmq_400_85',
    size: 400,
    minSize: 350,
    threshold: 340,
    activeQuorums: 4,
    isRotated: false,
    cycle: 576,
    miningWindow: { first: 20, last: 48 },
  },
  llmq_100_67: { ...HOURLY, type: 4, name: 'llmq_100_67', size: 100, minSize: 80, threshold: 67 },
  llmq_60_75: {
    type: 5,
    name: 'llmq_60_75',
    size: 60,
    minSize: 50,
    threshold: 45,
    activeQuorums: 32,
    isRotated: true,
    cycle: 288,
    miningWindow: { first: 42, last: 50 },
  },
  llmq_25_67: { ...HOURLY, type: 6, name: 'llmq_25_67', size: 25, minSize: 22, threshold: 17 },
  llmq_test: { ...SMALL_TEST, type: 100, name: 'llmq_test' },
  llmq_devnet: { ...DEVNET, type: 101, name: 'llmq_devnet', minSize: 7, threshold: 6 },
  llmq_test_v17: { ...SMALL_TEST, type: 102, name: 'llmq_test_v17' },
  llmq_test_dip0024: {
    ...SMALL_TEST,
    type: 103,
    name: 'llmq_test_dip0024',
    size: 4,
    minSize: 4,
    threshold: 3,
    isRotated: true,
    miningWindow: { first: 12, last: 20 },
  },
  llmq_test_instantsend: { ...SMALL_TEST, type: 104, name: 'llmq_test_instantsend' },
  llmq_devnet_dip0024: {
    type: 105,
    name: 'llmq_devnet_dip0024',
    size: 8,
    minSize: 6,
    threshold: 4,
    activeQuorums: 2,
    isRotated: true,
    cycle: 48,
    miningWindow: { first: 12, last: 20 },
  },
  llmq_test_platform: { ...SMALL_TEST, type: 106, name: 'llmq_test_platform' },
  llmq_devnet_platform: { ...DEVNET, type: 107, name: 'llmq_devnet_platform', minSize: 9, threshold: 8 },
} as const satisfies Readonly<Record<string, QuorumParameters>>;

const BY_TYPE: ReadonlyMap<number, QuorumParameters> = new Map(
  Object.values(QUORUM_PARAMETERS).map((parameters) => [parameters.type, parameters]),
);

/** Returns the parameters of the quorums of a type; nothing for a type that is not known. */
export function quorumParametersOf(type: number): QuorumParameters | undefined {
  return BY_TYPE.get(type);
}
