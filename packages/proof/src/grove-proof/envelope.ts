import { protocolAt } from '@dapikit/contract/protocol-versions';
import { compareBytes, DecodeError, Reader, Writer } from '@dapikit/protocol/codec';
import { ProofError } from '../merk-proof/proof-error.js';

/** Limits how deep layers nest, and how many lower layers one layer has. Source: `MAX_PROOF_DEPTH` in grovedb. */
export const MAX_LAYERS = 128;

/** Names the structures that a layer can be proven for, in the order of their numbers. */
const LAYER_TYPES = ['merk', 'mmr', 'bulkAppendTree', 'denseTree', 'commitmentTree'] as const;

/** Proof of one layer and of the layers below it. */
export interface LayerProof {
  /** Says what kind of structure the bytes prove. V0 has Merk proofs only. */
  readonly type: (typeof LAYER_TYPES)[number];
  readonly bytes: Uint8Array;
  /** Proofs of lower layers by the keys of their trees, in ascending order. */
  readonly lowerLayers: readonly LowerLayer[];
}

/** Lower layer with the key of its tree. */
export interface LowerLayer {
  readonly key: Uint8Array;
  readonly layer: LayerProof;
}

/** Proof of GroveDB: layers from the topmost one down. */
export type GroveProof =
  | {
      readonly version: 0;
      readonly rootLayer: LayerProof;
      /** True if a layer without results uses up one of the limit: the prover's claim, which nothing proves. */
      readonly decreasesLimitOnEmpty: boolean;
    }
  | { readonly version: 1; readonly rootLayer: LayerProof };

/** Returns the version of the proofs that nodes give at a protocol version. */
export const proofVersionAt = (protocolVersion: number): GroveProof['version'] =>
  protocolAt(protocolVersion).proofVersion;

/** Returns a proof with a layer as its topmost one. Layers without results use up one of the limit, as those of all nodes do. */
export const groveProofOf = (version: GroveProof['version'], rootLayer: LayerProof): GroveProof =>
  version === 0 ? { version, rootLayer, decreasesLimitOnEmpty: true } : { version, rootLayer };

/** Decodes a proof of version 0 or 1. Throws DecodeError. Source: grovedb `grovedb/src/operations/proof/mod.rs`. */
export function decodeGroveProof(bytes: Uint8Array): GroveProof {
  const reader = new Reader(bytes);
  const version = reader.u32('the version of a proof');
  if (version > 1)
    throw new DecodeError({
      reason: 'unknown-variant',
      expected: 'the version of a proof (0 or 1)',
      found: `${version}`,
      offset: 0,
    });
  const rootLayer = decodeLayer(reader, version, 0);
  const proof: GroveProof =
    version === 0
      ? { version, rootLayer, decreasesLimitOnEmpty: reader.flag('whether an empty layer uses up the limit') }
      : { version: 1, rootLayer };
  if (reader.left > 0)
    throw reader.error('trailing-bytes', 'the end of the proof', `${reader.left} more bytes`);
  return proof;
}

function decodeLayer(reader: Reader, version: number, depth: number): LayerProof {
  if (depth > MAX_LAYERS) throw reader.error('too-large', `at most ${MAX_LAYERS} layers`, 'more');
  const type = version === 0 ? 'merk' : decodeLayerType(reader);
  const bytes = reader.byteString();
  const at = reader.offset;
  const count = reader.length('lower layers');
  if (count > MAX_LAYERS)
    throw reader.error('too-large', `at most ${MAX_LAYERS} lower layers`, `${count}`, at);
  const lowerLayers: LowerLayer[] = [];
  while (lowerLayers.length < count) {
    const offset = reader.offset;
    const key = reader.byteString();
    const last = lowerLayers.at(-1);
    if (last !== undefined && compareBytes(key, last.key) <= 0)
      throw reader.error('invalid-value', 'keys of lower layers in ascending order', 'another order', offset);
    lowerLayers.push({ key, layer: decodeLayer(reader, version, depth + 1) });
  }
  return { type, bytes, lowerLayers };
}

function decodeLayerType(reader: Reader): LayerProof['type'] {
  const offset = reader.offset;
  const number = reader.u32('the type of a layer proof');
  const type = LAYER_TYPES[number];
  if (type === undefined)
    throw reader.error(
      'unknown-variant',
      `the type of a layer proof (0 to ${LAYER_TYPES.length - 1})`,
      `${number}`,
      offset,
    );
  return type;
}

/** Encodes a proof. Throws ProofError for a layer that version 0 does not have. */
export function encodeGroveProof(proof: GroveProof): Uint8Array {
  const writer = new Writer();
  writer.u32(proof.version);
  encodeLayer(writer, proof.rootLayer, proof.version);
  if (proof.version === 0) writer.u8(proof.decreasesLimitOnEmpty ? 1 : 0);
  return writer.toBytes();
}

function encodeLayer(writer: Writer, { type, bytes, lowerLayers }: LayerProof, version: number): void {
  if (version > 0) writer.u32(LAYER_TYPES.indexOf(type));
  else if (type !== 'merk') throw new ProofError('unsupported', `a proof of version 0 has no ${type} layers`);
  writer.byteString(bytes);
  writer.u32(lowerLayers.length);
  for (const { key, layer } of lowerLayers.toSorted((a, b) => compareBytes(a.key, b.key))) {
    writer.byteString(key);
    encodeLayer(writer, layer, version);
  }
}
