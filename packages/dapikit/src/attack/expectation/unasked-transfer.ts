import {
  hasOwner,
  ownPaths,
  listNames,
  sharingIndex,
  uniqueIndices,
  type Expectation,
} from './expectation.js';

/** Finds documents that somebody can get against his will, and that take his place in a unique index. */
export const unaskedTransfer: Expectation = {
  code: 'unasked-transfer',
  severity: 'warning',
  title: 'A transfer that nobody asked for takes the place of the recipient in a unique index',
  why: 'The recipient of a transfer does not agree to it. Where a unique index allows one document for each owner, somebody else can fill that place.',
  fix: 'Put "$creatorId" in place of "$ownerId" in the index, or leave "transferable" out.',
  async examine(subject) {
    const { room, type, creator } = subject;
    if (type.transferable === 0 || creator === 'owner') return [];
    const documentType = type.name;
    for (const index of uniqueIndices(type).filter(hasOwner)) {
      const documents = sharingIndex(subject, index);
      if (documents === undefined) continue;
      const [first, second] = documents;
      const found = await room.branch(async () => {
        const document = room.nextLabel(documentType);
        await room.perform({ action: 'create', by: 'alice', documentType, document, data: first });
        const moved = await room.perform({
          action: 'transfer',
          by: 'alice',
          documentType,
          document,
          to: 'bob',
        });
        const taken = await room.perform({
          action: 'create',
          by: 'bob',
          documentType,
          document: room.nextLabel(documentType),
          data: second,
        });
        return moved.accepted && !taken.accepted && taken.code === DUPLICATE ? room.steps : undefined;
      });
      const values = ownPaths(index).length === 0 ? '' : ` with the same ${listNames(ownPaths(index))}`;
      const message = `a "${documentType}" that somebody transfers to you keeps you from creating your own${values}`;
      if (found !== undefined) return [{ message, place: ['indices', index.name], steps: found }];
    }
    return [];
  },
};

/** DuplicateUniqueIndexError. */
const DUPLICATE = 40_105;
