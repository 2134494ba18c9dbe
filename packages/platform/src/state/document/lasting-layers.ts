import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';

const INDICES = new WeakMap<DocumentTypeDescription, readonly IndexDescription[]>();

/**
 * Returns the indices of a type whose trees get the layers of a document without any of their values, but no reference to it: nothing
 * removes these layers with the document. Indices that a longer one continues come after it; one that a longer index continues in which
 * all documents are is left out, because its layers come and go with references of that index.
 *
 * Source: `add_indices_for_index_level_for_contract_operations` and `remove_reference_for_index_level_for_contract_operations` in
 * `packages/rs-drive/src/drive/document` of dashpay/platform: both look at missing values only where they come to the reference.
 */
export function indicesWithLastingLayers(type: DocumentTypeDescription): readonly IndexDescription[] {
  const known = INDICES.get(type);
  if (known !== undefined) return known;
  const found = type.indices
    .filter(
      (index) =>
        !index.nullSearchable && !type.indices.some((one) => one.nullSearchable && continues(one, index)),
    )
    .toSorted((a, b) => b.properties.length - a.properties.length);
  INDICES.set(type, found);
  return found;
}

/** Returns whether an index begins with all properties of another one, and has more. */
export const continues = (one: IndexDescription, other: IndexDescription): boolean =>
  one.properties.length > other.properties.length &&
  other.properties.every((property, at) => one.properties[at] === property);
