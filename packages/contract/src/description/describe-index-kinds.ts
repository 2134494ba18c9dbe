import type { DocumentType, Index } from '../model/contract-model.js';
import { listDerived } from '../model/derived-property.js';
import { findTarget } from '../model/document-reference.js';
import {
  isCounter,
  listNames,
  listRankings,
  listSkipped,
  listTerminal,
  readBucket,
} from '../model/index-traits.js';
import { isIndexOnly, listTexts } from '../model/type-traits.js';
import { getMember } from '../source/json-node.js';
import type {
  DerivedDescription,
  DocumentTypeDescription,
  IndexDescription,
  RankingDescription,
} from './contract-description.js';
import { describeProperties, findStorageType } from './describe-properties.js';

const RANKED_BY = { rankedCountable: 'count', rankedSummable: 'sum', rankedAverageable: 'average' } as const;

/** Describes the keys of entries that are documents, the documents that an index skips, its windows and its rankings; each is absent where it has none. */
export function describeIndexKinds(index: Index): Partial<IndexDescription> {
  const skipped = listSkipped(index);
  const bucket = readBucket(index);
  const rankings = listRankings(index).flatMap(({ name, levels }): RankingDescription[] =>
    levels.map((level) => ({ by: RANKED_BY[name], level })),
  );
  const isEntry = isIndexOnly(index.documentType) && !isCounter(index);
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
    ...(rankings.length === 0 ? {} : { rankings }),
  };
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
