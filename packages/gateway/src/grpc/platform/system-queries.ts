import {
  epochsInfoQuery,
  evonodeBlocksQuery,
  finalizedEpochsQuery,
  MAX_EPOCH,
  protocolVersionUpgradeStateQuery,
  protocolVersionUpgradeVoteStatusQuery,
  totalCreditsQuery,
  type FinalizedEpochsRequest,
  type PathQuery,
} from '@dapikit/proof';
import { Platform } from '../generated/dapi_pb.js';
import { unaryMethod } from '../method/grpc-method.js';
import { selectionOf } from '../method/proof-subject.js';
import { openPlatform } from './open-platform.js';
import { oneofMember, platformQuery } from './platform-query.js';
import {
  invalidArgument,
  MAX_RESULTS,
  readIdentifier,
  readIdentifiers,
  readLimit,
} from './request-values.js';
import { metadataOf } from './response-metadata.js';
import { requireVersion } from './request-version.js';
import { statusMessage } from './status-message.js';

/** Source: `get_epochs_infos_v0` in `packages/rs-drive` of dashpay/platform. */
const MAX_EPOCHS = 16_383;
/** No epoch is paid out. */
const UNPAID_EPOCH = 0;
const NO_HASH = new Uint8Array(32);

export const getPlatformStatus = unaryMethod(Platform.method.getStatus, {
  summary: 'Returns the status of the node',
  description: 'The result of the JSON-RPC method getStatus. A part that is down is an empty message.',
  errors: [{ status: 'invalidArgument', when: 'the version is missing' }],
  handle: async (request, { platformStatus }) => {
    requireVersion(request);
    return { version: oneofMember('v0', statusMessage(await platformStatus.status())) };
  },
});

export const getCurrentQuorumsInfo = unaryMethod(Platform.method.getCurrentQuorumsInfo, {
  summary: 'Returns the current validator sets',
  description:
    'None, and hashes of zeros: no quorum signs the blocks of the local platform. So the network answers before its first validator set.',
  errors: [
    { status: 'invalidArgument', when: 'the version is missing' },
    { status: 'failedPrecondition', when: 'this gateway has no local platform' },
  ],
  handle: async (request, context) => {
    requireVersion(request);
    const platform = await openPlatform(context);
    const metadata = await platform.readState(async (state) => Promise.resolve(metadataOf(state)));
    const none = {
      quorumHashes: [],
      currentQuorumHash: NO_HASH,
      validatorSets: [],
      lastBlockProposer: NO_HASH,
    };
    return { version: oneofMember('v0', { ...none, metadata }) };
  },
});

export const getEpochsInfo = platformQuery(Platform.method.getEpochsInfo, {
  summary: 'Returns epochs',
  description:
    'Epochs with a block, from `start_epoch` on; without one from the first or, descending, from the current one.',
  read: ({ startEpoch, count, ascending }) => ({ startEpoch, count, ascending }),
  answer: async ({ startEpoch, count, ascending }, state) => {
    const start = startEpoch ?? (ascending ? 0 : state.metadata.epoch);
    checkEpochs(start, count);
    const epochs = count === 0 ? [] : await state.epochs({ start, limit: count, ascending });
    const epochInfos = epochs.map(({ epoch, firstHeight, firstCoreHeight, firstTime, protocolVersion }) => ({
      number: epoch,
      firstBlockHeight: firstHeight,
      firstCoreBlockHeight: firstCoreHeight,
      startTime: BigInt(firstTime),
      // Fees are those of the schedule: nothing on the local platform multiplies them.
      feeMultiplier: 1,
      protocolVersion,
    }));
    return oneofMember('epochs', { epochInfos });
  },
  // Nothing signs which epoch is the current one.
  subject: (request) => {
    const start = firstEpochOf(request);
    return start === undefined ? undefined : selectionOf(epochsFrom(start, request));
  },
  prove: (request, { metadata }) => epochsFrom(firstEpochOf(request) ?? metadata.epoch, request),
});

interface EpochsRequest {
  readonly startEpoch?: number | undefined;
  readonly count: number;
  readonly ascending: boolean;
}

/** Returns the first epoch of a response; `undefined` for the current one. */
const firstEpochOf = ({ startEpoch, ascending }: EpochsRequest): number | undefined =>
  startEpoch ?? (ascending ? 0 : undefined);

function epochsFrom(start: number, { startEpoch = 0, count, ascending }: EpochsRequest): PathQuery {
  checkEpochs(startEpoch, count);
  const limit = readLimit(count, 'count', MAX_EPOCHS);
  return epochsInfoQuery({ startEpoch: start, count: limit, isAscending: ascending }, start);
}

function checkEpochs(start: number, count: number): void {
  if (start > MAX_EPOCH) throw invalidArgument(`start_epoch is ${start}: send 0 to ${MAX_EPOCH}`);
  if (count > MAX_EPOCHS || start + count > MAX_EPOCH)
    throw invalidArgument(`count is ${count}: send at most ${Math.min(MAX_EPOCHS, MAX_EPOCH - start)}`);
}

export const getFinalizedEpochInfos = platformQuery(Platform.method.getFinalizedEpochInfos, {
  summary: 'Returns epochs that ended, with their fees and proposers',
  description:
    'None: the local platform pays no fees out to proposers, with which the network finalizes an epoch.',
  read: readFinalizedEpochs,
  // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
  answer: async () => oneofMember('epochs', { finalizedEpochInfos: [] }),
  select: finalizedEpochsQuery,
});

