import { blsFromsecret, blsGenerate } from './bls.js';
import type { EmulatorMethod } from '../rpc/emulator-method.js';
import { BARE_COMMANDS } from './bare-commands.js';
import { createRawTransaction } from './create-raw-transaction.js';
import { decodeRawTransaction } from './decode-raw-transaction.js';
import { decodeScript } from './decode-script.js';
import { estimateSmartFee } from './estimate-smart-fee.js';
import { generate } from './generate.js';
import { generateBlock } from './generate-block.js';
import { generateToAddress } from './generate-to-address.js';
import { getAddressBalance } from './get-address-balance.js';
import { getAddressDeltas } from './get-address-deltas.js';
import { getAddressMempool } from './get-address-mempool.js';
import { getAddressTxids } from './get-address-txids.js';
import { getAddressUtxos } from './get-address-utxos.js';
import { getBestBlockHash } from './get-best-block-hash.js';
import { getBestChainLock } from './get-best-chain-lock.js';
import { getBlock } from './get-block.js';
import { getBlockchainInfo } from './get-blockchain-info.js';
import { getBlockCount } from './get-block-count.js';
import { getBlockHash } from './get-block-hash.js';
import { getBlockHashes } from './get-block-hashes.js';
import { getBlockHeader } from './get-block-header.js';
import { getBlockHeaders } from './get-block-headers.js';
import { getBlockStats } from './get-block-stats.js';
import { getChainTxStats } from './get-chain-tx-stats.js';
import { getChainTips } from './get-chain-tips.js';
import { getConnectionCount } from './get-connection-count.js';
import { getDifficulty } from './get-difficulty.js';
import { getAssetUnlockStatuses } from './get-asset-unlock-statuses.js';
import { getIndexInfo } from './get-index-info.js';
import { getIslocks } from './get-islocks.js';
import { getMempoolEntry } from './get-mempool-entry.js';
import { getMempoolAncestors, getMempoolDescendants } from './get-mempool-relatives.js';
import { getMempoolInfo } from './get-mempool-info.js';
import { getMerkleBlocks } from './get-merkle-blocks.js';
import { getMiningInfo } from './get-mining-info.js';
import { getNetworkHashps } from './get-network-hashps.js';
import { getNetworkInfo } from './get-network-info.js';
import { getPeerInfo } from './get-peer-info.js';
import { getRawMempool } from './get-raw-mempool.js';
import { getRawTransaction } from './get-raw-transaction.js';
import { getRawTransactionMulti } from './get-raw-transaction-multi.js';
import { getSpentInfo } from './get-spent-info.js';
import { getSpecialTxes } from './get-special-txes.js';
import { getTxChainLocks } from './get-tx-chain-locks.js';
import { getTxOut } from './get-tx-out.js';
import { getTxOutSetInfo } from './get-tx-out-set-info.js';
import { getTxOutProof } from './get-tx-out-proof.js';
import { getZmqNotifications } from './get-zmq-notifications.js';
import { helpOf } from './help.js';
import { invalidateBlock } from './invalidate-block.js';
import { masternodeCount } from './masternode-count.js';
import { masternodelist, masternodeList } from './masternode-list.js';
import { masternodePayments } from './masternode-payments.js';
import { masternodeStatus } from './masternode-status.js';
import { masternodeWinners } from './masternode-winners.js';
import { mnsync } from './mnsync.js';
import { ping } from './ping.js';
import { protxDiff } from './protx-diff.js';
import { protxInfo } from './protx-info.js';
import { protxListdiff } from './protx-listdiff.js';
import { protxList } from './protx-list.js';
import { quorumDkginfo } from './quorum-dkginfo.js';
import { quorumDkgstatus } from './quorum-dkgstatus.js';
import { quorumInfo } from './quorum-info.js';
import { quorumList } from './quorum-list.js';
import { quorumListextended } from './quorum-listextended.js';
import { quorumMemberof } from './quorum-memberof.js';
import { quorumRotationinfo } from './quorum-rotationinfo.js';
import { quorumSelectquorum } from './quorum-selectquorum.js';
import { quorumPlatformsign, quorumSign } from './quorum-sign.js';
import { quorumVerify } from './quorum-verify.js';
import { reconsiderBlock } from './reconsider-block.js';
import { sendRawTransaction } from './send-raw-transaction.js';
import { setMockTime } from './set-mock-time.js';
import { signRawTransactionWithKey } from './sign-raw-transaction-with-key.js';
import { spork, sporkUpdate } from './spork.js';
import { submitBlock } from './submit-block.js';
import { submitChainLock } from './submit-chain-lock.js';
import { testMempoolAccept } from './test-mempool-accept.js';
import { uptime } from './uptime.js';
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
