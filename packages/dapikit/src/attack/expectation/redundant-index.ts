import type { IndexDescription } from '@dapikit/contract';
import { isPlatformError, type DocumentJson as StoredDocument } from '@dapikit/platform';
import { valueAt } from '../step/document-value.js';
import { schemaOf } from '../document/resolve-schema.js';
import type { DocumentJson } from '../step/step.js';
import { roundDash } from '../../report/round-dash.js';
import { ownPaths, listNames, type Expectation, type Subject, type Surprise } from './expectation.js';

/** Finds indices without which the same queries have the same documents. */
export const redundantIndex: Expectation = {
  code: 'index-redundant',
  severity: 'hint',
  title: 'Another index has the documents of each query of an index',
  why: 'A query may name the first properties of an index. A shorter index that begins as a longer one only adds its fee to each document; the order among equal values is the only difference.',
  fix: 'Remove the shorter index before you register the contract: an update cannot.',
  async examine(subject) {
    const found: Surprise[] = [];
    for (const index of subject.type.indices) {
      const longer = subject.type.indices.find((other) => covers(other, index));
      const surprise =
        longer && (await subject.room.branch(async () => withoutIndex(subject, index, longer)));
      if (surprise !== undefined) found.push(surprise);
    }
    return found;
  },
};

/** Returns whether an index begins with the properties of another one, which only finds documents. */
function covers(
  longer: IndexDescription,
  { name, properties, unique, contested, aggregates }: IndexDescription,
) {
  const isPlain =
    !unique &&
    contested === undefined &&
    aggregates.countable === 'notCountable' &&
    aggregates.summable === undefined;
  return (
    isPlain &&
    longer.name !== name &&
    longer.properties.length > properties.length &&
    longer.contested === undefined &&
    properties.every((path, at) => longer.properties[at] === path)
  );
}

/** Compares queries and fees with those of the contract without the index. */
async function withoutIndex(
  subject: Subject,
  index: IndexDescription,
  longer: IndexDescription,
): Promise<Surprise | undefined> {
  const { room, type, creator } = subject;
  const contract = withoutIndexNamed(room.registered, type.name, index.name);
  const other = await room.platform.registerContract({ by: room.idOf('owner'), contract });
  const stored: DocumentJson[] = [];
  let saved = 0n;
  for (const data of samples(subject, index)) {
    const document = room.nextLabel(type.name);
    const step = { action: 'create', by: creator, documentType: type.name, document, data } as const;
    // Documents that a unique index rejects are no part of the example.
    if (!(await room.branch(async () => room.perform(step))).accepted) continue;
    const outcome = await room.perform(step);
    const fee = await feeElsewhere(subject, other.contractId, data);
    if (!outcome.accepted || fee === undefined) continue;
    saved = outcome.fee - fee;
    stored.push(data);
  }
  if (stored.length === 0 || saved <= 0n) return undefined;
  for (const data of stored)
    for (let length = 1; length <= index.properties.length; length += 1) {
      const where = clausesOf(subject, data, index.properties.slice(0, length));
      const [here, there] = await Promise.all(
        [room.contractId, other.contractId].map(async (contractId) =>
          room.platform
            .getDocuments({ contractId, documentType: type.name, where, limit: 100 })
            .catch(() => undefined),
        ),
      );
      if (here === undefined || there === undefined || contentsOf(here) !== contentsOf(there))
        return undefined;
    }
  const message = `index "${index.name}" costs ${roundDash(saved)} DASH a document, and "${longer.name}" has the same documents by ${listNames(index.properties)}`;
  return { message, place: ['indices', index.name], steps: room.steps };
}

function samples({ source, plain }: Subject, index: IndexDescription): readonly DocumentJson[] {
  const base = source.having(plain, ownPaths(index));
  if (base === undefined) return [];
  const others = source.paths.map((path) => source.differing(base, [path]));
  return [base, ...others.filter((each) => each !== undefined)].slice(0, 5);
}

async function feeElsewhere(
  { room, type, creator }: Subject,
  contractId: string,
  data: DocumentJson,
): Promise<bigint | undefined> {
  try {
    const by = room.idOf(creator);
    return (await room.platform.createDocument({ by, contractId, documentType: type.name, data })).fee;
  } catch (error) {
    if (isPlatformError(error)) return undefined;
    throw error;
  }
}

const clausesOf = ({ room, creator }: Subject, data: DocumentJson, paths: readonly string[]) =>
  paths.map((path): [string, '==', unknown] => [
    path,
    '==',
    path === '$ownerId' || path === '$creatorId' ? room.idOf(creator) : (valueAt(data, path) ?? null),
  ]);

/** Returns the contents of documents without their ids, in an order of its own. */
const contentsOf = (documents: readonly StoredDocument[]): string =>
  documents
    .map((document) => JSON.stringify(Object.entries(document).filter(([name]) => !name.startsWith('$'))))
    .toSorted()
    .join('\n');

function withoutIndexNamed(registered: unknown, documentType: string, name: string): object {
  const contract = schemaOf(registered);
  const types = schemaOf(contract['documentSchemas']);
  const type = schemaOf(types[documentType]);
  const indices = Array.isArray(type['indices']) ? type['indices'] : [];
  const kept = indices.filter((index) => schemaOf(index)['name'] !== name);
  const { id: _, ...others } = contract;
  return { ...others, documentSchemas: { ...types, [documentType]: { ...type, indices: kept } } };
}
