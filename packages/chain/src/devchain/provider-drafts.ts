import { NULL_BLS_SIGNATURE } from '../primitives/masternode/null-bls.js';
import { ZERO_HASH } from '../base/bytes/hex.js';
import { inputsHash, providerPayloadHash } from '../rules/consensus/provider-signatures.js';
import { REGTEST } from '../rules/consensus/regtest.js';
import { signBlsWith } from '../base/crypto/bls.js';
import { signRecoverable } from '../base/crypto/recoverable-signature.js';
import { MasternodeType } from '../primitives/masternode/masternode-type.js';
import { ProviderVersion } from '../primitives/masternode/provider-version.js';
import { encodePayload } from '../primitives/payload/payload.js';
import type { ProUpRegTx } from '../primitives/payload/pro-up-reg-tx.js';
import type { ProUpRevTx } from '../primitives/payload/pro-up-rev-tx.js';
import type { ProUpServTx } from '../primitives/payload/pro-up-serv-tx.js';
import { TransactionType } from '../primitives/transaction/transaction-type.js';
import type { Account } from './keys.js';
import type { MasternodeKeys } from './masternode-keys.js';
import type { Draft } from './wallet.js';

/** Registers a masternode, with its collateral as the first output. */
export function registration(keys: MasternodeKeys): Draft {
  const value = keys.type === MasternodeType.evo ? REGTEST.evolutionCollateral : REGTEST.regularCollateral;
  return {
    type: TransactionType.providerRegister,
    outputs: [{ value, scriptPubKey: keys.collateral.scriptPubKey }],
    payload: (inputs) =>
      encodePayload({
        kind: 'proRegTx',
        version: ProviderVersion.basicBls,
        masternodeType: keys.type,
        mode: 0,
        collateral: { txid: ZERO_HASH, index: 0 },
        addresses: { kind: 'single', service: keys.service },
        keyIdOwner: keys.owner.keyId,
        pubKeyOperator: keys.operator.publicKey,
        keyIdVoting: keys.voting.keyId,
        operatorReward: 0,
        scriptPayout: keys.payout.scriptPubKey,
        inputsHash: inputsHash({ inputs }),
        platform: platformFields(keys),
        signature: new Uint8Array(),
      }),
  };
}

/** Gives a masternode its later voting key, signed by the owner. */
export function votingKeyChange(proTxHash: string, keys: MasternodeKeys): Draft {
  return registrarChange(proTxHash, keys.owner, {
    pubKeyOperator: keys.operator.publicKey,
    keyIdVoting: keys.laterVoting.keyId,
    scriptPayout: keys.payout.scriptPubKey,
  });
}

/** Gives a masternode another operator, voter or payee, signed by the owner. */
export function registrarChange(
  proTxHash: string,
  owner: Account,
  fields: Pick<ProUpRegTx, 'pubKeyOperator' | 'keyIdVoting' | 'scriptPayout'>,
): Draft {
  return {
    type: TransactionType.providerUpdateRegistrar,
    outputs: [],
    payload: (inputs) => {
      const unsigned = {
        kind: 'proUpRegTx',
        version: ProviderVersion.basicBls,
        proTxHash,
        mode: 0,
        ...fields,
        inputsHash: inputsHash({ inputs }),
        signature: new Uint8Array(),
      } as const;
      const signature = signRecoverable(providerPayloadHash(unsigned), owner.secretKey);
      return encodePayload({ ...unsigned, signature });
    },
  };
}

/** Moves a masternode to its later address, signed by the operator. */
export function serviceChange(proTxHash: string, keys: MasternodeKeys): Draft {
  return {
    type: TransactionType.providerUpdateService,
    outputs: [],
    payload: (inputs) =>
      signedByOperator(keys, {
        kind: 'proUpServTx',
        version: ProviderVersion.basicBls,
        masternodeType: keys.type,
        proTxHash,
        addresses: { kind: 'single', service: keys.laterService },
        scriptOperatorPayout: new Uint8Array(),
        inputsHash: inputsHash({ inputs }),
        platform: platformFields(keys),
        signature: NULL_BLS_SIGNATURE,
      }),
  };
}

/** Ends the operator's service, signed by the operator: the masternode is banned. `reason` is 0 to 3. */
export function revocation(proTxHash: string, keys: Pick<MasternodeKeys, 'operator'>, reason = 1): Draft {
  return {
    type: TransactionType.providerUpdateRevoke,
    outputs: [],
    payload: (inputs) =>
      signedByOperator(keys, {
        kind: 'proUpRevTx',
        version: ProviderVersion.basicBls,
        proTxHash,
        reason,
        inputsHash: inputsHash({ inputs }),
        signature: NULL_BLS_SIGNATURE,
      }),
  };
}

function signedByOperator(
  keys: Pick<MasternodeKeys, 'operator'>,
  unsigned: ProUpServTx | ProUpRevTx,
): Uint8Array {
  const signature = signBlsWith(keys.operator, providerPayloadHash(unsigned));
  return encodePayload({ ...unsigned, signature });
}

function platformFields({ platform }: MasternodeKeys): ProUpServTx['platform'] {
  return platform && { nodeId: platform.nodeId, ports: { p2p: platform.p2pPort, http: platform.httpPort } };
}
