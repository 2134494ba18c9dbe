import { payloadOfAnyVersion, readablePayload } from '../../rules/consensus/special-payload.js';
import { diffQuorumFromCommitment } from '../../primitives/masternode/diff-quorum.js';
import { withReadBls } from '../../primitives/masternode/final-commitment.js';
import { MasternodeType } from '../../primitives/masternode/masternode-type.js';
import {
  NULL_BLS_PUBLIC_KEY,
  NULL_BLS_SIGNATURE,
  readBlsSignature,
} from '../../primitives/masternode/null-bls.js';
import { isOperatorKey } from '../../primitives/masternode/operator-key.js';
import type { CbTx } from '../../primitives/payload/cb-tx.js';
import type { SpecialPayload } from '../../primitives/payload/payload.js';
import type { ProRegTx } from '../../primitives/payload/pro-reg-tx.js';
import type { ProUpRegTx } from '../../primitives/payload/pro-up-reg-tx.js';
import type { ProUpServTx } from '../../primitives/payload/pro-up-serv-tx.js';
import type { Transaction } from '../../primitives/transaction/transaction.js';
import { Amount } from './core-json.js';
import { addressOf, describeScript, keyAddress } from './describe-script.js';
import { describeAddresses, primaryAddress, type ReachedMasternode } from './masternode-addresses-json.js';

/**
 * Returns the member that describes a transaction's payload, by the name Dash Core gives it; nothing where there is none that can be read.
 * A version that does not exist is read by the layout of another one.
 *
 * Source: `TxToUniv` in `src/core_write.cpp`, the `ToJson` of payloads in `src/evo/core_write.cpp` and `src/llmq/core_write.cpp`.
 */
export function describePayload(transaction: Transaction): Readonly<Record<string, unknown>> {
  const known = readablePayload(transaction);
  const read = known ? { payload: known, version: known.version } : payloadOfAnyVersion(transaction);
  if (read === undefined) return {};
  const { payload, version } = read;
  const description: PayloadDescription = DESCRIPTIONS[payload.kind];
  return { [description.member]: { ...description.describe(payload), version } };
}

/** Describes the payload of a coinbase. */
export function describeCbTx(payload: CbTx): object {
  const { version, height, merkleRootMNList } = payload;
  const base = { version, height, merkleRootMNList };
  if (payload.version === 1) return base;
  const withQuorums = { ...base, merkleRootQuorums: payload.merkleRootQuorums };
  if (payload.version === 2) return withQuorums;
  return {
    ...withQuorums,
    bestCLHeightDiff: payload.bestCLHeightDiff,
    bestCLSignature: signatureText(payload.bestCLSignature),
    creditPoolBalance: new Amount(payload.creditPoolBalance),
  };
}

type PayloadOf<Kind extends SpecialPayload['kind']> = Extract<SpecialPayload, { readonly kind: Kind }>;

/** The name of the member that describes a payload, and its value. */
interface PayloadDescription<Payload extends SpecialPayload = SpecialPayload> {
  readonly member: string;
  describe(payload: Payload): object;
}

const DESCRIPTIONS: {
  readonly [Kind in SpecialPayload['kind']]: PayloadDescription<PayloadOf<Kind>>;
} = {
  proRegTx: {
    member: 'proRegTx',
    describe: (payload) => ({
      version: payload.version,
      type: payload.masternodeType,
      collateralHash: payload.collateral.txid,
      collateralIndex: payload.collateral.index,
      service: primaryAddress(payload.addresses),
      addresses: describeAddresses(reached(payload)),
      ownerAddress: keyAddress(payload.keyIdOwner),
      votingAddress: keyAddress(payload.keyIdVoting),
      payoutAddress: addressOf(payload.scriptPayout),
      pubKeyOperator: operatorKeyText(payload),
      operatorReward: payload.operatorReward / 100,
      ...describePlatform(payload),
      inputsHash: payload.inputsHash,
    }),
  },
  proUpServTx: {
    member: 'proUpServTx',
    describe: (payload) => ({
      version: payload.version,
      type: payload.masternodeType,
      proTxHash: payload.proTxHash,
      service: primaryAddress(payload.addresses),
      addresses: describeAddresses(reached(payload)),
      operatorPayoutAddress: addressOf(payload.scriptOperatorPayout),
      ...describePlatform(payload),
      inputsHash: payload.inputsHash,
    }),
  },
  proUpRegTx: {
    member: 'proUpRegTx',
    describe: (payload) => ({
      version: payload.version,
      proTxHash: payload.proTxHash,
      votingAddress: keyAddress(payload.keyIdVoting),
      payoutAddress: addressOf(payload.scriptPayout),
      pubKeyOperator: operatorKeyText(payload),
      inputsHash: payload.inputsHash,
    }),
  },
  proUpRevTx: {
    member: 'proUpRevTx',
    describe: ({ version, proTxHash, reason, inputsHash }) => ({ version, proTxHash, reason, inputsHash }),
  },
  cbTx: { member: 'cbTx', describe: describeCbTx },
  quorumCommitmentTx: {
    member: 'qcTx',
    describe: ({ version, height, commitment }) => ({
      version,
      height,
      commitment: diffQuorumFromCommitment(withReadBls(commitment)),
    }),
  },
  mnHfTx: {
    member: 'mnhfTx',
    describe: ({ version, versionBit, quorumHash, signature }) => ({
      version,
      signal: { versionBit, quorumHash, sig: signatureText(signature) },
    }),
  },
  assetLockTx: {
    member: 'assetLockTx',
    describe: ({ version, creditOutputs }) => ({
      version,
      creditOutputs: creditOutputs.map(({ value, scriptPubKey }) => {
        const { asm, hex, type } = describeScript(scriptPubKey);
        return { value: new Amount(value), valueSat: value, scriptPubKey: { asm, hex, type } };
      }),
    }),
  },
  assetUnlockTx: {
    member: 'assetUnlockTx',
    describe: ({ version, index, fee, requestedHeight, quorumHash, quorumSig }) => ({
      version,
      index,
      fee,
      requestedHeight,
      quorumHash,
      quorumSig: signatureText(quorumSig),
    }),
  },
};

/** Returns a signature as Dash Core prints it: zeros where it reads none. */
function signatureText(signature: string): string {
  return readBlsSignature(signature, 'basic') === NULL_BLS_SIGNATURE ? NULL_BLS_SIGNATURE : signature;
}

/** Returns an operator key as Dash Core prints it: zeros where the bytes are none. */
function operatorKeyText({ pubKeyOperator, version }: ProRegTx | ProUpRegTx): string {
  return isOperatorKey(pubKeyOperator, version) ? pubKeyOperator : NULL_BLS_PUBLIC_KEY;
}

function reached({ addresses, masternodeType, platform }: ProRegTx | ProUpServTx): ReachedMasternode {
  return {
    addresses,
    platformPorts: masternodeType === MasternodeType.evo ? platform?.ports : undefined,
  };
}

function describePlatform({ platform, addresses }: ProRegTx | ProUpServTx): object {
  if (platform === undefined) return {};
  const { nodeId: platformNodeID, ports } = platform;
  const extended = addresses.kind === 'extended' ? addresses : undefined;
  return {
    platformNodeID,
    platformP2PPort: ports?.p2p ?? extended?.platformP2p[0]?.port ?? -1,
    platformHTTPPort: ports?.http ?? extended?.platformHttps[0]?.port ?? -1,
  };
}
