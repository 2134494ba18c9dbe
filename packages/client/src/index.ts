export { connect } from './contract/connect.js';
export type { ConnectedSdk } from './contract/connected-sdk.js';
export { ContractClient, type ContractOptions, type ContractShape } from './contract/contract-client.js';
export type { ContestAgreement, Payment, Stored } from './collection/stored.js';
export type {
  ContestShape,
  DocumentShape,
  FieldShape,
  IndexField,
  IndexShape,
  PaidAction,
  TokenPrice,
  ValueKind,
} from './document/document-shape.js';
export { identifier, identifierText, type Identifier } from './document/identifier.js';
export { readFields } from './document/read-document.js';
export { ClientError } from './error/client-error.js';
export { SdkError } from './error/sdk-error.js';
export {
  InvalidDocumentError,
  type DocumentCheck,
  type DocumentProblem,
} from './error/invalid-document-error.js';
export {
  isRejected,
  WriteRejectedError,
  type RejectionNote,
  type RejectionNotes,
} from './error/write-rejected-error.js';
export type { Average } from './query/document-source.js';
export type { Averaged, Counted, Documents, Ordered, Prefixed, Ranged, Summed } from './query/index-query.js';
export type { Signer } from './write/signer.js';
export type { ActionStatus, ContractGroup } from './token/contract-group.js';
export type {
  Burnable,
  Buyable,
  ByGroup,
  Claimable,
  Destroyable,
  Freezable,
  InGroup,
  Mintable,
  MintableTo,
  Pausable,
  Priceable,
  Token,
  TokenNote,
  TokenPrices,
  Unfreezable,
} from './token/token.js';
export type { TokenAction, TokenShape } from './token/token-shape.js';
