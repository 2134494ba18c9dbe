import { readAll, type ByteReader } from '../../base/bytes/byte-reader.js';
import { ByteWriter } from '../../base/bytes/byte-writer.js';
import { TransactionType } from '../transaction/transaction-type.js';
import { carriesPayload, type Transaction } from '../transaction/transaction.js';
import { readAssetLockTx, writeAssetLockTx, type AssetLockTx } from './asset-lock-tx.js';
import { readAssetUnlockTx, writeAssetUnlockTx, type AssetUnlockTx } from './asset-unlock-tx.js';
import { readCbTx, writeCbTx, type CbTx } from './cb-tx.js';
import { readMnHfTx, writeMnHfTx, type MnHfTx } from './mn-hf-tx.js';
import { readProRegTx, writeProRegTx, type ProRegTx } from './pro-reg-tx.js';
import { readProUpRegTx, writeProUpRegTx, type ProUpRegTx } from './pro-up-reg-tx.js';
import { readProUpRevTx, writeProUpRevTx, type ProUpRevTx } from './pro-up-rev-tx.js';
import { readProUpServTx, writeProUpServTx, type ProUpServTx } from './pro-up-serv-tx.js';
import {
  readQuorumCommitmentTx,
  writeQuorumCommitmentTx,
  type QuorumCommitmentTx,
} from './quorum-commitment-tx.js';

/** Describes a payload whose layout is known, discriminated by its `kind`. */
export type SpecialPayload =
  | ProRegTx
  | ProUpServTx
  | ProUpRegTx
  | ProUpRevTx
  | CbTx
  | QuorumCommitmentTx
  | MnHfTx
  | AssetLockTx
  | AssetUnlockTx;

/** Describes the payload of a type of transaction that is not known here: its bytes as they are. */
export interface OpaquePayload {
  readonly kind: 'opaque';
  readonly type: number;
  readonly bytes: Uint8Array;
}

/** Describes how payloads of one type of transaction are read and written. */
export interface PayloadFormat<Payload extends SpecialPayload = SpecialPayload> {
  /** The `kind` of its payloads. */
  readonly name: Payload['kind'];
  /**
   * Returns the payload that `bytes` serialise, the whole of them.
   * @throws {MalformedBytesError} on anything but one canonical serialisation of a known version.
   */
  decode(bytes: Uint8Array): Payload;
  /**
   * Returns the serialisation of `payload`.
   * @throws {RangeError} when a field is not of its length or does not go with the version.
   */
  encode(payload: Payload): Uint8Array;
}

type PayloadOf<Kind extends SpecialPayload['kind']> = Extract<SpecialPayload, { readonly kind: Kind }>;

const FORMATS: { readonly [Kind in SpecialPayload['kind']]: PayloadFormat<PayloadOf<Kind>> } = {
  proRegTx: format('proRegTx', readProRegTx, writeProRegTx),
  proUpServTx: format('proUpServTx', readProUpServTx, writeProUpServTx),
  proUpRegTx: format('proUpRegTx', readProUpRegTx, writeProUpRegTx),
  proUpRevTx: format('proUpRevTx', readProUpRevTx, writeProUpRevTx),
  cbTx: format('cbTx', readCbTx, writeCbTx),
  quorumCommitmentTx: format('quorumCommitmentTx', readQuorumCommitmentTx, writeQuorumCommitmentTx),
  mnHfTx: format('mnHfTx', readMnHfTx, writeMnHfTx),
  assetLockTx: format('assetLockTx', readAssetLockTx, writeAssetLockTx),
  assetUnlockTx: format('assetUnlockTx', readAssetUnlockTx, writeAssetUnlockTx),
};

/** Defines the format of the payloads of each type of special transaction, by the number of the type. */
export const PAYLOAD_FORMATS: ReadonlyMap<number, PayloadFormat> = new Map<number, PayloadFormat>([
  [TransactionType.providerRegister, FORMATS.proRegTx],
  [TransactionType.providerUpdateService, FORMATS.proUpServTx],
  [TransactionType.providerUpdateRegistrar, FORMATS.proUpRegTx],
  [TransactionType.providerUpdateRevoke, FORMATS.proUpRevTx],
  [TransactionType.coinbase, FORMATS.cbTx],
  [TransactionType.quorumCommitment, FORMATS.quorumCommitmentTx],
  [TransactionType.mnHardForkSignal, FORMATS.mnHfTx],
  [TransactionType.assetLock, FORMATS.assetLockTx],
  [TransactionType.assetUnlock, FORMATS.assetUnlockTx],
]);

/**
 * Returns the payload of `transaction`: nothing when its version and type carry none, its bytes when the type is not known.
 *
 * Source: `GetTxPayload` in `src/evo/specialtx.h` of dashpay/dash.
 * @throws {MalformedBytesError} when the bytes are not the payload of its type.
 */
export function decodePayload(
  transaction: Pick<Transaction, 'version' | 'type' | 'extraPayload'>,
): SpecialPayload | OpaquePayload | undefined {
  const { type, extraPayload } = transaction;
  if (!carriesPayload(transaction)) return undefined;
  return PAYLOAD_FORMATS.get(type)?.decode(extraPayload) ?? { kind: 'opaque', type, bytes: extraPayload };
}

/**
 * Returns the bytes that a transaction carries `payload` in.
 * @throws {RangeError} when a field is not of its length or does not go with the version.
 */
export function encodePayload(payload: SpecialPayload | OpaquePayload): Uint8Array {
  if (payload.kind === 'opaque') return payload.bytes;
  return (FORMATS[payload.kind] as PayloadFormat).encode(payload);
}

function format<Payload extends SpecialPayload>(
  name: Payload['kind'],
  read: (reader: ByteReader) => Payload,
  write: (writer: ByteWriter, payload: Payload) => void,
): PayloadFormat<Payload> {
  return {
    name,
    decode: (bytes) => readAll(bytes, read),
    encode: (payload) => {
      const writer = new ByteWriter();
      write(writer, payload);
      return writer.toBytes();
    },
  };
}
