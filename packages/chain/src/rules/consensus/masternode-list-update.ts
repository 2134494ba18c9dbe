import { ZERO_HASH } from '../../base/bytes/hex.js';
import { hasBit } from '../../base/bytes/bit-set.js';
import { isNullCommitment, type FinalCommitment } from '../../primitives/masternode/final-commitment.js';
import { MasternodeType } from '../../primitives/masternode/masternode-type.js';
import { UNSPECIFIED_ADDRESS, type NetworkAddress } from '../../primitives/masternode/network-address.js';
import { ProviderVersion } from '../../primitives/masternode/provider-version.js';
import type { PlatformFields } from '../../primitives/payload/platform-fields.js';
import type { SpecialPayload } from '../../primitives/payload/payload.js';
import type { ProRegTx } from '../../primitives/payload/pro-reg-tx.js';
import type { ProUpRegTx } from '../../primitives/payload/pro-up-reg-tx.js';
import type { ProUpServTx } from '../../primitives/payload/pro-up-serv-tx.js';
import type { ProUpRevTx } from '../../primitives/payload/pro-up-rev-tx.js';
import type { CoinView } from './coins.js';
import { isNoAddress, serviceOf } from './masternode-service.js';
import { basicOperatorKey, NO_NODE, NO_OPERATOR, type Masternode, type PlatformNode } from './masternode.js';
import type { MasternodeRegistry } from './masternode-registry.js';
import { REGTEST } from './regtest.js';
import { RejectionError } from './rejection-error.js';
import type { SizedTransaction } from './transaction-rules.js';

/** Describes a transaction of a block, with its payload where it is a special one. */
export interface PayloadTransaction extends SizedTransaction {
  readonly payload: SpecialPayload | undefined;
}

/** Describes the block that changes a masternode list. */
export interface ListUpdate {
  readonly height: number;
  readonly previousBlockHash: string;
  /** All but the coinbase. */
  readonly transactions: readonly PayloadTransaction[];
  /** The unspent outputs before the block. */
  readonly coins: CoinView;
  /** The masternodes that were to make the quorum of a commitment of the block. */
  readonly membersOf: (commitment: FinalCommitment) => readonly Masternode[];
}

/**
 * Returns the masternode list after a block.
 *
 * Source: `CSpecialTxProcessor::RebuildListFromBlock` in `src/evo/specialtxman.cpp` of dashpay/dash.
 * @throws {RejectionError} when a provider transaction does not go with the list as those before it left it.
 */
export function updateMasternodeList(before: MasternodeRegistry, update: ListUpdate): MasternodeRegistry {
  const payee = before.payee();
  let list = forgive(confirm(before, update));
  for (const transaction of update.transactions) list = applyPayload(list, transaction, update);
  for (const { transaction } of update.transactions) {
    for (const { previousOutput } of transaction.inputs) {
      const removed = list.withCollateral(previousOutput);
      if (removed) list = list.without(removed.proTxHash);
    }
  }
  return payee ? list.withPaid(payee.proTxHash, update.height) : list;
}

/** Returns whether a collateral of this value belongs to a masternode of this type. */
export function isCollateralOf(masternodeType: number, value: bigint): boolean {
  const expected =
    masternodeType === MasternodeType.evo ? REGTEST.evolutionCollateral : REGTEST.regularCollateral;
  return value === expected;
}

function confirm(before: MasternodeRegistry, { height, previousBlockHash }: ListUpdate): MasternodeRegistry {
  let list = before;
  for (const masternode of before) {
    const confirmations = height - 1 - masternode.registeredHeight;
    const isDue = masternode.confirmedHash === ZERO_HASH && confirmations >= REGTEST.masternodeConfirmations;
    if (isDue) list = list.with({ ...masternode, confirmedHash: previousBlockHash });
  }
  return list;
}

/** Decreases the penalties of masternodes that are not banned, as every block does. Source: `CDeterministicMNList::DecreaseScores`. */
function forgive(before: MasternodeRegistry): MasternodeRegistry {
  let list = before;
  for (const masternode of before) {
    if (masternode.penalty > 0 && masternode.banHeight === undefined)
      list = list.with({ ...masternode, penalty: masternode.penalty - 1 });
  }
  return list;
}

