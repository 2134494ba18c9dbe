import { pooledBytes } from '@dapikit/protocol/codec';
import { hashParts } from '../merk/blake3.js';

/** Names the layer of a path in the store: 32 bytes, whatever the length of the path. */
export type LayerId = Uint8Array;

/** Id of the topmost layer. */
export const ROOT_LAYER_ID: LayerId = new Uint8Array(32);

/** Returns the id of the layer below a key: the hash of the id of the layer that has the key, and of the key. */
export const childLayerId = (layer: LayerId, key: Uint8Array): LayerId => hashParts(layer, key);

const LAYER_MARKER = 0;
const NODE_MARKER = 1;

/** Returns the key under which a layer is stored. */
export const layerKey = (layer: LayerId): Uint8Array => markedKey(layer, LAYER_MARKER, new Uint8Array());

/** Returns the key under which a node is stored. */
export const nodeKey = (layer: LayerId, key: Uint8Array): Uint8Array => markedKey(layer, NODE_MARKER, key);

function markedKey(layer: LayerId, marker: number, key: Uint8Array): Uint8Array {
  const bytes = pooledBytes(layer.length + 1 + key.length);
  bytes.set(layer);
  bytes[layer.length] = marker;
  bytes.set(key, layer.length + 1);
  return bytes;
}
