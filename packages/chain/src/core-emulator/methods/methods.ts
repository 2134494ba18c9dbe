import { blsFromsecret, blsGenerate } from './bls.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { BARE_COMMANDS } from './bare-commands.js';
import { createRawTransaction } from './create-raw-transaction.js';
import { decodeRawTransaction } from './decode-raw-transaction.js';
import { decodeScript } from './decode-script.js';
import { estimateSmartFee } from './estimate-smart-fee.js';
import { generate, getMiningInfo, getNetworkHashps } from './mining.js';
import { generateBlock } from './generate-block.js';
import { generateToAddress } from './generate-to-address.js';
import {
  getAddressBalance,
  getAddressDeltas,
  getAddressMempool,
  getAddressTxids,
  getAddressUtxos,
} from './address-index.js';
import {
  getBestBlockHash,
  getBestChainLock,
  getBlockCount,
  getBlockHash,
  getDifficulty,
} from './chain-tip.js';
import { getBlock } from './get-block.js';
import { getBlockchainInfo } from './get-blockchain-info.js';
import { getBlockHashes, getBlockHeader, getBlockHeaders } from './block-headers.js';
import { getBlockStats } from './get-block-stats.js';
import { getChainTxStats } from './get-chain-tx-stats.js';
import { getChainTips } from './get-chain-tips.js';
import { getConnectionCount, getNetworkInfo, getPeerInfo, ping } from './network.js';
import { getAssetUnlockStatuses } from './get-asset-unlock-statuses.js';
import { getIndexInfo, getZmqNotifications, setMockTime, uptime } from './control.js';
import { getIslocks } from './get-islocks.js';
import { getMempoolEntry, getMempoolInfo, getRawMempool } from './mempool.js';
import { getMempoolAncestors, getMempoolDescendants } from './get-mempool-relatives.js';
import { getMerkleBlocks } from './get-merkle-blocks.js';
import { getRawTransaction } from './get-raw-transaction.js';
import { getRawTransactionMulti } from './get-raw-transaction-multi.js';
import { getSpentInfo } from './get-spent-info.js';
import { getSpecialTxes } from './get-special-txes.js';
import { getTxChainLocks } from './get-tx-chain-locks.js';
import { getTxOut } from './get-tx-out.js';
import { getTxOutSetInfo } from './get-tx-out-set-info.js';
import { getTxOutProof } from './get-tx-out-proof.js';
import { helpOf } from './help.js';
import { invalidateBlock, reconsiderBlock } from './block-validity.js';
import { masternodeCount, masternodeStatus, mnsync } from './masternode-status.js';
import { masternodelist, masternodeList } from './masternode-list.js';
import { masternodePayments } from './masternode-payments.js';
import { masternodeWinners } from './masternode-winners.js';
import { protxDiff } from './protx-diff.js';
import { protxInfo, protxList } from './protx.js';
import { protxListdiff } from './protx-listdiff.js';
import { quorumDkginfo, quorumDkgstatus } from './quorum-dkg.js';
import { quorumInfo } from './quorum-info.js';
import { quorumList } from './quorum-list.js';
import { quorumListextended } from './quorum-listextended.js';
import { quorumMemberof } from './quorum-memberof.js';
import { quorumRotationinfo } from './quorum-rotationinfo.js';
import { quorumSelectquorum } from './quorum-selectquorum.js';
import { quorumPlatformsign, quorumSign } from './quorum-sign.js';
import { quorumVerify } from './quorum-verify.js';
import { sendRawTransaction } from './send-raw-transaction.js';
import { signRawTransactionWithKey } from './sign-raw-transaction-with-key.js';
import { spork, sporkUpdate } from './spork.js';
import { submitBlock } from './submit-block.js';
import { submitChainLock } from './submit-chain-lock.js';
import { testMempoolAccept } from './test-mempool-accept.js';
import { validateAddress } from './validate-address.js';
import { verifyMessage } from './verify-message.js';
import { verifyTxOutProof } from './verify-tx-out-proof.js';
import { verifyChainLockMethod } from './verify-chain-lock.js';
import { verifyIsLock } from './verify-is-lock.js';

const METHODS: readonly EmulatorMethod[] = [
  ...BARE_COMMANDS,
  getAddressBalance,
  getAddressDeltas,
  getAddressMempool,
  getAddressTxids,
  getAddressUtxos,
  getSpentInfo,
  getBestBlockHash,
  getBestChainLock,
  getBlock,
  getBlockchainInfo,
  getBlockCount,
  getBlockHash,
  getBlockHashes,
  getBlockHeader,
  getBlockHeaders,
  getBlockStats,
  getChainTips,
  getChainTxStats,
  getDifficulty,
  getMempoolAncestors,
  getMempoolDescendants,
  getMempoolEntry,
  getMempoolInfo,
  getMerkleBlocks,
  getRawMempool,
  getSpecialTxes,
  getTxOut,
  getTxOutProof,
  getTxOutSetInfo,
  verifyTxOutProof,
  uptime,
  masternodeCount,
  masternodeList,
  masternodelist,
  masternodePayments,
  masternodeStatus,
  masternodeWinners,
  mnsync,
  blsFromsecret,
  blsGenerate,
  protxDiff,
  protxInfo,
  protxList,
  protxListdiff,
  quorumDkginfo,
  quorumDkgstatus,
  quorumInfo,
  quorumList,
  quorumListextended,
  quorumMemberof,
  quorumPlatformsign,
  quorumRotationinfo,
  quorumSelectquorum,
  quorumSign,
  quorumVerify,
  spork,
  sporkUpdate,
  submitChainLock,
  verifyChainLockMethod,
  verifyIsLock,
  generate,
  generateBlock,
  generateToAddress,
  getMiningInfo,
  getNetworkHashps,
  submitBlock,
  getConnectionCount,
  getNetworkInfo,
  getPeerInfo,
  ping,
  createRawTransaction,
  decodeRawTransaction,
  decodeScript,
  getAssetUnlockStatuses,
  getIslocks,
  getRawTransaction,
  getRawTransactionMulti,
  getTxChainLocks,
  sendRawTransaction,
  signRawTransactionWithKey,
  testMempoolAccept,
  estimateSmartFee,
  getIndexInfo,
  validateAddress,
  verifyMessage,
  getZmqNotifications,
  invalidateBlock,
  reconsiderBlock,
  setMockTime,
];

/** Lists every method that a Core RPC emulator answers. */
export const EMULATOR_METHODS: readonly EmulatorMethod[] = [...METHODS, helpOf(METHODS)];
