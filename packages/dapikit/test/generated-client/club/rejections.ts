// Written by `dapikit generate`: a change here is lost at the next run.

import type { RejectionNotes } from '@dapikit/client';

/** Rejections by the number of their consensus error. */
export const REJECTIONS = {
  10101: { name: "JsonSchemaError", fix: "See: dapikit explain 10101", says: "JsonSchemaError: *, path: *" },
  10102: { name: "InvalidIdentifierError", fix: "derive the id from the asset lock", says: "Invalid *: *" },
  10103: {
    name: "ValueError",
    fix: "send text, numbers, booleans, bytes, identifiers, and maps of them with names as keys",
  },
  10350: {
    name: "GroupPositionDoesNotExistError",
    fix: "See: dapikit explain 10350",
    says: "Group position * does not exist",
  },
  10351: {
    name: "GroupActionNotAllowedOnTransitionError",
    fix: "leave out the group",
    says: "Group action is not allowed during transition: *",
  },
  10400: {
    name: "DataContractNotPresentError",
    fix: "register the contract first, or check its id",
    says: "Data Contract * is not present",
  },
  10401: {
    name: "DuplicateDocumentTransitionsWithIdsError",
    fix: "See: dapikit explain 10401",
    says: "Document transitions with duplicate IDs [*]",
  },
  10402: {
    name: "DuplicateDocumentTransitionsWithIndicesError",
    fix: "See: dapikit explain 10402",
    says: "Document transitions with duplicate unique properties: [*]",
  },
  10403: {
    name: "InconsistentCompoundIndexDataError",
    fix: "See: dapikit explain 10403",
    says: "Unique compound index properties [*] are partially set for *",
  },
  10404: {
    name: "InvalidDocumentTransitionActionError",
    fix: "leave the transition out, or register the type with the option that allows it",
    says: "Document transition action * is not supported",
  },
  10405: {
    name: "InvalidDocumentTransitionIdError",
    fix: "derive the id from contract, owner, type and entropy",
    says: "Invalid document transition id *, expected *",
  },
  10406: {
    name: "InvalidDocumentTypeError",
    fix: "check the name; it is case-sensitive",
    says: "Data Contract * doesn't define document with the type *",
  },
  10407: {
    name: "MissingDataContractIdBasicError",
    fix: "See: dapikit explain 10407",
    says: "$dataContractId is not present",
  },
  10408: {
    name: "MissingDocumentTransitionActionError",
    fix: "See: dapikit explain 10408",
    says: "$action is not present",
  },
  10409: {
    name: "MissingDocumentTransitionTypeError",
    fix: "See: dapikit explain 10409",
    says: "$type is not present",
  },
  10410: { name: "MissingDocumentTypeError", fix: "See: dapikit explain 10410" },
  10411: {
    name: "MissingPositionsInDocumentTypePropertiesError",
    fix: "See: dapikit explain 10411",
    says: "position field is not present for document type \"*\"",
  },
  10412: {
    name: "MaxDocumentsTransitionsExceededError",
    fix: "send one transition at a time",
    says: "Amount of document transitions must be less or equal to *",
  },
  10413: {
    name: "DocumentTransitionsAreAbsentError",
    fix: "add a transition",
    says: "Documents Batch Transition has no document transitions",
  },
  10414: {
    name: "NonceOutOfBoundsError",
    fix: "use the highest nonce plus one",
    says: "Nonce is out of bounds: *",
  },
  10415: {
    name: "InvalidDocumentTypeNameError",
    fix: "See: dapikit explain 10415",
    says: "document type name '*' is not supported. It must be from 1 to 64 alphanumeric chars, and '_' or '-'.",
  },
  10416: {
    name: "DocumentCreationNotAllowedError",
    fix: "register the type with creationRestrictionMode 0 to let everybody create them",
    says: "Document Creation on * is not allowed because of the document type's creation restriction mode *",
  },
  10417: {
    name: "DocumentFieldMaxSizeExceededError",
    fix: "shorten the value",
    says: "Document field * size * is more than system maximum *",
  },
  10418: {
    name: "ContestedDocumentsTemporarilyNotAllowedError",
    fix: "wait for that epoch",
    says: "Contested documents are not allowed until epoch *. Current epoch is *",
  },
  10450: {
    name: "InvalidTokenIdError",
    fix: "calculate the id from the contract and the position",
    says: "Invalid token id *, expected *",
  },
  10451: {
    name: "InvalidTokenPositionError",
    fix: "See: dapikit explain 10451",
    says: "Invalid token position: *",
  },
  10452: {
    name: "InvalidActionIdError",
    fix: "calculate the id from the token, the proposer, the nonce and the action",
    says: "Invalid action id *, expected *",
  },
  10453: {
    name: "ContractHasNoTokensError",
    fix: "check the id of the contract",
    says: "Contract * has no tokens",
  },
  10454: {
    name: "DestinationIdentityForTokenMintingNotSetError",
    fix: "name a recipient, or set newTokensDestinationIdentity in the contract",
    says: "Destination identity for minting not set for token *",
  },
  10455: {
    name: "ChoosingTokenMintRecipientNotAllowedError",
    fix: "leave out the recipient",
    says: "Choosing token mint recipient not allowed for token *",
  },
  10456: {
    name: "TokenTransferToOurselfError",
    fix: "name another recipient",
    says: "Token transfer to the same identity is not allowed. Token ID: *, Identity ID: *",
  },
  10457: {
    name: "InvalidTokenConfigUpdateNoChangeError",
    fix: "See: dapikit explain 10457",
    says: "Invalid token configuration update: no changes were made",
  },
  10458: {
    name: "InvalidTokenAmountError",
    fix: "See: dapikit explain 10458",
    says: "Invalid token amount *, should be between 1 and maximum allowed *",
  },
  10459: {
    name: "InvalidTokenNoteTooBigError",
    fix: "See: dapikit explain 10459",
    says: "Invalid token note: '*' is too long (* bytes), max allowed is * bytes",
  },
  10460: {
    name: "TokenNoteOnlyAllowedWhenProposerError",
    fix: "leave out the note",
    says: "Token note is only allowed when the signer is the proposer",
  },
  10461: {
    name: "TokenPricingScheduleEmptyError",
    fix: "name an amount and its price, or no price to end the sale",
    says: "Token * pricing schedule cannot be set to an empty set of prices",
  },
  20000: {
    name: "IdentityNotFoundError",
    fix: "create the identity first, or check its id",
    says: "Identity * not found",
  },
  20001: {
    name: "InvalidIdentityPublicKeyTypeError",
    fix: "sign with another key",
    says: "Unsupported signature type *. Please use ECDSA (0), BLS (1) or ECDSA_HASH160 (2) keys to sign the state transition",
  },
  20002: {
    name: "InvalidStateTransitionSignatureError",
    fix: "sign the bytes of the transition with the right key",
    says: "Invalid State Transition signature",
  },
  20003: {
    name: "MissingPublicKeyError",
    fix: "sign with a key of the identity",
    says: "Public key * doesn't exist",
  },
  20004: {
    name: "InvalidSignaturePublicKeySecurityLevelError",
    fix: "sign with such a key",
    says: "Invalid public key security level *. The state transition requires one of *",
  },
  20005: {
    name: "WrongPublicKeyPurposeError",
    fix: "See: dapikit explain 20005",
    says: "Invalid identity key purpose *. This state transition requires *",
  },
  20006: { name: "PublicKeyIsDisabledError", fix: "sign with another key", says: "Identity key * is disabled" },
  20007: {
    name: "PublicKeySecurityLevelNotMetError",
    fix: "See: dapikit explain 20007",
    says: "Invalid security level *. This state transition requires at least *",
  },
  20008: {
    name: "SignatureShouldNotBePresentError",
    fix: "leave the signature of that key empty",
    says: "signature should be empty*",
  },
  20009: {
    name: "BasicECDSAError",
    fix: "sign the bytes of the transition with that key",
    says: "ecdsa signing error *",
  },
  20010: {
    name: "BasicBLSError",
    fix: "sign the bytes of the transition with that key",
    says: "bls signing error *",
  },
  20011: {
    name: "InvalidSignaturePublicKeyPurposeError",
    fix: "sign with such a key",
    says: "Invalid public key purpose *. The state transition requires *",
  },
  20012: {
    name: "UncompressedPublicKeyNotAllowedError",
    fix: "See: dapikit explain 20012",
    says: "Uncompressed public keys are not allowed: expected 33 bytes (compressed), got * bytes",
  },
  30000: {
    name: "BalanceIsNotEnoughError",
    fix: "See: dapikit explain 30000",
    says: "Current credits balance * is not enough to pay * fee",
  },
  40100: {
    name: "DocumentAlreadyPresentError",
    fix: "use other entropy",
    says: "Document * is already present",
  },
  40101: {
    name: "DocumentNotFoundError",
    fix: "check the id and the document type; a contender has no document before it wins",
    says: "* document not found",
  },
  40102: {
    name: "DocumentOwnerIdMismatchError",
    fix: "sign as the owner",
    says: "Provided document * owner ID * mismatch with existing *",
  },
  40103: {
    name: "DocumentTimestampsMismatchError",
    fix: "See: dapikit explain 40103",
    says: "Document * createdAt and updatedAt timestamps are not equal",
  },
  40104: {
    name: "DocumentTimestampWindowViolationError",
    fix: "See: dapikit explain 40104",
    says: "Document * timestamp * are out of block time window from * and *",
  },
  40105: {
    name: "DuplicateUniqueIndexError",
    fix: "choose other values",
    says: "Document * has duplicate unique properties [*] with other documents",
  },
  40106: {
    name: "InvalidDocumentRevisionError",
    fix: "fetch the document and add one to its revision",
    says: "Document * has invalid revision *. The desired revision is *",
  },
  40107: {
    name: "DocumentTimestampsAreEqualError",
    fix: "See: dapikit explain 40107",
    says: "Document * createdAt and updatedAt should not be equal",
  },
  40108: {
    name: "DocumentNotForSaleError",
    fix: "its owner sets a price first",
    says: "* document not for sale",
  },
  40109: {
    name: "DocumentIncorrectPurchasePriceError",
    fix: "offer exactly the price",
    says: "* document can not be purchased for *, it's sale price is * (in credits)",
  },
  40110: {
    name: "DocumentContestCurrentlyLockedError",
    fix: "choose other values; the network names credits for unlocking, but has no way to pay them",
    says: "Document Contest for vote_poll * is currently already locked *, unlocking is possible by paying * credits",
  },
  40111: {
    name: "DocumentContestNotJoinableError",
    fix: "wait for the end of the contest, or choose other values",
    says: "Document Contest for vote_poll * is not joinable *, it started * and it is now *, and you can only join for *",
  },
  40112: {
    name: "DocumentContestIdentityAlreadyContestantError",
    fix: "one document per identity is enough: votes are for identities",
    says: "An Identity with the id * is already a contestant for the vote_poll *",
  },
  40113: {
    name: "DocumentContestDocumentWithSameIdAlreadyPresentError",
    fix: "use other entropy",
    says: "Document * is already present in a contest, entropy might be being reused",
  },
  40114: {
    name: "DocumentContestNotPaidForError",
    fix: "send exactly this amount with the name of the contested index as prefundedVotingBalance, or 'auto'",
    says: "Contest for document * was not paid for, needs payment of * Credits",
  },
  40115: {
    name: "RequiredTokenPaymentInfoNotSetError",
    fix: "send tokenPaymentInfo with the transition",
    says: "Required token payment info not set on token * (action: *)",
  },
  40116: {
    name: "IdentityHasNotAgreedToPayRequiredTokenAmountError",
    fix: "agree to the cost",
    says: "Identity has not agreed to pay the required token amount for token *: required *, min offer *, max offer *",
  },
  40117: {
    name: "IdentityTryingToPayWithWrongTokenError",
    fix: "name the token that the document type names",
    says: "Identity is trying to pay with the wrong token: expected contract ID: *",
  },
  40204: {
    name: "InvalidIdentityNonceError",
    fix: "use the highest nonce plus one",
    says: "Identity * is trying to set an invalid identity nonce. The current identity nonce is *, we are setting *, error is *",
  },
  40205: { name: "MaxIdentityPublicKeyLimitReachedError", fix: "add the others later" },
  40206: { name: "DuplicatedIdentityPublicKeyStateError", fix: "See: dapikit explain 40206" },
  40207: { name: "DuplicatedIdentityPublicKeyIdStateError", fix: "use other keys" },
  40208: { name: "IdentityPublicKeyIsDisabledError", fix: "leave it out: a disabled key stays disabled" },
  40209: { name: "MissingIdentityPublicKeyIdsError", fix: "name keys of the identity" },
  40210: {
    name: "IdentityInsufficientBalanceError",
    fix: "top up the identity",
    says: "Insufficient identity * balance * required *",
  },
  40211: {
    name: "IdentityPublicKeyAlreadyExistsForUniqueContractBoundsError",
    fix: "keep the first one; it cannot be replaced",
    says: "Identity Public Key with id * for identity * conflicts for purpose * with key * in the contract bounds of *",
  },
  40212: {
    name: "DocumentTypeUpdateError",
    fix: "See: dapikit explain 40212",
    says: "Can't update Document Type *::*",
  },
  40214: {
    name: "MissingTransferKeyError",
    fix: "name an output script",
    says: "Identity * does not have a key for transferring funds",
  },
  40215: {
    name: "NoTransferKeyForCoreWithdrawalAvailableError",
    fix: "name an output script",
    says: "There is no transfer key that can be used for a withdrawal",
  },
  40216: {
    name: "RecipientIdentityDoesNotExistError",
    fix: "create the identity first, or check its id",
    says: "Recipient identity * does not exist",
  },
  40217: {
    name: "IdentityToFreezeDoesNotExistError",
    fix: "create the identity first, or check its id",
    says: "Identity to freeze * does not exist",
  },
  40500: {
    name: "DataTriggerError",
    fix: "change the document; this system contract demands it in addition to its schema",
  },
  40501: { name: "DataTriggerError", fix: "See: dapikit explain 40501" },
  40502: {
    name: "DataTriggerError",
    fix: "See: dapikit explain 40502",
    says: "Data trigger have not returned any result",
  },
  40700: {
    name: "IdentityDoesNotHaveEnoughTokenBalanceError",
    fix: "give the identity more of the token",
    says: "Identity * does not have enough balance for token *: required *, actual *, action: *",
  },
  40701: {
    name: "UnauthorizedTokenActionError",
    fix: "sign with an authorized identity, or propose the action in the authorized group",
    says: "Identity * is not authorized to perform action:*on token: *. Authorized action takers: *",
  },
  40702: {
    name: "IdentityTokenAccountFrozenError",
    fix: "unfreeze it first",
    says: "Identity * account is frozen for token *. Action attempted: *",
  },
  40703: {
    name: "IdentityTokenAccountNotFrozenError",
    fix: "leave it as it is",
    says: "Identity * account is not frozen for token *. Action attempted: *",
  },
  40704: {
    name: "TokenSettingMaxSupplyToLessThanCurrentSupplyError",
    fix: "See: dapikit explain 40704",
    says: "Token * attempted to set max supply to *, which is less than the current supply *",
  },
  40705: {
    name: "TokenMintPastMaxSupplyError",
    fix: "See: dapikit explain 40705",
    says: "Token * attempted to mint *, which exceeds the max supply *, current supply is *",
  },
  40706: {
    name: "NewTokensDestinationIdentityDoesNotExistError",
    fix: "create the identity first, or check its id",
    says: "The specified new tokens destination identity * does not exist",
  },
  40707: {
    name: "NewAuthorizedActionTakerIdentityDoesNotExistError",
    fix: "create the identity first, or check its id",
    says: "The specified new authorized action taker identity * does not exist",
  },
  40708: {
    name: "NewAuthorizedActionTakerGroupDoesNotExistError",
    fix: "See: dapikit explain 40708",
    says: "The specified new authorized action taker group * does not exist",
  },
  40709: {
    name: "NewAuthorizedActionTakerMainGroupNotSetError",
    fix: "set mainControlGroup first",
    says: "The specified new authorized action taker main group is not set in the token configuration",
  },
  40710: {
    name: "InvalidGroupPositionError",
    fix: "See: dapikit explain 40710",
    says: "Invalid group position: *",
  },
  40711: { name: "TokenIsPausedError", fix: "resume the token first", says: "Token * is paused." },
  40712: {
    name: "IdentityTokenAccountAlreadyFrozenError",
    fix: "leave it as it is",
    says: "Identity * account is already frozen for token *. Action attempted: *",
  },
  40713: {
    name: "TokenAlreadyPausedError",
    fix: "leave it as it is",
    says: "Token * is already paused. Action attempted: *",
  },
  40714: {
    name: "TokenNotPausedError",
    fix: "leave it as it is",
    says: "Token * is not paused. Action attempted: *",
  },
  40715: {
    name: "InvalidTokenClaimPropertyMismatch",
    fix: "See: dapikit explain 40715",
    says: "Invalid token release property mismatch for '*', token ID: *",
  },
  40716: {
    name: "InvalidTokenClaimNoCurrentRewards",
    fix: "claim again later",
    says: "No current rewards available for recipient '*' on token ID '*' at moment '*",
  },
  40717: {
    name: "InvalidTokenClaimWrongClaimant",
    fix: "claim as the recipient of the distribution",
    says: "Token claim error: Identity '*' is not a valid claimant for this distribution type of token '*'. The valid claimaint is '*'.",
  },
  40718: {
    name: "TokenTransferRecipientIdentityNotExistError",
    fix: "create the identity first, or check its id",
    says: "Token transfer recipient identity * doesn't exist",
  },
  40719: {
    name: "TokenDirectPurchaseUserPriceTooLow",
    fix: "See: dapikit explain 40719",
    says: "Provided direct purchase price * is below the required price * for token *.",
  },
  40720: {
    name: "TokenAmountUnderMinimumSaleAmount",
    fix: "See: dapikit explain 40720",
    says: "Requested token amount * is below the minimum sale amount * for token *.",
  },
  40721: {
    name: "TokenNotForDirectSale",
    fix: "set its price first",
    says: "Token * is not available for direct sale.",
  },
  40800: {
    name: "IdentityNotMemberOfGroupError",
    fix: "See: dapikit explain 40800",
    says: "Identity * is not a member of the group for data contract * at position *",
  },
  40801: {
    name: "GroupActionDoesNotExistError",
    fix: "propose the action first, or check its id",
    says: "Group action does not exist for data contract * at group position * with action ID *",
  },
  40802: {
    name: "GroupActionAlreadyCompletedError",
    fix: "See: dapikit explain 40802",
    says: "Group action has already been completed for data contract * at group position * with action ID *",
  },
  40803: {
    name: "GroupActionAlreadySignedByIdentityError",
    fix: "See: dapikit explain 40803",
    says: "Group action with action ID * has already been signed by identity * for data contract * at group position *",
  },
  40804: {
    name: "ModificationOfGroupActionMainParametersNotPermittedError",
    fix: "sign the action as it was proposed",
    says: "Modification of group action main parameters is not permitted.*",
  },
} as const satisfies RejectionNotes;

/** Number of a rejection. */
export type RejectionCode = keyof typeof REJECTIONS;
