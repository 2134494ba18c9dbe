import { hex } from '@scure/base';
import type { Codec, ValueOf } from '../codec/codec.js';
import { byteString } from '../codec/bytes.js';
import { jsonError } from '../codec/decode-error.js';
import { EncodeError } from '../codec/encode-error.js';
import { enumOf } from '../codec/enum-of.js';
import { u32 } from '../codec/integers.js';
import { struct } from '../codec/struct.js';
import { withJson } from '../codec/with-json.js';

const TXID_BYTES = 32;

const displayedId = (bytes: Uint8Array): string => hex.encode(bytes.toReversed());

/**
 * Defines the id of a layer-1 transaction in internal byte order: a byte string with its length, as the library of
 * layer 1 writes it.
 */
export const transactionId: Codec<Uint8Array> = {
  description: {
    kind: 'primitive',
    name: 'transaction id',
    bytes: 'length 20, 32 bytes in internal order',
    json: 'hexadecimal in display order',
  },
  decode: (reader) => {
    const at = reader.offset;
    const bytes = reader.byteString();
    if (bytes.length !== TXID_BYTES)
      throw reader.error('invalid-value', `a transaction id of ${TXID_BYTES} bytes`, `${bytes.length}`, at);
    return bytes;
  },
  encode: (writer, bytes) => {
    if (bytes.length !== TXID_BYTES) throw new EncodeError(`${TXID_BYTES} bytes`, `${bytes.length}`);
    writer.byteString(bytes);
  },
  toJson: displayedId,
  fromJson: (json) => {
    if (typeof json !== 'string' || !/^[0-9a-f]{64}$/.test(json))
      throw jsonError('a transaction id of 64 hexadecimal digits', json);
    return hex.decode(json).toReversed();
  },
};

/** An output of a layer-1 transaction; `<transaction id>:<index>` in JSON. */
const outPoint = withJson(
  struct(
    { name: 'OutPoint', summary: 'Is an output of a layer-1 transaction.', source: 'dashcore, `OutPoint`' },
    { transactionId, outputIndex: u32 },
  ),
  (value) => `${displayedId(value.transactionId)}:${value.outputIndex}`,
  (json) => {
    const [txid, index, ...rest] = typeof json === 'string' ? json.split(':') : [];
    if (index === undefined || rest.length > 0 || !/^\d{1,10}$/.test(index))
      throw jsonError('<transaction id>:<output index>', json);
    return { transactionId: transactionId.fromJson(txid), outputIndex: u32.fromJson(Number(index)) };
  },
);

/**
 * Describes the proof that funds of layer 1 are locked for the platform. Transactions and locks are opaque bytes here.
 * The output index counts the credit outputs of the transaction's payload, not its outputs.
 */
export const assetLockProof = enumOf(
  { name: 'AssetLockProof', tag: 'type' },
  {
    instant: struct(
      {
        name: 'InstantAssetLockProof',
        summary: 'Shows an InstantSend lock of the transaction.',
        source:
          'packages/rs-dpp/src/identity/state_transition/asset_lock_proof/instant/instant_asset_lock_proof.rs',
      },
      { instantLock: byteString, transaction: byteString, outputIndex: u32 },
    ),
    chain: struct(
      {
        name: 'ChainAssetLockProof',
        summary: 'Names a height that a ChainLock covers, at or above the transaction.',
        source:
          'packages/rs-dpp/src/identity/state_transition/asset_lock_proof/chain/chain_asset_lock_proof.rs',
      },
      { coreChainLockedHeight: u32, outPoint },
    ),
  },
);

export type AssetLockProof = ValueOf<typeof assetLockProof>;
