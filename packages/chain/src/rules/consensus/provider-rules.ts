import { isIPv4 } from 'node:net';
import { ZERO_HASH } from '../../base/bytes/hex.js';
import { verifyBls } from '../../base/crypto/bls.js';
import { MasternodeType } from '../../primitives/masternode/masternode-type.js';
import type { NetworkAddress } from '../../primitives/masternode/network-address.js';
import { isOperatorKey } from '../../primitives/masternode/operator-key.js';
import { readBlsSignature } from '../../primitives/masternode/null-bls.js';
import { blsSchemeOf, ProviderVersion } from '../../primitives/masternode/provider-version.js';
import { isPayToPublicKeyHash, isPayToScriptHash } from '../../primitives/script/script-shape.js';
import type { ProRegTx } from '../../primitives/payload/pro-reg-tx.js';
import type { ProUpRegTx } from '../../primitives/payload/pro-up-reg-tx.js';
import type { ProUpRevTx } from '../../primitives/payload/pro-up-rev-tx.js';
import type { ProUpServTx } from '../../primitives/payload/pro-up-serv-tx.js';
import {
  outPointKey,
  type OutPoint,
  type TransactionOutput,
} from '../../primitives/transaction/transaction.js';
import { destinationOf, paysKey } from './destination.js';
import { basicOperatorKey, NO_NODE, type Masternode } from './masternode.js';
import { isCollateralOf } from './masternode-list-update.js';
import { isNoAddress, serviceOf } from './masternode-service.js';
import {
  inputsHash,
  isSignedByCollateral,
  isSignedByOwner,
  providerPayloadHash,
} from './provider-signatures.js';
import { REGTEST } from './regtest.js';
import type { Rule } from './rejection-error.js';
import type { SpecialContext } from './special-context.js';

/*
 * Lists the rules of provider transactions, in the order in which Dash Core checks them.
 * Source: `CProRegTx::IsTriviallyValid` and its siblings in `src/evo/providertx.cpp`, `CheckProRegTx` and its siblings in
 * `src/evo/specialtxman.cpp`, dashpay/dash. Rules of forks that regtest has not activated are left out.
 */

const NO_KEY = '0'.repeat(40);
const WHOLE_REWARD = 10_000;
const LAST_REVOCATION_REASON = 3;
const KNOWN_TYPES: ReadonlySet<number> = new Set(Object.values(MasternodeType));

type Provider<Payload> = SpecialContext & { readonly payload: Payload };

export const PRO_REG_RULES: readonly Rule<Provider<ProRegTx>>[] = [
  ['bad-protx-version', ({ payload }) => payload.version > ProviderVersion.basicBls],
  [
    'bad-protx-evo-version',
    ({ payload }) =>
      payload.version < ProviderVersion.basicBls && payload.masternodeType === MasternodeType.evo,
  ],
  ['bad-protx-type', ({ payload }) => !KNOWN_TYPES.has(payload.masternodeType)],
  ['bad-protx-mode', ({ payload }) => payload.mode !== 0],
  ['bad-protx-key-null', ({ payload }) => payload.keyIdOwner === NO_KEY || lacksKey(payload)],
  ['bad-protx-payee', ({ payload }) => !isPayee(payload.scriptPayout)],
  [
    'bad-protx-payee-reuse',
    ({ payload }) => paysAny(payload.scriptPayout, [payload.keyIdOwner, payload.keyIdVoting]),
  ],
  ['bad-protx-operator-reward', ({ payload }) => payload.operatorReward > WHOLE_REWARD],
  [
    'bad-protx-netinfo-addr-type',
    ({ payload }) => hasAddress(payload) && !isIPv4(serviceOf(payload.addresses).ip),
  ],
  [
    'bad-protx-netinfo-port',
    ({ payload }) => hasAddress(payload) && isMainnetPort(serviceOf(payload.addresses).port),
  ],
  ...platformRules<ProRegTx>(),
  [
    'bad-protx-collateral-index',
    (context) => isInternal(context.payload) && internalCollateral(context) === undefined,
  ],
  [
    'bad-protx-collateral',
    (context) => {
      const collateral = collateralOutput(context);
      return collateral === undefined || !isCollateralOf(context.payload.masternodeType, collateral.value);
    },
  ],
  ['bad-protx-collateral-dest', (context) => collateralDestination(context) === undefined],
  [
    'bad-protx-collateral-pkh',
    (context) => !isInternal(context.payload) && collateralDestination(context)?.kind !== 'key',
  ],
  [
    'bad-protx-collateral-reuse',
    (context) => {
      const { payload } = context;
      const collateral = collateralOutput(context);
      return (
        collateral !== undefined &&
        paysAny(collateral.scriptPubKey, [payload.keyIdOwner, payload.keyIdVoting])
      );
    },
  ],
  [
    'bad-protx-dup-netinfo-entry',
    (context) => {
      const holder = holderOfAddress(context, serviceOf(context.payload.addresses));
      return (
        holder !== undefined && outPointKey(holder.collateral) !== outPointKey(collateralOutPoint(context))
      );
    },
  ],
  [
    'bad-protx-dup-key',
    ({ payload, masternodes }) =>
      masternodes.find(
        ({ keyIdOwner, pubKeyOperator }) =>
          keyIdOwner === payload.keyIdOwner || pubKeyOperator === payload.pubKeyOperator,
      ) !== undefined,
  ],
  [
    'bad-protx-dup-platformnodeid',
    (context) => holderOfNode(context, context.payload.platform?.nodeId) !== undefined,
  ],
  [
    'bad-protx-key-not-same',
    ({ payload, height }) => isBeforeEnforcement(height) && payload.keyIdOwner !== payload.keyIdVoting,
  ],
  ['bad-protx-inputs-hash', hasWrongInputsHash],
  [
    'bad-protx-sig',
    (context) => {
      const { payload } = context;
      if (isInternal(payload)) return payload.signature.length > 0;
      return !isSignedByCollateral(payload, collateralDestination(context)?.id ?? '');
    },
  ],
];