const MIN_MAX_PENALTY = 100;
const ABSENCE_PENALTY_PERCENT = 66n;

/**
 * Punishes the members that took no part in making a quorum, and bans those that have too many penalties by that.
 *
 * Source: `HandleQuorumCommitment` in `src/evo/specialtxman.cpp`, `CDeterministicMNList::PoSePunish` in
 * `src/evo/deterministicmns.cpp` of dashpay/dash.
 */
function punishAbsent(
  before: MasternodeRegistry,
  commitment: FinalCommitment,
  { height, membersOf }: ListUpdate,
): MasternodeRegistry {
  if (isNullCommitment(commitment)) return before;
  let list = before;
  const max = Math.max(MIN_MAX_PENALTY, before.size);
  const added = Number((BigInt(max) * ABSENCE_PENALTY_PERCENT) / 100n);
  for (const [place, { proTxHash }] of membersOf(commitment).entries()) {
    const masternode = list.get(proTxHash);
    if (masternode === undefined || hasBit(commitment.validMembers, place)) continue;
    const penalty = Math.min(max, masternode.penalty + added);
    const banHeight = penalty >= max ? (masternode.banHeight ?? height) : masternode.banHeight;
    list = list.with({ ...masternode, penalty, banHeight });
  }
  return list;
}

function applyPayload(
  list: MasternodeRegistry,
  transaction: PayloadTransaction,
  update: ListUpdate,
): MasternodeRegistry {
  const { payload } = transaction;
  switch (payload?.kind) {
    case 'proRegTx':
      return register(list, payload, transaction, update);
    case 'proUpServTx':
      return updateService(list, payload, update.height);
    case 'proUpRegTx':
      return updateRegistrar(list, payload, update.height);
    case 'proUpRevTx':
      return revoke(list, payload, update.height);
    case 'quorumCommitmentTx':
      return punishAbsent(list, payload.commitment, update);
    default:
      return list;
  }
}

function register(
  before: MasternodeRegistry,
  payload: ProRegTx,
  { txid, transaction }: PayloadTransaction,
  { height, coins }: ListUpdate,
): MasternodeRegistry {
  const isInternal = payload.collateral.txid === ZERO_HASH;
  const collateral = isInternal ? { txid, index: payload.collateral.index } : payload.collateral;
  const value = isInternal ? transaction.outputs[collateral.index]?.value : coins.coin(collateral)?.value;
  if (value === undefined || !isCollateralOf(payload.masternodeType, value))
    throw new RejectionError('bad-protx-collateral');
  const replaced = before.withCollateral(collateral);
  const list = replaced ? before.without(replaced.proTxHash) : before;
  const service = serviceOf(payload.addresses);
  rejectServiceOfAnother(list, txid, service);
  const isKeyTaken = ({ keyIdOwner, pubKeyOperator }: Masternode): boolean =>
    keyIdOwner === payload.keyIdOwner || pubKeyOperator === payload.pubKeyOperator;
  if (list.find(isKeyTaken)) throw new RejectionError('bad-protx-dup-key');
  return withUnique(list, {
    proTxHash: txid,
    type: payload.masternodeType === MasternodeType.evo ? MasternodeType.evo : MasternodeType.regular,
    collateral,
    operatorReward: payload.operatorReward,
    registeredHeight: height,
    version: payload.version,
    lastPaidHeight: 0,
    revivedHeight: undefined,
    banHeight: isNoAddress(service) ? height : undefined,
    revocationReason: 0,
    penalty: 0,
    confirmedHash: ZERO_HASH,
    keyIdOwner: payload.keyIdOwner,
    pubKeyOperator: payload.pubKeyOperator,
    keyIdVoting: payload.keyIdVoting,
    service,
    scriptPayout: payload.scriptPayout,
    scriptOperatorPayout: new Uint8Array(),
    platform: platformOf(payload.platform),
  });
}

