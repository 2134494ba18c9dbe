import type {
  ContractDescription,
  DocumentTypeDescription,
  PropertyDescription,
} from '../description/contract-description.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';

/** Describes what documents, queries or transitions of a contract mean otherwise at a later protocol. */
export interface ChangedMeaning {
  readonly code: string;
  /** Document type that it is about; absent where it is about the whole contract. */
  readonly documentType?: string;
  readonly message: string;
}

/** Describes a change between two protocols, and the document types that it is about. */
interface Meaning {
  readonly code: string;
  readonly message: string;
  readonly isChanged: (from: ProtocolRules, to: ProtocolRules) => boolean;
  readonly isAbout: (type: DocumentTypeDescription) => boolean;
}

/** True where a defect of the first protocol is gone. */
const corrects =
  (defect: ProtocolRules['defects'][number]) =>
  (from: ProtocolRules, to: ProtocolRules): boolean =>
    from.defects.includes(defect) && !to.defects.includes(defect);

const hasNested = (
  properties: readonly PropertyDescription[],
  isOne: (property: PropertyDescription) => boolean,
): boolean => properties.some((property) => isOne(property) || hasNested(property.properties, isOne));

/** Returns whether documents may lack a property, or an object around it; system properties are always there. */
function isOptional(properties: readonly PropertyDescription[], path: string): boolean {
  const own = properties.find((one) => one.path === path || path.startsWith(`${one.path}.`));
  return own !== undefined && (!own.required || isOptional(own.properties, path));
}

const costs = ({ tokenCost }: DocumentTypeDescription) => Object.values(tokenCost);

/**
 * Lists the changes that concern contracts of an earlier protocol.
 *
 * Source: the notes of `packages/rs-platform-version/src/version/v14.rs` in dashpay/platform.
 */
const MEANINGS: readonly Meaning[] = [
  {
    code: 'document-id',
    message:
      'the id of a new document follows from other bytes: creates that earlier SDKs sign are rejected with 10405, until an SDK for the protocol signs them',
    isChanged: (from, to) => !from.unpublishedDocumentIds && to.unpublishedDocumentIds,
    isAbout: () => true,
  },
  {
    code: 'transient-replaced',
    message: 'a replace does not store transient properties any more',
    isChanged: corrects('replaceKeepsTransient'),
    isAbout: ({ documentsMutable, properties }) =>
      documentsMutable && properties.some(({ transient }) => transient),
  },
  {
    code: 'contest-costs',
    message:
      'contests have another fund, which rises with the number of contenders: what a create states is the most that it pays',
    isChanged: ({ contests: from }, { contests: to }) => from === 'flat' && to === 'rising',
    isAbout: ({ indices }) => indices.some(({ contested }) => contested !== undefined),
  },
  {
    code: 'contest-ends',
    message:
      'a tie goes to the earlier document, and a lone contender gets the value as soon as nobody else can join',
    isChanged: corrects('tieGoesToLatest'),
    isAbout: ({ indices }) => indices.some(({ contested }) => contested !== undefined),
  },
  {
    code: 'contest-fund',
    message: 'a fund for a value that is not contested is rejected with 40119, and opens no contest',
    isChanged: corrects('takesNeedlessFunds'),
    isAbout: ({ indices }) => indices.some(({ contested }) => contested !== undefined),
  },
  {
    code: 'missing-values',
    message: 'documents without some values of an index can be changed: replaced, transferred or sold',
    isChanged: corrects('missesReferences'),
    isAbout: (type) =>
      type.requiresRevision &&
      type.indices.some(({ unique, nullSearchable }) => unique || !nullSearchable) &&
      type.indices.some(({ properties }) => properties.some((path) => isOptional(type.properties, path))),
  },
  {
    code: 'empty-objects',
    message: 'an object without members counts as absent in indices and rules',
    isChanged: (from, to) => !from.extendedLanguage && to.extendedLanguage,
    isAbout: ({ properties }) => hasNested(properties, ({ type }) => type === 'object'),
  },
  {
    code: 'gas-sponsor',
    message: 'the owner of the contract pays fees where gasFeesPaidBy says so',
    isChanged: ({ traps: from }, { traps: to }) =>
      from.includes('ignoredSponsors') && !to.includes('ignoredSponsors'),
    isAbout: (type) => costs(type).some(({ gasFeesPaidBy }) => gasFeesPaidBy !== 0),
  },
  {
    code: 'token-cost-barred',
    message:
      'an action whose token is paused is rejected with 40711, and one that pays a frozen owner with 40702',
    isChanged: (from, to) => !from.extendedLanguage && to.extendedLanguage,
    isAbout: (type) => costs(type).length > 0,
  },
];

/** Lists what documents and transitions of a contract mean otherwise at the second of two protocols. */
export function changedMeanings(
  { documentTypes }: ContractDescription,
  from: ProtocolRules,
  to: ProtocolRules,
): ChangedMeaning[] {
  return MEANINGS.filter(({ isChanged }) => isChanged(from, to)).flatMap(({ code, message, isAbout }) => {
    const about = documentTypes.filter(isAbout);
    const isAboutAll = about.length > 0 && about.length === documentTypes.length;
    if (isAboutAll) return [{ code, message }];
    return about.map(({ name }) => ({ code, documentType: name, message }));
  });
}
