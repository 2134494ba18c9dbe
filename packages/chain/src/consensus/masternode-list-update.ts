import { ZERO_HASH } from '../bytes/hex.js';
import { hasBit } from '../bytes/bit-set.js';
import { isNullCommitment, type FinalCommitment } from '../masternode/final-commitment.js';
import { MasternodeType } from '../masternode/masternode-type.js';
import { UNSPECIFIED_ADDRESS, type NetworkAddress } from '../masternode/network-address.js';
import { ProviderVersion } from '../masternode/provider-version.js';
import type { PlatformFields } from '../transaction/payload/platform-fields.js';
import type { SpecialPayload } from '../transaction/payload/payload.js';
import type { ProRegTx } from '../transaction/payload/pro-reg-tx.js';
import type { ProUpRegTx } from '../transaction/payload/pro-up-reg-tx.js';
import type { ProUpServTx } from '../transaction/payload/pro-up-serv-tx.js';
import type { ProUpRevTx } from '../transaction/payload/pro-up-rev-tx.js';
import type { CoinView } from './coins.js';
import { isNoAddress, serviceOf } from './masternode-service.js';
import { NO_NODE, NO_OPERATOR, type Masternode, type PlatformNode } from './masternode.js';
import type { MasternodeList } from './masternode-list.js';
import { REGTEST } from './regtest.js';
import { Rejection } from './rejection.js';
import type { SizedTransaction } from './transaction-rules.js';

/** A transaction of a block, with its payload where it is a special one. */
export interface PayloadTransaction extends SizedTransaction {
  readonly payload: SpecialPayload | undefined;
}

/** The block that changes a masternode list. */
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
 * The masternode list after a block.
 *
 * Source: `CSpecialTxProcessor::RebuildListFromBlock` in `src/evo/specialtxman.cpp` of dashpay/dash.
 * @throws {Rejection} when a provider transaction does not go with the list as those before it left it.
 */