function updateService(list: MasternodeRegistry, payload: ProUpServTx, height: number): MasternodeRegistry {
  const service = serviceOf(payload.addresses);
  rejectServiceOfAnother(list, payload.proTxHash, service);
  const masternode = registered(list, payload.proTxHash);
  if (payload.masternodeType !== masternode.type) throw new RejectionError('bad-protx-type-mismatch');
  const isBanned = masternode.banHeight !== undefined;
  const revival =
    isBanned && masternode.pubKeyOperator !== NO_OPERATOR
      ? { banHeight: undefined, revivedHeight: height, penalty: 0 }
      : {};
  return withUnique(list, {
    ...masternode,
    service,
    scriptOperatorPayout: payload.scriptOperatorPayout,
    platform: platformOf(payload.platform),
    ...revival,
  });
}

function updateRegistrar(list: MasternodeRegistry, payload: ProUpRegTx, height: number): MasternodeRegistry {
  const masternode = registered(list, payload.proTxHash);
  const { keyIdVoting, scriptPayout, pubKeyOperator } = payload;
  if (basicOperatorKey(payload) === basicOperatorKey(masternode))
    return list.with({ ...masternode, keyIdVoting, scriptPayout });
  const withoutOperator = resetOperator(masternode, height);
  return withUnique(list, {
    ...withoutOperator,
    version: payload.version,
    pubKeyOperator,
    keyIdVoting,
    scriptPayout,
  });
}

function revoke(list: MasternodeRegistry, payload: ProUpRevTx, height: number): MasternodeRegistry {
  const masternode = registered(list, payload.proTxHash);
  return list.with({ ...resetOperator(masternode, height), revocationReason: payload.reason });
}

/** Removes the operator of a masternode: it has no address and is banned until a new operator sets one. */
function resetOperator(masternode: Masternode, height: number): Masternode {
  const { platform } = masternode;
  return {
    ...masternode,
    version: ProviderVersion.legacyBls,
    pubKeyOperator: NO_OPERATOR,
    service: UNSPECIFIED_ADDRESS,
    scriptOperatorPayout: new Uint8Array(),
    revocationReason: 0,
    platform: platform && { ...platform, nodeId: NO_NODE },
    banHeight: masternode.banHeight ?? height,
  };
}

/**
 * Returns the list with a masternode whose operator key and Platform node are no other's. Transactions of one block can get here
 * with the same ones: each is checked against the list before the block.
 *
 * Source: `AddUniqueProperty` in `src/evo/deterministicmns.h` of dashpay/dash, whose failure is an exception.
 */
function withUnique(list: MasternodeRegistry, masternode: Masternode): MasternodeRegistry {
  const { proTxHash, pubKeyOperator, platform } = masternode;
  const another = list.find(
    (other) =>
      other.proTxHash !== proTxHash &&
      ((pubKeyOperator !== NO_OPERATOR && other.pubKeyOperator === pubKeyOperator) ||
        (platform !== undefined &&
          platform.nodeId !== NO_NODE &&
          other.platform?.nodeId === platform.nodeId)),
  );
  if (another) throw new RejectionError('failed-procspectxsinblock');
  return list.with(masternode);
}

function registered(list: MasternodeRegistry, proTxHash: string): Masternode {
  const masternode = list.get(proTxHash);
  if (masternode === undefined) throw new RejectionError('bad-protx-hash');
  return masternode;
}

function rejectServiceOfAnother(list: MasternodeRegistry, proTxHash: string, service: NetworkAddress): void {
  if (isNoAddress(service)) return;
  const another = list.find(
    (masternode) =>
      masternode.proTxHash !== proTxHash &&
      masternode.service.ip === service.ip &&
      masternode.service.port === service.port,
  );
  if (another) throw new RejectionError('bad-protx-dup-netinfo-entry');
}

function platformOf(fields: PlatformFields | undefined): PlatformNode | undefined {
  if (fields?.ports === undefined) return undefined;
  return { nodeId: fields.nodeId, p2pPort: fields.ports.p2p, httpPort: fields.ports.http };
}