/** @throws {GrpcError} INVALID_ARGUMENT for epochs that do not exist, and a range without epochs */
function readFinalizedEpochs(request: {
  readonly startEpochIndex: number;
  readonly startEpochIndexIncluded: boolean;
  readonly endEpochIndex: number;
  readonly endEpochIndexIncluded: boolean;
}): FinalizedEpochsRequest {
  const { startEpochIndex: start, endEpochIndex: end } = request;
  const [isStartIncluded, isEndIncluded] = [request.startEpochIndexIncluded, request.endEpochIndexIncluded];
  if (start > MAX_EPOCH) throw invalidArgument(`start_epoch_index is ${start}: send 0 to ${MAX_EPOCH}`);
  if (end > MAX_EPOCH) throw invalidArgument(`end_epoch_index is ${end}: send 0 to ${MAX_EPOCH}`);
  if (start === end && !(isStartIncluded && isEndIncluded))
    throw invalidArgument('start_epoch_index is end_epoch_index: include both');
  return { start, isStartIncluded, end, isEndIncluded };
}

export const getEvonodesProposedEpochBlocksByIds = platformQuery(
  Platform.method.getEvonodesProposedEpochBlocksByIds,
  {
    summary: 'Returns the number of blocks in an epoch that each given evonode proposed',
    description: '0 for each: blocks of the local platform have no proposer.',
    read: ({ epoch, ids }) => ({ epoch: readEpoch(epoch), ids }),
    // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
    answer: async ({ ids }) => {
      if (ids.length > MAX_RESULTS)
        throw invalidArgument(`ids has ${ids.length} entries: send at most ${MAX_RESULTS}`);
      const counts = ids.map((id, at) => ({ proTxHash: readIdentifier(id, `ids[${at}]`), count: 0n }));
      return oneofMember('evonodesProposedBlockCountsInfo', { evonodesProposedBlockCounts: counts });
    },
    // Nothing signs which epoch is the current one.
    subject: ({ epoch, ids }) =>
      epoch === undefined ? undefined : selectionOf(blocksOfEvonodes(epoch, ids)),
    prove: ({ epoch, ids }, { metadata }) => blocksOfEvonodes(epoch ?? metadata.epoch, ids),
  },
);

const blocksOfEvonodes = (epoch: number, ids: readonly Uint8Array[]): PathQuery =>
  evonodeBlocksQuery({ epoch, proTxHashes: readIdentifiers(ids, 'ids') });

export const getEvonodesProposedEpochBlocksByRange = platformQuery(
  Platform.method.getEvonodesProposedEpochBlocksByRange,
  {
    summary: 'Returns the number of blocks in an epoch that each evonode proposed, page by page',
    description: 'None: blocks of the local platform have no proposer.',
    read: ({ epoch, limit, start }) => ({
      epoch: readEpoch(epoch),
      limit: readLimit(limit, 'limit'),
      ...(start.case !== undefined && {
        start: { key: readIdentifier(start.value, 'start'), isIncluded: start.case === 'startAt' },
      }),
    }),
    // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
    answer: async () => oneofMember('evonodesProposedBlockCountsInfo', { evonodesProposedBlockCounts: [] }),
    // Nothing signs which epoch is the current one.
    subject: ({ epoch, ...page }) =>
      epoch === undefined ? undefined : selectionOf(evonodeBlocksQuery({ epoch, ...page })),
    prove: ({ epoch, ...page }, { metadata }) =>
      evonodeBlocksQuery({ epoch: epoch ?? metadata.epoch, ...page }),
  },
);

/** Reads an epoch; undefined for the current one. @throws {GrpcError} INVALID_ARGUMENT when there is no such epoch */
function readEpoch(epoch: number | undefined): number | undefined {
  if (epoch === undefined || epoch <= MAX_EPOCH) return epoch;
  throw invalidArgument(`epoch is ${epoch}: send 0 to ${MAX_EPOCH}`);
}

export const getTotalCreditsInPlatform = platformQuery(Platform.method.getTotalCreditsInPlatform, {
  summary: 'Returns all credits of the platform',
  description:
    'Those of identities, of contests, the fees that were paid, and the share of the platform in block rewards since block 1, which is never paid out here.',
  read: () => undefined,
  answer: async (_, state) => oneofMember('credits', await state.totalCredits()),
  subject: undefined,
  prove: () => totalCreditsQuery(UNPAID_EPOCH),
});

export const getProtocolVersionUpgradeState = platformQuery(Platform.method.getProtocolVersionUpgradeState, {
  summary: 'Returns the number of evonodes that vote for each protocol version',
  description:
    'None: evonodes do not vote for a protocol version on the local platform, which is opened with one.',
  read: () => undefined,
  // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
  answer: async () => oneofMember('versions', { versions: [] }),
  select: () => protocolVersionUpgradeStateQuery(),
});

export const getProtocolVersionUpgradeVoteStatus = platformQuery(
  Platform.method.getProtocolVersionUpgradeVoteStatus,
  {
    summary: 'Returns the protocol version that each evonode votes for',
    description: 'None: evonodes do not vote for a protocol version on the local platform.',
    read: ({ startProTxHash, count }) => ({
      ...(startProTxHash.length > 0 && {
        startProTxHash: readIdentifier(startProTxHash, 'start_pro_tx_hash'),
      }),
      count,
    }),
    // oxlint-disable-next-line typescript/require-await -- nothing of the state is read
    answer: async ({ count }) => {
      if (count > MAX_EPOCH) throw invalidArgument(`count is ${count}: send at most ${MAX_EPOCH}`);
      return oneofMember('versions', { versionSignals: [] });
    },
    select: ({ count, ...start }) =>
      protocolVersionUpgradeVoteStatusQuery({ ...start, count: readLimit(count, 'count', MAX_EPOCH) }),
  },
);