export const PRO_UP_SERV_RULES: readonly Rule<Provider<ProUpServTx>>[] = [
  ['bad-protx-version', ({ payload }) => payload.version > ProviderVersion.basicBls],
  ['bad-protx-netinfo-empty', ({ payload }) => !hasAddress(payload)],
  ['bad-protx-netinfo-addr-type', ({ payload }) => !isIPv4(serviceOf(payload.addresses).ip)],
  ['bad-protx-netinfo-port', ({ payload }) => isMainnetPort(serviceOf(payload.addresses).port)],
  ...platformRules<ProUpServTx>(),
  ['bad-protx-hash', (context) => target(context) === undefined],
  [
    'bad-protx-dup-netinfo-entry',
    (context) => isAnother(context, holderOfAddress(context, serviceOf(context.payload.addresses))),
  ],
  [
    'bad-protx-dup-platformnodeid',
    (context) => isAnother(context, holderOfNode(context, context.payload.platform?.nodeId)),
  ],
  [
    'bad-protx-operator-payee',
    (context) => {
      const { scriptOperatorPayout } = context.payload;
      if (scriptOperatorPayout.length === 0) return false;
      return target(context)?.operatorReward === 0 || !isPayee(scriptOperatorPayout);
    },
  ],
  ['bad-protx-inputs-hash', hasWrongInputsHash],
  ['bad-protx-sig', isNotSignedByOperator],
];

export const PRO_UP_REG_RULES: readonly Rule<Provider<ProUpRegTx>>[] = [
  ['bad-protx-version', ({ payload }) => payload.version > ProviderVersion.basicBls],
  ['bad-protx-mode', ({ payload }) => payload.mode !== 0],
  ['bad-protx-key-null', ({ payload }) => lacksKey(payload)],
  ['bad-protx-payee', ({ payload }) => !isPayee(payload.scriptPayout)],
  ['bad-protx-hash', (context) => target(context) === undefined],
  [
    'bad-protx-payee-reuse',
    (context) =>
      paysAny(context.payload.scriptPayout, [target(context)?.keyIdOwner, context.payload.keyIdVoting]),
  ],
  [
    'bad-protx-collateral-reuse',
    (context) => {
      const collateral = context.coins.coin(target(context)?.collateral ?? NO_OUT_POINT);
      if (collateral === undefined) return false;
      return paysAny(collateral.scriptPubKey, [target(context)?.keyIdOwner, context.payload.keyIdVoting]);
    },
  ],
  [
    'bad-protx-dup-key',
    (context) =>
      isAnother(
        context,
        context.masternodes.find(({ pubKeyOperator }) => pubKeyOperator === context.payload.pubKeyOperator),
      ),
  ],
  [
    'bad-protx-key-not-same',
    (context) =>
      isBeforeEnforcement(context.height) && target(context)?.keyIdOwner !== context.payload.keyIdVoting,
  ],
  ['bad-protx-inputs-hash', hasWrongInputsHash],
  ['bad-protx-sig', (context) => !isSignedByOwner(context.payload, target(context)?.keyIdOwner ?? '')],
];

