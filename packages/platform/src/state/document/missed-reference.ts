import { indexPosition } from '@dapikit/proof/document-query';
import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import { compareBytes } from '../../base/bytes/compare-bytes.js';
import type { Collection } from './collection.js';
import type { Document } from './document.js';

/**
 * Returns an index in which the network, up to protocol 13, does not find the reference to a stored document that a transition changes;
 * undefined where it finds all of them. The transition then fails without a number and never gets into a block.
 *
 * A create takes its place from all missing values: without any value it writes no reference where `nullSearchable` is false, and with
 * some of them it writes the reference of a unique index into a tree of members, by the id of the document. A change looks at none of
 * this: where the values stay it refreshes the single reference of a unique index, or the member of another one, and where they go it
 * deletes the same. It puts the reference where the next change finds it, so that only documents in their first revision are concerned.
 *
 * The deletion of a missing member succeeds on the network while other documents are in the same tree of members; this is not
 * reproduced.
 *
 * Source: `update_document_for_contract_operations_v0`, `add_reference_for_index_level_for_contract_operations` and
 * `add_indices_for_index_level_for_contract_operations` in `packages/rs-drive/src/drive/document` of dashpay/platform;
 * `RefreshReference` in `grovedb/src/batch/mod.rs` and `delete_operation_for_delete_internal` in
 * `grovedb/src/operations/delete/mod.rs` of dashpay/grovedb.
 */
export function findMissedReference(
  { type, order }: Collection,
  before: Document,
  after: Document,
): IndexDescription | undefined {
  if (before.revision !== 1n) return undefined;
  return type.indices.find((index) => {
    const position = indexPosition(type, index, before, order);
    const next = indexPosition(type, index, after, order);
    const stays = position.every((key, at) => compareBytes(key, next[at] ?? NO_VALUE) === 0);
    const created = missingAtCreate(type, index, (other) => indexPosition(type, other, before, order));
    if (created === 'all' && !index.nullSearchable) return stays || !index.unique;
    return index.unique && stays && created !== 'none' && !position.every(isMissing);
  });
}

const NO_VALUE = new Uint8Array();

const isMissing = (key: Uint8Array | undefined): boolean => key === undefined || key.length === 0;

/**
 * Returns which values a create takes as missing: those of the index, and at each of its levels but the first also those of other
 * indices that begin with the same properties and continue with a name that sorts before.
 */
function missingAtCreate(
  { indices }: DocumentTypeDescription,
  index: IndexDescription,
  positionIn: (index: IndexDescription) => readonly Uint8Array[],
): 'all' | 'some' | 'none' {
  const flags = index.properties.flatMap((name, depth) =>
    indices
      .filter(({ properties }) => {
        const sibling = properties[depth];
        const isBeside = properties.slice(0, depth).every((one, at) => one === index.properties[at]);
        return sibling === name || (depth > 0 && sibling !== undefined && sibling < name) ? isBeside : false;
      })
      .map((one) => isMissing(positionIn(one)[depth])),
  );
  if (flags.every(Boolean)) return 'all';
  return flags.some(Boolean) ? 'some' : 'none';
}
