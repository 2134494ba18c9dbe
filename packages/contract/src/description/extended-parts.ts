import type { Contract } from '../model/contract.js';
import type { DocumentType, Index } from '../model/contract-model.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type {
  ContractDescription,
  DocumentTypeDescription,
  IndexDescription,
} from './contract-description.js';
import { describeActionFees } from './describe-action-fees.js';
import { describeDerived, describeEntries, describeIndexKinds } from './describe-index-kinds.js';
import { describeLife } from './describe-life.js';
import { describeAbilities, describeModeration } from './describe-moderation.js';
import { describeRules } from './describe-rules.js';

/** Describes what came with the expression language: members of types and of contracts, absent where there is nothing to say. */
export interface ExtendedParts {
  readonly describeType: (
    type: DocumentType,
    protocol: ProtocolRules,
    documentTypes: readonly DocumentType[],
  ) => Partial<DocumentTypeDescription>;
  readonly describeIndex: (
    index: Index,
    protocol: ProtocolRules,
    documentTypes: readonly DocumentType[],
  ) => Partial<IndexDescription>;
  readonly describeContract: (contract: Contract) => Partial<ContractDescription>;
}

/** Defines the descriptions of protocol 14. */
export const EXTENDED_PARTS: ExtendedParts = {
  describeType: (type, protocol, documentTypes) =>
    protocol.extendedLanguage
      ? {
          ...describeLife(type),
          ...describeActionFees(type),
          ...describeAbilities(type),
          ...describeDerived(type, documentTypes),
          ...describeEntries(type),
          ...describeRules(type, protocol),
        }
      : {},
  describeIndex: (index, protocol, documentTypes) =>
    protocol.extendedLanguage ? describeIndexKinds(index, documentTypes) : {},
  describeContract: describeModeration,
};
