import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type { ContractDescription, DocumentTypeDescription } from './contract-description.js';
import { describeLife } from './describe-life.js';
import { describeAbilities, describeModeration } from './describe-moderation.js';
import { describeRules } from './describe-rules.js';

/** Describes what came with the expression language: members of types and of contracts, absent where there is nothing to say. */
export interface ExtendedParts {
  readonly describeType: (type: DocumentType, protocol: ProtocolRules) => Partial<DocumentTypeDescription>;
  readonly describeContract: (contract: Contract) => Partial<ContractDescription>;
}

/** Defines the descriptions of protocol 14. */
export const EXTENDED_PARTS: ExtendedParts = {
  describeType: (type, protocol) =>
    protocol.extendedLanguage
      ? {
          ...describeLife(type),
          ...describeAbilities(type),
          ...describeRules(type, protocol),
        }
      : {},
  describeContract: describeModeration,
};