export function updateMasternodeList(before: MasternodeList, update: ListUpdate): MasternodeList {
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

/** Whether a collateral of this value belongs to a masternode of this type. */
export function isCollateralOf(masternodeType: number, value: bigint): boolean {
  const expected =
    masternodeType === MasternodeType.evo ? REGTEST.evolutionCollateral : REGTEST.regularCollateral;
  return value === expected;
}

function confirm(before: MasternodeList, { height, previousBlockHash }: ListUpdate): MasternodeList {
  let list = before;
  for (const masternode of before) {
    const confirmations = height - 1 - masternode.registeredHeight;
    const isDue = masternode.confirmedHash === ZERO_HASH && confirmations >= REGTEST.masternodeConfirmations;
    if (isDue) list = list.with({ ...masternode, confirmedHash: previousBlockHash });
  }
  return list;
}

/** With every block, penalties of those that are not banned go down. Source: `CDeterministicMNList::DecreaseScores`. */
function forgive(before: MasternodeList): MasternodeList {
  let list = before;
  for (const masternode of before) {
    if (masternode.penalty > 0 && masternode.banHeight === undefined)
      list = list.with({ ...masternode, penalty: masternode.penalty - 1 });
  }
  return list;
}

const LEAST_MAX_PENALTY = 100;
const ABSENCE_PENALTY_PERCENT = 66n;

/**
 * Punishes the members that took no part in making a quorum, and bans those that have too many penalties by that.
 *
 * Source: `HandleQuorumCommitment` in `src/evo/specialtxman.cpp`, `CDeterministicMNList::PoSePunish` in
 * `src/evo/deterministicmns.cpp` of dashpay/dash.
 */
function punishAbsent(
  before: MasternodeList,
  commitment: FinalCommitment,
  { height, membersOf }: ListUpdate,
): MasternodeList {
  if (isNullCommitment(commitment)) return before;
  let list = before;
  const most = Math.max(LEAST_MAX_PENALTY, before.size);
  const added = Number((BigInt(most) * ABSENCE_PENALTY_PERCENT) / 100n);
  for (const [place, { proTxHash }] of membersOf(commitment).entries()) {
    const masternode = list.get(proTxHash);
    if (masternode === undefined || hasBit(commitment.validMembers, place)) continue;
    const penalty = Math.min(most, masternode.penalty + added);
    const banHeight = penalty >= most ? (masternode.banHeight ?? height) : masternode.banHeight;
    list = list.with({ ...masternode, penalty, banHeight });
  }
  return list;
}

function applyPayload(
  list: MasternodeList,
  transaction: PayloadTransaction,
  update: ListUpdate,
): MasternodeList {
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
  before: MasternodeList,
  payload: ProRegTx,
  { txid, transaction }: PayloadTransaction,
  { height, coins }: ListUpdate,
): MasternodeList {
  const isInternal = payload.collateral.txid === ZERO_HASH;
  const collateral = isInternal ? { txid, index: payload.collateral.index } : payload.collateral;
  const value = isInternal ? transaction.outputs[collateral.index]?.value : coins.coin(collateral)?.value;
  if (value === undefined || !isCollateralOf(payload.masternodeType, value))
    throw new Rejection('bad-protx-collateral');
  const replaced = before.withCollateral(collateral);
  const list = replaced ? before.without(replaced.proTxHash) : before;
  const service = serviceOf(payload.addresses);
  refuseServiceOfAnother(list, txid, service);
  const isKeyTaken = ({ keyIdOwner, pubKeyOperator }: Masternode): boolean =>
    keyIdOwner === payload.keyIdOwner || pubKeyOperator === payload.pubKeyOperator;
  if (list.find(isKeyTaken)) throw new Rejection('bad-protx-dup-key');
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

function updateService(list: MasternodeList, payload: ProUpServTx, height: number): MasternodeList {
  const service = serviceOf(payload.addresses);
  refuseServiceOfAnother(list, payload.proTxHash, service);
  const masternode = registered(list, payload.proTxHash);
  if (payload.masternodeType !== masternode.type) throw new Rejection('bad-protx-type-mismatch');
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

function updateRegistrar(list: MasternodeList, payload: ProUpRegTx, height: number): MasternodeList {
  const masternode = registered(list, payload.proTxHash);
  const { keyIdVoting, scriptPayout, pubKeyOperator } = payload;
  if (pubKeyOperator === masternode.pubKeyOperator)
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

function revoke(list: MasternodeList, payload: ProUpRevTx, height: number): MasternodeList {
  const masternode = registered(list, payload.proTxHash);
  return list.with({ ...resetOperator(masternode, height), revocationReason: payload.reason });
}

/** Without an operator a masternode has no address and is banned, until a new operator says where it is reached. */
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
 * The list with a masternode whose operator key and Platform node are no other's. Transactions of one block can get here
 * with the same ones: each is checked against the list before the block.
 *
 * Source: `AddUniqueProperty` in `src/evo/deterministicmns.h` of dashpay/dash, whose failure is an exception.
 */
function withUnique(list: MasternodeList, masternode: Masternode): MasternodeList {
  const { proTxHash, pubKeyOperator, platform } = masternode;
  const another = list.find(
    (other) =>
      other.proTxHash !== proTxHash &&
      ((pubKeyOperator !== NO_OPERATOR && other.pubKeyOperator === pubKeyOperator) ||
        (platform !== undefined &&
          platform.nodeId !== NO_NODE &&
          other.platform?.nodeId === platform.nodeId)),
  );
  if (another) throw new Rejection('failed-procspectxsinblock');
  return list.with(masternode);
}

function registered(list: MasternodeList, proTxHash: string): Masternode {
  const masternode = list.get(proTxHash);
  if (masternode === undefined) throw new Rejection('bad-protx-hash');
  return masternode;
}

function refuseServiceOfAnother(list: MasternodeList, proTxHash: string, service: NetworkAddress): void {
  if (isNoAddress(service)) return;
  const another = list.find(
    (masternode) =>
      masternode.proTxHash !== proTxHash &&
      masternode.service.ip === service.ip &&
      masternode.service.port === service.port,
  );
  if (another) throw new Rejection('bad-protx-dup-netinfo-entry');
}

function platformOf(fields: PlatformFields | undefined): PlatformNode | undefined {
  if (fields?.ports === undefined) return undefined;
  return { nodeId: fields.nodeId, p2pPort: fields.ports.p2p, httpPort: fields.ports.http };
}
