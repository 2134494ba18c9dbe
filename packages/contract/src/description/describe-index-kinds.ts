import type { DocumentType, Index } from '../model/contract-model.js';
import { listDerived } from '../model/derived-property.js';
import { findTarget } from '../model/document-reference.js';
import {
  isCounter,
  isOn,
  listNames,
  listRankings,
  listSkipped,
  listTerminal,
  outlivesDelete,
  readBucket,
} from '../model/index-traits.js';
import { isReadableForGood, listDeterminations } from '../model/preallocation.js';
import { getKindOf, getSize, isIndexOnly, listTexts } from '../model/type-traits.js';
import { getInteger, getMember, getText } from '../source/json-node.js';
import type {
  DerivedDescription,
  DocumentTypeDescription,
  IndexDescription,
  PreallocatedValue,
  PreallocationDescription,
  RankingDescription,
} from './contract-description.js';
import { describeProperties, findStorageType } from './describe-properties.js';

const RANKED_BY = {
  rankedCountable: ['count'],
  rankedSummable: ['sum'],
  rankedAverageable: ['average'],
} as const;
/** A counter adds up what others count: both rankings are one. */
const COUNTERS_RANKED_BY = {
  rankedCountable: ['count', 'sum'],
  rankedSummable: ['count', 'sum'],
  rankedAverageable: ['average'],
} as const;

/** Describes the keys of entries that are documents, the documents that an index skips, its windows and its rankings; each is absent where it has none. */
export function describeIndexKinds(
  index: Index,
  documentTypes: readonly DocumentType[],
): Partial<IndexDescription> {
  const skipped = listSkipped(index);
  const bucket = readBucket(index);
  const isCounting = isCounter(index);
  const rankedBy = isCounting ? COUNTERS_RANKED_BY : RANKED_BY;
  const rankings = listRankings(index).flatMap(({ name, levels }): RankingDescription[] =>
    levels.flatMap((level) => rankedBy[name].map((by) => ({ by, level }))),
  );
  const isEntry = isIndexOnly(index.documentType) && !isCounting;
  const source = getText(getMember(index.node, 'summableOffCountIndex'));
  const preallocated = isOn(index, 'preallocated') ? describePreallocations(index, documentTypes) : [];
  const terminal = listTerminal(index);
  return {
    ...(isEntry ? { properties: [...listNames(index), ...terminal], terminal } : {}),
    ...(skipped.length === 0 ? {} : { skipIfAbsent: skipped }),
    ...(bucket === undefined
      ? {}
      : {
          bucket: {
            kind: bucket.kind,
            on: bucket.on,
            range: Number(bucket.range),
            step: Number(bucket.step),
            phase: Number(bucket.phase),
            ...(bucket.ttl === undefined ? {} : { ttl: Number(bucket.ttl) }),
          },
        }),
    ...(rankings.length === 0 ? {} : { rankings: distinct(rankings) }),
    ...(outlivesDelete(index) ? { outlivesDelete: true } : {}),
    ...(preallocated.length === 0 ? {} : { preallocated }),
    ...(source === undefined ? {} : { countsEntriesOf: source }),
  };
}

const distinct = (rankings: readonly RankingDescription[]): readonly RankingDescription[] =>
  rankings.filter(
    (one, at) => rankings.findIndex(({ by, level }) => by === one.by && level === one.level) === at,
  );

/** Describes the documents with which the groups of an index are made. */
const describePreallocations = (
  index: Index,
  documentTypes: readonly DocumentType[],
): PreallocationDescription[] =>
  listDeterminations(index, documentTypes)
    .filter(isReadableForGood)
    .flatMap(({ target, paths }) => {
      if (target === undefined) return [];
      const names = listNames(index);
      const values = paths.map((field, at) => ({
        field,
        ...boundOf(index, names[at] ?? ''),
      }));
      return [{ documentType: target.name, values }];
    });

const BYTES_PER_CHARACTER = 4n;

/** Returns the bytes that a property can have, where it has a maximum. */
function boundOf({ documentType }: Index, name: string): Pick<PreallocatedValue, 'maxBytes'> {
  const schema = documentType.fields.get(name)?.schema;
  const kind = getKindOf(documentType, name);
  const { max } = getSize(schema);
  const given = getInteger(getMember(schema, 'maxBytes'));
  const bytes = kind === 'text' ? (given ?? (max && max * BYTES_PER_CHARACTER)) : max;
  return bytes === undefined || (kind !== 'text' && kind !== 'bytes') ? {} : { maxBytes: Number(bytes) };
}

/** Describes the properties of indices that are read in other documents. */
export function describeDerived(
  type: DocumentType,
  documentTypes: readonly DocumentType[],
): Pick<DocumentTypeDescription, 'derived'> {
  const found = new Map<string, DerivedDescription>();
  for (const { derived } of type.indices.flatMap(listDerived)) {
    const { name, own, path, reference } = derived;
    const target = reference && findTarget(reference, documentTypes);
    if (target === undefined) continue;
    const storage = path.startsWith('$')
      ? 'identifier'
      : findStorageType(describeProperties(target), path.split('.'));
    found.set(name, { path: name, reference: own, documentType: target.name, field: path, type: storage });
  }
  return found.size === 0 ? {} : { derived: [...found.values()] };
}

/** Describes a type whose documents are entries of its indices. */
export const describeEntries = (type: DocumentType): Pick<DocumentTypeDescription, 'entryPayload'> =>
  isIndexOnly(type) ? { entryPayload: listTexts(getMember(type.node, 'entryPayload')) } : {};
