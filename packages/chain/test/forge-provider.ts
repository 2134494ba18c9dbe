import { bytesToHex } from '../src/base/bytes/hex.js';
import { collateralMessage, providerPayloadHash } from '../src/rules/consensus/provider-signatures.js';
import { signBls } from '../src/base/crypto/bls.js';
import { signRecoverable } from '../src/base/crypto/recoverable-signature.js';
import { messageHash } from '../src/base/crypto/signed-message.js';
import type { Account } from '../src/devchain/keys.js';
import { masternodeKeys, type MasternodeKeys } from '../src/devchain/masternode-keys.js';
import { FOUNDING_MASTERNODES } from '../src/devchain/masternode-life.js';
import { registration, revocation, serviceChange, votingKeyChange } from '../src/devchain/provider-drafts.js';
import type { Draft } from '../src/devchain/wallet.js';
import { decodePayload, encodePayload, type SpecialPayload } from '../src/primitives/payload/payload.js';
import type { ProRegTx } from '../src/primitives/payload/pro-reg-tx.js';
import type { ProUpRegTx } from '../src/primitives/payload/pro-up-reg-tx.js';
import type { ProUpRevTx } from '../src/primitives/payload/pro-up-rev-tx.js';
import type { ProUpServTx } from '../src/primitives/payload/pro-up-serv-tx.js';
import type { Transaction, TransactionOutput } from '../src/primitives/transaction/transaction.js';
import type { Workshop } from './workshop.js';

/** A founding masternode of a workshop: its keys, and its id. */
export interface Founder {
  readonly keys: MasternodeKeys;
  readonly proTxHash: string;
}

/** The founding masternode at a place: 0 to 3 are regular, 4 and 5 evolution masternodes. */
export function founder({ keyRing, tip }: Workshop, index: number): Founder {
  const keys = masternodeKeys(keyRing, FOUNDING_MASTERNODES[index]!, index);
  const found = tip.connected?.masternodes.find(({ keyIdOwner }) => keyIdOwner === keys.owner.keyId);
  if (found === undefined) throw new Error('the masternode is not in the list');
  return { keys, proTxHash: found.proTxHash };
}

type PayloadOf<Kind extends SpecialPayload['kind']> = Extract<SpecialPayload, { kind: Kind }>;

function isOfKind<Kind extends SpecialPayload['kind']>(
  payload: ReturnType<typeof decodePayload>,
  kind: Kind,
): payload is PayloadOf<Kind> {
  return payload?.kind === kind;
}

/** A draft whose payload is changed before it is signed for. */
function withPayload<Kind extends SpecialPayload['kind']>(
  kind: Kind,
  draft: Draft,
  change: (payload: PayloadOf<Kind>) => SpecialPayload,
): Draft {
  return {
    ...draft,
    payload: (inputs) => {
      const payload = decodePayload({
        version: 3,
        type: draft.type!,
        extraPayload: draft.payload!(inputs),
      });
      if (!isOfKind(payload, kind)) throw new TypeError(`no ${kind}`);
      return encodePayload(change(payload));
    },
  };
}

/** Registers a masternode, with something changed in the payload or the outputs. */
export function register(
  workshop: Workshop,
  keys: MasternodeKeys,
  change: Partial<ProRegTx> = {},
  outputs: readonly TransactionOutput[] = registration(keys).outputs,
): Transaction {
  const draft = { ...registration(keys), outputs };
  return workshop.pay(
    workshop.treasury,
    withPayload('proRegTx', draft, (payload) => ({ ...payload, ...change })),
  );
}

/** Registers a masternode with a coin that is in the chain already, signed by who holds it. */
export function registerExternally(
  workshop: Workshop,
  keys: MasternodeKeys,
  change: Partial<ProRegTx>,
  holder: Account,
): Transaction {
  const draft = { ...registration(keys), outputs: [] };
  return workshop.pay(
    workshop.treasury,
    withPayload('proRegTx', draft, (payload) => {
      const unsigned = { ...payload, ...change };
      return {
        ...unsigned,
        signature: signRecoverable(messageHash(collateralMessage(unsigned)), holder.secretKey),
      };
    }),
  );
}

/** Moves a masternode, with something changed; signed by its operator. */
export function updateService(
  workshop: Workshop,
  { keys, proTxHash }: Founder,
  change: Partial<ProUpServTx> = {},
  payer = workshop.treasury,
): Transaction {
  return workshop.pay(
    payer,
    withPayload('proUpServTx', serviceChange(proTxHash, keys), (payload) =>
      signedByOperator({ ...payload, ...change }, keys),
    ),
  );
}

/** Revokes a masternode, with something changed; signed by its operator. */
export function revoke(
  workshop: Workshop,
  { keys, proTxHash }: Founder,
  change: Partial<ProUpRevTx> = {},
): Transaction {
  return workshop.pay(
    workshop.treasury,
    withPayload('proUpRevTx', revocation(proTxHash, keys), (payload) =>
      signedByOperator({ ...payload, ...change }, keys),
    ),
  );
}

/** Gives a masternode other keys, with something changed; signed by its owner. */
export function updateRegistrar(
  workshop: Workshop,
  { keys, proTxHash }: Founder,
  change: Partial<ProUpRegTx> = {},
  payer = workshop.treasury,
): Transaction {
  return workshop.pay(
    payer,
    withPayload('proUpRegTx', votingKeyChange(proTxHash, keys), (payload) => {
      const unsigned = { ...payload, ...change, signature: new Uint8Array() };
      return { ...unsigned, signature: signRecoverable(providerPayloadHash(unsigned), keys.owner.secretKey) };
    }),
  );
}

function signedByOperator<Payload extends ProUpServTx | ProUpRevTx>(
  payload: Payload,
  { operator }: MasternodeKeys,
): Payload {
  return { ...payload, signature: bytesToHex(signBls(providerPayloadHash(payload), operator.secretKey)) };
}
