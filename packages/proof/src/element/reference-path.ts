import { byteString, enumOf, listOf, struct, u8, type ValueOf } from '@dapikit/protocol/codec';
import { ProofPackageError } from '../errors/proof-package-error.js';

/** Way to a layer or an element: the keys from the topmost layer down. */
export type Path = readonly Uint8Array[];

const SOURCE = 'grovedb `grovedb-element/src/reference_path/mod.rs`';
const keys = listOf(byteString);

const variant = <Fields extends Parameters<typeof struct>[1]>(
  name: string,
  summary: string,
  fields: Fields,
) => struct<Fields>({ name, summary, source: SOURCE }, fields);

/** Says where a reference points: absolutely, or seen from the layer and key of the reference. */
export const referencePath = enumOf(
  { name: 'ReferencePathType', tag: 'type' },
  {
    absolute: variant('AbsolutePathReference', 'Has the whole path.', { path: keys }),
    upstreamRootHeight: variant(
      'UpstreamRootHeightReference',
      'Takes the first keys of the path of the reference, then its own.',
      { height: u8, path: keys },
    ),
    upstreamRootHeightWithParent: variant(
      'UpstreamRootHeightWithParentPathAdditionReference',
      'Takes the first keys of the path of the reference, then its own, then the last key of the path of the reference.',
      { height: u8, path: keys },
    ),
    upstreamElementHeight: variant(
      'UpstreamFromElementHeightReference',
      'Leaves out the last keys of the path of the reference, then takes its own.',
      { height: u8, path: keys },
    ),
    cousin: variant('CousinReference', 'Replaces the last key of the path.', { key: byteString }),
    removedCousin: variant('RemovedCousinReference', 'Replaces the last key of the path by several.', {
      path: keys,
    }),
    sibling: variant('SiblingReference', 'Names another key of the same layer.', { key: byteString }),
  },
);

export type ReferencePath = ValueOf<typeof referencePath>;

/** Reports a reference whose path cannot be followed from where it is. */
export class ReferencePathError extends ProofPackageError {
  override readonly name = 'ReferencePathError';
}

/**
 * Returns the path and key of the element at which a reference points, as one list of keys; the last one is the key.
 * @param layer is the path of the layer that contains the reference
 * @param key is the key of the reference
 * @throws ReferencePathError where the layer has fewer keys than the reference assumes, or nothing is left to point at
 *
 * Source: `path_from_reference_qualified_path_type` in grovedb `grovedb-element/src/reference_path/mod.rs`.
 */
export function resolveReference(reference: ReferencePath, layer: Path, key: Uint8Array): Path {
  switch (reference.type) {
    case 'absolute':
      return notEmpty(reference.path);
    case 'upstreamRootHeight':
      return notEmpty([...firstKeys(layer, reference.height), ...reference.path]);
    case 'upstreamRootHeightWithParent':
      return [...firstKeys(layer, reference.height), ...reference.path, lastKey(layer)];
    case 'upstreamElementHeight':
      return notEmpty([...firstKeys(layer, layer.length - reference.height), ...reference.path]);
    case 'cousin':
      lastKey(layer);
      return [...layer.slice(0, -1), reference.key, key];
    case 'removedCousin':
      lastKey(layer);
      return [...layer.slice(0, -1), ...reference.path, key];
    default:
      return [...layer, reference.key];
  }
}

function notEmpty(path: Path): Path {
  if (path.length === 0)
    throw new ReferencePathError('the reference points at no element: its path is empty');
  return path;
}

function firstKeys(layer: Path, count: number): Path {
  if (count < 0 || count > layer.length)
    throw new ReferencePathError(`the reference assumes a deeper path: its layer has ${layer.length} keys`);
  return layer.slice(0, count);
}

function lastKey(layer: Path): Uint8Array {
  const key = layer.at(-1);
  if (key === undefined)
    throw new ReferencePathError('the reference assumes a parent: its layer is the topmost');
  return key;
}
