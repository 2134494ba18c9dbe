import type { IndexDescription } from '@dapikit/contract';
import type { ActorName, DocumentJson, Step } from '../step/step.js';
import {
  hasOwner,
  ownPaths,
  listNames,
  sharingIndex,
  uniqueIndices,
  type Expectation,
  type Subject,
  type Surprise,
} from './expectation.js';

/** Says how a document stops to occupy the values of a unique index. */
interface Release {
  readonly says: (type: string, values: string, isOwned: boolean) => string;
  /** Returns the step that releases the values; nothing where the index has no such step. */
  readonly step: (
    subject: Subject,
    index: IndexDescription,
    stored: { readonly document: string; readonly data: DocumentJson },
  ) => Step | undefined;
}

/**
 * Creates a document, lets another create with the same values fail, releases the values, and repeats that create. An index with the owner among
 * its properties restricts each owner, so the same identity repeats it.
 */
async function releasing(
  subject: Subject,
  index: IndexDescription,
  { says, step }: Release,
): Promise<Surprise | undefined> {
  const { room, type, creator } = subject;
  const documents = sharingIndex(subject, index);
  if (documents === undefined) return undefined;
  const [first, second] = documents;
  const isOwned = hasOwner(index);
  const other: ActorName = isOwned ? creator : creator === 'owner' ? 'owner' : 'bob';
  const documentType = type.name;
  const document = room.nextLabel(documentType);
  const release = step(subject, index, { document, data: first });
  if (release === undefined) return undefined;
  const again = (): Step => ({
    action: 'create',
    by: other,
    documentType,
    document: room.nextLabel(documentType),
    data: second,
  });
  const created = await room.perform({ action: 'create', by: creator, documentType, document, data: first });
  if (!created.accepted || (await room.perform(again())).accepted) return undefined;
  if (!(await room.perform(release)).accepted || !(await room.perform(again())).accepted) return undefined;
  const message = says(documentType, listNames(ownPaths(index)), isOwned);
  return { message, place: ['indices', index.name], steps: room.steps };
}

const examineAll =
  (release: Release): Expectation['examine'] =>
  async (subject) => {
    const found: Surprise[] = [];
    for (const index of uniqueIndices(subject.type)) {
      const surprise = await subject.room.branch(async () => releasing(subject, index, release));
      if (surprise !== undefined) found.push(surprise);
    }
    return found;
  };

/** Finds unique values that are free again after a delete. */
export const deletionFreesValue: Expectation = {
  code: 'deletion-frees-value',
  severity: 'warning',
  title: 'Deleting a document frees its unique values',
  why: 'A unique index knows stored documents only. After a delete, somebody else can take the name, or the same identity can do a second time what it should do once.',
  fix: 'Set "canBeDeleted": false, or do not rely on the value after you have read it.',
  examine: examineAll({
    says: (type, values, isOwned) =>
      isOwned
        ? `an owner who deletes a "${type}" can create it again${values === '' ? '' : ` with the same ${values}`}: once for each owner is not once for ever`
        : `deleting a "${type}" frees its ${values} for others`,
    step: ({ type, creator }, _index, { document }) =>
      type.canBeDeleted ? { action: 'delete', by: creator, documentType: type.name, document } : undefined,
  }),
};

/** Finds unique values that are free again after a replace. */
export const replaceFreesValue: Expectation = {
  code: 'replace-frees-value',
  severity: 'warning',
  title: 'Replacing a document frees its unique values',
  why: 'A mutable document can get another unique value. The former one is free then, and references by value lead to the document of somebody else.',
  fix: 'Set "documentsMutable": false, or keep the value in a type of its own whose documents cannot change.',
  examine: examineAll({
    says: (type, values, isOwned) =>
      isOwned
        ? `an owner who replaces a "${type}" can create another one with its former ${values}`
        : `replacing a "${type}" frees its former ${values} for others`,
    step: ({ type, source, creator }, index, { document, data }) => {
      if (!type.documentsMutable) return undefined;
      const changed = ownPaths(index)
        .map((path) => source.differing(data, [path]))
        .find((each) => each !== undefined);
      return changed && { action: 'replace', by: creator, documentType: type.name, document, data: changed };
    },
  }),
};

/** Finds limits for each owner that end with a transfer. */
export const transferFreesValue: Expectation = {
  code: 'transfer-frees-value',
  severity: 'warning',
  title: 'After a transfer, the former owner can take the same values again',
  why: 'A unique index with "$ownerId" has the current owner. A transfer moves the document to the values of the new owner, so the former one can create the next.',
  fix: 'Put "$creatorId" in place of "$ownerId" in the index, or leave "transferable" and "tradeMode" out.',
  examine: examineAll({
    says: (type, values) =>
      `an owner who transfers a "${type}" can create another one${values === '' ? '' : ` with the same ${values}`}`,
    step: ({ type, creator }, index, { document }) =>
      type.transferable !== 0 && hasOwner(index)
        ? { action: 'transfer', by: creator, documentType: type.name, document, to: 'bob' }
        : undefined,
  }),
};
