import * as fc from 'fast-check';
import type { CbTx } from '../src/primitives/payload/cb-tx.js';
import type { SpecialPayload } from '../src/primitives/payload/payload.js';
import {
  anyAddresses,
  anyBytes,
  anyFinalCommitment,
  anyHash,
  anyHex,
  anyInt64,
  anyKeyId,
  anyPublicKey,
  anySignature,
  anyUint16,
  anyUint32,
  anyUint8,
} from './arbitraries.js';

const version = fc.constantFrom(1 as const, 2 as const, 3 as const);

/** Versions, and the types of masternode they know. */
const versionAndType = version.chain((v) =>
  fc.tuple(fc.constant(v), fc.constantFrom(...(v === 1 ? [0] : [0, 1, 2, 0xffff]))),
);

/** The fields of a provider transaction that go with its version and type. */
function masternodeFields(version: 1 | 2 | 3, masternodeType: number) {
  const ports = version === 3 ? fc.constant(undefined) : fc.record({ p2p: anyUint16, http: anyUint16 });
  const platform = fc.record({ nodeId: anyHex(20), ports });
  return {
    version: fc.constant(version),
    masternodeType: fc.constant(masternodeType),
    addresses: anyAddresses(version),
    platform: masternodeType === 1 ? platform : fc.constant(undefined),
  };
}

const coinbase = { kind: fc.constant('cbTx' as const), height: fc.integer(), merkleRootMNList: anyHash };
const anyCbTx: fc.Arbitrary<CbTx> = fc.oneof(
  fc.record({ ...coinbase, version: fc.constant(1 as const) }),
  fc.record({ ...coinbase, version: fc.constant(2 as const), merkleRootQuorums: anyHash }),
  fc.record({
    ...coinbase,
    version: fc.constant(3 as const),
    merkleRootQuorums: anyHash,
    bestCLHeightDiff: fc.nat(0x02000000),
    bestCLSignature: anySignature,
    creditPoolBalance: anyInt64,
  }),
);

/** Any payload of a kind. */
export const ANY_PAYLOAD: {
  readonly [Kind in SpecialPayload['kind']]: fc.Arbitrary<Extract<SpecialPayload, { readonly kind: Kind }>>;
} = {
  proRegTx: versionAndType.chain(([version, masternodeType]) =>
    fc.record({
      ...masternodeFields(version, masternodeType),
      kind: fc.constant('proRegTx' as const),
      mode: anyUint16,
      collateral: fc.record({ txid: anyHash, index: anyUint32 }),
      keyIdOwner: anyKeyId,
      pubKeyOperator: anyPublicKey,
      keyIdVoting: anyKeyId,
      operatorReward: anyUint16,
      scriptPayout: anyBytes,
      inputsHash: anyHash,
      signature: anyBytes,
    }),
  ),
  proUpServTx: versionAndType.chain(([version, masternodeType]) =>
    fc.record({
      ...masternodeFields(version, masternodeType),
      kind: fc.constant('proUpServTx' as const),
      proTxHash: anyHash,
      scriptOperatorPayout: anyBytes,
      inputsHash: anyHash,
      signature: anySignature,
    }),
  ),
  proUpRegTx: fc.record({
    kind: fc.constant('proUpRegTx'),
    version,
    proTxHash: anyHash,
    mode: anyUint16,
    pubKeyOperator: anyPublicKey,
    keyIdVoting: anyKeyId,
    scriptPayout: anyBytes,
    inputsHash: anyHash,
    signature: anyBytes,
  }),
  proUpRevTx: fc.record({
    kind: fc.constant('proUpRevTx'),
    version,
    proTxHash: anyHash,
    reason: anyUint16,
    inputsHash: anyHash,
    signature: anySignature,
  }),
  cbTx: anyCbTx,
  quorumCommitmentTx: fc.record({
    kind: fc.constant('quorumCommitmentTx'),
    version: fc.constant(1),
    height: anyUint32,
    commitment: anyFinalCommitment,
  }),
  mnHfTx: fc.record({
    kind: fc.constant('mnHfTx'),
    version: fc.constant(1),
    versionBit: anyUint8,
    quorumHash: anyHash,
    signature: anySignature,
  }),
  assetLockTx: fc.record({
    kind: fc.constant('assetLockTx'),
    version: fc.constant(1),
    creditOutputs: fc.array(fc.record({ value: anyInt64, scriptPubKey: anyBytes }), { maxLength: 5 }),
  }),
  assetUnlockTx: fc.record({
    kind: fc.constant('assetUnlockTx'),
    version: fc.constant(1),
    index: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    fee: anyUint32,
    requestedHeight: anyUint32,
    quorumHash: anyHash,
    quorumSig: anySignature,
  }),
};
