import { valueAt, withValue } from '../step/document-value.js';
import type { DocumentJson, ExecutedStep } from '../step/step.js';
import {
  hasOwner,
  ownPaths,
  sharingIndex,
  uniqueIndices,
  type Expectation,
  type Subject,
} from './expectation.js';

/** Returns the steps with which two identities store these documents; nothing where one is rejected. */
async function storingBoth(
  { room, type, creator }: Subject,
  [first, second]: readonly [DocumentJson, DocumentJson],
  isOwned: boolean,
): Promise<readonly ExecutedStep[] | undefined> {
  const documentType = type.name;
  const other = isOwned || creator === 'owner' ? creator : 'bob';
  return room.branch(async () => {
    const create = async (by: typeof creator, data: DocumentJson): Promise<boolean> => {
      const document = room.nextLabel(documentType);
      return (await room.perform({ action: 'create', by, documentType, document, data })).accepted;
    };
    return (await create(creator, first)) && (await create(other, second)) ? room.steps : undefined;
  });
}

/** Finds unique indices that documents without a value escape. */
export const missingNotUnique: Expectation = {
  code: 'missing-not-unique',
  severity: 'warning',
  title: 'Documents without a value of a unique index are not unique',
  why: 'A unique index compares documents that have all of its values. An identity that leaves an optional one out can create as many as it likes.',
  fix: 'Add the property to "required".',
  async examine(subject) {
    for (const index of uniqueIndices(subject.type)) {
      const documents = sharingIndex(subject, index);
      if (documents === undefined) continue;
      for (const path of ownPaths(index)) {
        const [first, second] = documents.map((data) => subject.source.lacking(data, path));
        if (first === undefined || second === undefined) continue;
        const steps = await storingBoth(subject, [first, second], hasOwner(index));
        const message = `documents without "${path}" escape the unique index "${index.name}"`;
        if (steps !== undefined) return [{ message, place: ['indices', index.name], steps }];
      }
    }
    return [];
  },
};

/** Finds unique texts that differ in case only. */
export const caseNotUnique: Expectation = {
  code: 'case-not-unique',
  severity: 'hint',
  title: 'Unique texts may differ in case only',
  why: 'An index compares bytes. People read "Alice" and "alice" as one name.',
  fix: 'Restrict the text by a "pattern" without capital letters, and show it as it is stored.',
  async examine(subject) {
    const { source, type } = subject;
    for (const index of uniqueIndices(type)) {
      const documents = sharingIndex(subject, index);
      if (documents === undefined) continue;
      const [first, second] = documents;
      for (const path of ownPaths(index)) {
        const small = [valueAt(first, path), ...source.valuesFor(first, path)].find(
          (value): value is string => typeof value === 'string' && hasOtherCase(value),
        );
        if (small === undefined) continue;
        const pair = [withValue(first, path, small), withValue(second, path, small.toUpperCase())] as const;
        if (!pair.every((data) => source.isValid(data))) continue;
        const steps = await storingBoth(subject, pair, hasOwner(index));
        const who = hasOwner(index) ? ' by one owner' : '';
        const message = `the unique "${path}" can be taken twice${who}, in capital and in small letters`;
        if (steps !== undefined) return [{ message, place: ['properties', path], steps }];
      }
    }
    return [];
  },
};

const hasOtherCase = (text: string): boolean => /^[a-z]+$/.test(text);
