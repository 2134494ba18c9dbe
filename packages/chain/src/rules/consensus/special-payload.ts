import { MalformedBytesError } from '../../base/bytes/malformed-bytes-error.js';
import { isReadableCommitment } from '../../primitives/masternode/final-commitment.js';
import { readBlsSignature } from '../../primitives/masternode/null-bls.js';
import { blsSchemeOf } from '../../primitives/masternode/provider-version.js';
import { decodePayload, type SpecialPayload } from '../../primitives/payload/payload.js';
import { TransactionType } from '../../primitives/transaction/transaction-type.js';
import { carriesPayload, type Transaction } from '../../primitives/transaction/transaction.js';
import { RejectionError } from './rejection-error.js';

/** Describes Dash Core's reject reason for the payload of a type, and its treatment of unknown versions. */
interface PayloadReading {
  /** The reject reason for bytes that are no payload of the type. */
  readonly payload: string;
  /** The reject reason for one of a version that does not exist. */
  readonly version: string;
  /** The bytes of the version, which comes first. */
  readonly width: 1 | 2;
  /** The version whose layout one that does not exist is read with; `undefined` where nothing is read behind it. */
  readonly layoutOf: (version: number) => number | undefined;
}

const PROVIDER: PayloadReading = {
  payload: 'bad-protx-payload',
  version: 'bad-protx-version',
  width: 2,
  layoutOf: () => undefined,
};

/** Returns the reading of a type with one version: all versions have the same layout. */
function alike(name: string, width: 1 | 2): PayloadReading {
  return { payload: `${name}-payload`, version: `${name}-version`, width, layoutOf: () => 1 };
}

const READINGS: ReadonlyMap<number, PayloadReading> = new Map([
  [TransactionType.providerRegister, PROVIDER],
  [TransactionType.providerUpdateService, PROVIDER],
  [TransactionType.providerUpdateRegistrar, PROVIDER],
  [TransactionType.providerUpdateRevoke, PROVIDER],
  [
    TransactionType.coinbase,
    { ...alike('bad-cbtx', 2), layoutOf: (version) => Math.min(Math.max(version, 1), 3) },
  ],
  [TransactionType.quorumCommitment, alike('bad-qc', 2)],
  [TransactionType.mnHardForkSignal, alike('bad-mnhf', 1)],
  [TransactionType.assetLock, alike('bad-assetlocktx', 1)],
  [TransactionType.assetUnlock, alike('bad-assetunlocktx', 1)],
]);

/**
 * Decodes the payload of a special transaction.
 *
 * Source: `GetTxPayload` in `src/evo/specialtx.h` of dashpay/dash, and the version checks behind its uses.
 * @throws {RejectionError} when it is of a version that does not exist, or its bytes are not a payload of its type.
 */
export function specialPayload(transaction: Transaction): SpecialPayload {
  const payload = readablePayload(transaction);
  if (payload !== undefined) return payload;
  const reading = READINGS.get(transaction.type);
  if (reading === undefined) throw new RejectionError('bad-tx-type-check');
  throw new RejectionError(hasOnlyAWrongVersion(transaction, reading) ? reading.version : reading.payload);
}

/** Decodes the payload as {@link specialPayload} does; returns `undefined` for a plain transaction. */
export function payloadIfSpecial(transaction: Transaction): SpecialPayload | undefined {
  return carriesPayload(transaction) ? specialPayload(transaction) : undefined;
}

/** Decodes the payload of a transaction; returns `undefined` if it has none of a known kind, one of V24, or a malformed one. */
export function readPayload(transaction: Transaction): SpecialPayload | undefined {
  try {
    const payload = decodePayload(transaction);
    return payload?.kind === 'opaque' || isOfV24(payload) ? undefined : payload;
  } catch (error) {
    if (error instanceof MalformedBytesError) return undefined;
    throw error;
  }
}

/** Returns whether a payload is of a version that Dash Core 23 does not know. */
function isOfV24(payload: SpecialPayload | undefined): boolean {
  if (payload?.kind === 'cbTx') return payload.version === 4;
  return payload?.kind === 'assetUnlockTx' && payload.version === 2;
}

/** Decodes the payload of a transaction as {@link readPayload} does; returns `undefined` as well for one whose BLS signatures Dash Core cannot read. */
export function readablePayload(transaction: Transaction): SpecialPayload | undefined {
  const payload = readPayload(transaction);
  return payload !== undefined && hasReadableBls(payload) ? payload : undefined;
}

/** Describes a payload that was read by the layout of a version, whatever its own version is. */
export interface VersionedPayload {
  /** Version of the bytes. */
  readonly version: number;
  /** Its `version` is that of the layout. */
  readonly payload: SpecialPayload;
}

/**
 * Decodes the payload of a transaction as Dash Core reads it before it checks the version: the bytes of a version that does not exist have
 * the layout of another one. Returns `undefined` for bytes that are none in that layout, and for those behind whose version nothing is
 * read.
 */
export function payloadOfAnyVersion(transaction: Transaction): VersionedPayload | undefined {
  const reading = carriesPayload(transaction) ? READINGS.get(transaction.type) : undefined;
  const { extraPayload } = transaction;
  if (reading === undefined || extraPayload.length < reading.width) return undefined;
  const bytes = Buffer.from(extraPayload);
  const version = bytes.readUIntLE(0, reading.width);
  const layout = reading.layoutOf(version);
  if (layout === undefined) return undefined;
  bytes.writeUIntLE(layout, 0, reading.width);
  const payload = readablePayload({ ...transaction, extraPayload: bytes });
  return payload && { version, payload };
}

/** Returns whether the bytes would be a payload if their version existed. */
function hasOnlyAWrongVersion(transaction: Transaction, { width, layoutOf }: PayloadReading): boolean {
  const { extraPayload } = transaction;
  if (extraPayload.length < width) return false;
  const isReadAlone = layoutOf(Buffer.from(extraPayload).readUIntLE(0, width)) === undefined;
  return isReadAlone ? extraPayload.length === width : payloadOfAnyVersion(transaction) !== undefined;
}

/**
 * Returns whether Dash Core can read the BLS keys and signatures of a payload. Operator keys are not read with it.
 *
 * Source: `CBLSWrapper::Unserialize` in `src/bls/bls.h` of dashpay/dash.
 */
function hasReadableBls(payload: SpecialPayload): boolean {
  switch (payload.kind) {
    case 'proUpServTx':
    case 'proUpRevTx':
      return readBlsSignature(payload.signature, blsSchemeOf(payload.version)) !== undefined;
    case 'quorumCommitmentTx':
      return isReadableCommitment(payload.commitment);
    case 'mnHfTx':
      return readBlsSignature(payload.signature, 'basic') !== undefined;
    case 'assetUnlockTx':
      return readBlsSignature(payload.quorumSig, 'basic') !== undefined;
    case 'cbTx':
      return payload.version !== 3 || readBlsSignature(payload.bestCLSignature, 'basic') !== undefined;
    default:
      return true;
  }
}