export const PRO_UP_REV_RULES: readonly Rule<Provider<ProUpRevTx>>[] = [
  ['bad-protx-version', ({ payload }) => payload.version > ProviderVersion.basicBls],
  ['bad-protx-reason', ({ payload }) => payload.reason > LAST_REVOCATION_REASON],
  ['bad-protx-hash', (context) => target(context) === undefined],
  ['bad-protx-inputs-hash', hasWrongInputsHash],
  ['bad-protx-sig', isNotSignedByOperator],
];

const NO_OUT_POINT: OutPoint = { txid: ZERO_HASH, index: 0 };

function platformRules<Payload extends ProRegTx | ProUpServTx>(): Rule<Provider<Payload>>[] {
  return [
    ['bad-protx-platform-nodeid', ({ payload }) => payload.platform?.nodeId === NO_NODE],
    ['bad-protx-platform-p2p-port', ({ payload }) => isMainnetPort(payload.platform?.ports?.p2p)],
    ['bad-protx-platform-http-port', ({ payload }) => isMainnetPort(payload.platform?.ports?.http)],
    [
      'bad-protx-platform-dup-ports',
      ({ payload }) => {
        const ports = payload.platform?.ports;
        if (ports === undefined) return false;
        return new Set([ports.p2p, ports.http, serviceOf(payload.addresses).port]).size < 3;
      },
    ],
  ];
}

function lacksKey({ keyIdVoting, pubKeyOperator, version }: ProRegTx | ProUpRegTx): boolean {
  return keyIdVoting === NO_KEY || !isOperatorKey(pubKeyOperator, version);
}

function isPayee(script: Uint8Array): boolean {
  return isPayToPublicKeyHash(script) || isPayToScriptHash(script);
}

function paysAny(script: Uint8Array, keyIds: readonly (string | undefined)[]): boolean {
  return keyIds.some((keyId) => keyId !== undefined && paysKey(script, keyId));
}

function hasAddress({ addresses }: ProRegTx | ProUpServTx): boolean {
  return !isNoAddress(serviceOf(addresses));
}

function isMainnetPort(port: number | undefined): boolean {
  return port === REGTEST.mainnetPort;
}

function isBeforeEnforcement(height: number): boolean {
  return height - 1 < REGTEST.payeeEnforcementHeight;
}

function isInternal({ collateral }: ProRegTx): boolean {
  return collateral.txid === ZERO_HASH;
}

function internalCollateral({ payload, transaction }: Provider<ProRegTx>): TransactionOutput | undefined {
  return transaction.outputs[payload.collateral.index];
}

function collateralOutput(context: Provider<ProRegTx>): TransactionOutput | undefined {
  const { payload, coins } = context;
  return isInternal(payload) ? internalCollateral(context) : coins.coin(payload.collateral);
}

function collateralOutPoint({ payload, txid }: Provider<ProRegTx>): OutPoint {
  return isInternal(payload) ? { txid, index: payload.collateral.index } : payload.collateral;
}

function collateralDestination(context: Provider<ProRegTx>): ReturnType<typeof destinationOf> {
  const collateral = collateralOutput(context);
  return collateral && destinationOf(collateral.scriptPubKey);
}

function holderOfAddress({ masternodes }: SpecialContext, service: NetworkAddress): Masternode | undefined {
  if (isNoAddress(service)) return undefined;
  return masternodes.find((other) => other.service.ip === service.ip && other.service.port === service.port);
}

function holderOfNode({ masternodes }: SpecialContext, nodeId: string | undefined): Masternode | undefined {
  if (nodeId === undefined || nodeId === NO_NODE) return undefined;
  return masternodes.find(({ platform }) => platform?.nodeId === nodeId);
}

function target({ payload, masternodes }: Provider<{ readonly proTxHash: string }>): Masternode | undefined {
  return masternodes.get(payload.proTxHash);
}

function isAnother(
  { payload }: Provider<{ readonly proTxHash: string }>,
  holder: Masternode | undefined,
): boolean {
  return holder !== undefined && holder.proTxHash !== payload.proTxHash;
}

function hasWrongInputsHash({ payload, transaction }: Provider<{ readonly inputsHash: string }>): boolean {
  return payload.inputsHash !== inputsHash(transaction);
}

function isNotSignedByOperator(context: Provider<ProUpServTx | ProUpRevTx>): boolean {
  const masternode = target(context);
  if (masternode === undefined) return true;
  const { payload } = context;
  const signature = readBlsSignature(payload.signature, blsSchemeOf(payload.version)) ?? '';
  return !verifyBls(signature, providerPayloadHash(payload), basicOperatorKey(masternode));
}
