import type { DocumentTypeDescription, IndexDescription } from '@dapikit/contract';
import type { DocumentSource } from '../document/document-source.js';
import type { AttackRoom } from '../room/attack-room.js';
import type { ActorName, DocumentJson, ExecutedStep } from '../step/step.js';

/** Describes a document type under attack. */
export interface Subject {
  readonly room: AttackRoom;
  readonly type: DocumentTypeDescription;
  readonly source: DocumentSource;
  /** A valid document; the nearest to one for expectations that need none. */
  readonly plain: DocumentJson;
  /** An identity that may create documents of the type: a stranger where anyone may. */
  readonly creator: ActorName;
}

/** Describes a fact that the author of a contract may not expect, with the steps that showed it. */
export interface Surprise {
  readonly message: string;
  /** Where in the document type: names of members, and of indices. */
  readonly place: readonly string[];
  readonly steps: readonly ExecutedStep[];
}

/** Describes an expectation that authors have and that contracts do not meet by themselves. */
export interface Expectation {
  /** Stable, in kebab case. */
  readonly code: string;
  readonly severity: 'warning' | 'hint';
  readonly title: string;
  /** Why it surprises, in sentences. */
  readonly why: string;
  readonly fix: string;
  /** False if it needs no valid document: {@link Subject.plain} may be invalid then. True when absent. */
  readonly needsValid?: false;
  /** Executes steps that would show a surprise. It starts from a platform without documents. */
  examine(subject: Subject): Promise<readonly Surprise[]>;
}

/** Lists the properties of an index that documents have, without those that the platform records. */
export const ownPaths = ({ properties }: Pick<IndexDescription, 'properties'>): readonly string[] =>
  properties.filter((path) => !path.startsWith('$'));

/** Returns whether an index has the owner of documents among its properties. */
export const hasOwner = ({ properties }: Pick<IndexDescription, 'properties'>): boolean =>
  properties.includes('$ownerId');

/** Lists the unique indices of a type that no contest decides about. */
export const uniqueIndices = ({ indices }: DocumentTypeDescription): readonly IndexDescription[] =>
  indices.filter(({ unique, contested }) => unique && contested === undefined);

/** Returns two documents with the same values of an index, which differ in the values of other unique ones as far as possible. */
export function sharingIndex(
  { type, source, plain }: Subject,
  index: IndexDescription,
): readonly [DocumentJson, DocumentJson] | undefined {
  const first = source.having(plain, ownPaths(index));
  if (first === undefined) return undefined;
  const shared = new Set(ownPaths(index));
  let second = first;
  for (const other of uniqueIndices(type)) {
    const path = ownPaths(other).find((each) => !shared.has(each));
    if (path !== undefined) second = source.differing(second, [path]) ?? second;
  }
  return [first, second];
}

/** "topic" and "text": names for a message. */
export const listNames = (names: readonly string[]): string => names.map((name) => `"${name}"`).join(', ');
