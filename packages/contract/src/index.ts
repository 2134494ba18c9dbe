export type {
  Diagnostic,
  Fix,
  OfficialError,
  PatchOperation,
  RejectedBy,
  Severity,
  TextPosition,
  TextRange,
} from './diagnostic/diagnostic.js';
export type {
  ContestDescription,
  ActionFeesDescription,
  BucketDescription,
  ContractDescription,
  DerivedDescription,
  RankingDescription,
  DocumentTypeDescription,
  ElementDescription,
  ModerationDescription,
  ModeratorAbilitiesDescription,
  IndexDescription,
  PreallocatedValue,
  PropertyDescription,
  RuleDescription,
  StorageType,
  TokenCostAction,
  TokenCostDescription,
  AggregatesDescription,
} from './description/contract-description.js';
export { describeContract, type DescriptionResult } from './description/describe-contract.js';
export { explainUninsertable } from './description/explain-uninsertable.js';
export type { ContractOptions } from './document/read-contract.js';
export { documentValidator } from './document/document-validator.js';
export {
  type ConsumedDocument,
  type DataReading,
  type DocumentValidator,
  type DocumentVerdict,
  type WriteVerdict,
} from './document/document-verdict.js';
export type {
  AssumedContract,
  AssumedDocument,
  AssumedState,
  AssumedTotal,
} from './document/assumed-state.js';
export { ASSUMPTION_DOCS, AssumptionsError, readAssumptions } from './document/read-assumptions.js';
export { WRITE_ACTIONS, type DocumentWrite, type WriteAction } from './document/document-write.js';
export type {
  DocumentQuery,
  OutsideContract,
  OutsideDocument,
  OutsideFacts,
  OutsideKey,
  TotalQuery,
} from './document/outside-facts.js';
export { validateDocument, type ValidateDocumentOptions } from './document/validate-document.js';
export { docsLink, linkDocs } from './explain/docs-link.js';
export { explain, RULE_CODES, type RulePage } from './explain/explain.js';
export { listOperators, type OperatorPage } from './explain/explain-operator.js';
export { DEFAULT_TOKEN_VALUES } from './update/token-defaults.js';
export { expiringStorageCredits } from './fees/expiring-storage.js';
export type { WriteCost } from './fees/write-costs.js';
export { estimateFees, type FeeComponent, type FeeEstimate } from './fees/estimate-fees.js';
export {
  CREDITS_PER_DASH,
  FEE_SCHEDULES,
  STORAGE_CREDITS_PER_BYTE,
  type FeeSchedule,
} from './fees/fee-schedule.js';
export { applyFix, fixContract, type FixedContract } from './fix/fix-contract.js';
export { completeContract } from './format/complete-contract.js';
export { formatContract, type FormatOptions, type FormattedContract } from './format/format-contract.js';
export {
  officialContract,
  type OfficialContract,
  type OfficialContractOptions,
  type OfficialMembers,
} from './format/official-contract.js';
export type { Config } from './model/config.js';
export type { ContractShape, Transition } from './model/contract-model.js';
export { contestedPatternMatcher, type PatternMatcher } from './pattern/pattern-matcher.js';
export { EXTENDED_INDEX_KEYWORDS } from './protocol/keywords.js';
export { LIMITS } from './protocol/limits.js';
export type { Network } from './protocol/network.js';
export { NETWORK_DEFECTS, type NetworkDefect } from './protocol/network-defects.js';
export {
  SYSTEM_CONTRACTS,
  type ProtocolFeature,
  type ProtocolPreview,
  type ProtocolRules,
  type SystemContractName,
} from './protocol/protocol-rules.js';
export {
  describePlatformPreview,
  describePreview,
  JUDGED_PROTOCOLS,
  NEWEST_JUDGED_PROTOCOL,
  NEWEST_RELEASED_PROTOCOL,
  OLDEST_PLATFORM_PROTOCOL,
  PROTOCOL_VERSIONS,
  firstProtocolWith,
  protocolAt,
  describeSince,
  describeUntil,
} from './protocol/protocol-versions.js';
export { ContractError, InvalidOptionError, type ErrorDetails } from './diagnostic/contract-error.js';
export { nearestNames } from './text/nearest-names.js';
export type { SubjectKind } from './rules/rule.js';
export { locate } from './source/locate.js';
export { textEdits, type TextEdit } from './source/text-edits.js';
export { formatDocComment } from './typescript/doc-comment.js';
export { quotePropertyName, toPascalCase } from './typescript/type-name.js';
export { typesFor, type TypesForOptions, type TypesResult } from './typescript/types-for.js';
export {
  compareContracts,
  type CompareContractsOptions,
  type ContractChange,
  type UpdateVerdict,
} from './compare/compare-contracts.js';
export { listPossibleChanges, type ChangeKind, type PossibleChange } from './compare/possible-changes.js';
export {
  validateContract,
  type AcceptedContract,
  type ContractVerdict,
  type Form,
  type ValidateContractOptions,
} from './check/validate-contract.js';
export { contractJsonSchema, type ContractJsonSchemaOptions } from './editor/contract-json-schema.js';
export { findTypeNames, type TypeName } from './editor/type-names.js';
export { KEYWORD_MEMBERS, type MemberPage } from './explain/member-docs.js';
export { explainKeyword, KEYWORDS, type KeywordPage, type KeywordPlace } from './explain/explain-keyword.js';
export type { JsonSchema } from './editor/keyword-schema.js';
export {
  compareProtocols,
  type CompareProtocolsOptions,
  type ProtocolComparison,
} from './compare/compare-protocols.js';
export type { ChangedMeaning } from './compare/changed-meanings.js';
