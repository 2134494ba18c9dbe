import { identifierText } from '../base/bytes/identifier.js';
import {
  changeDocumentFields,
  type ChangeDocumentFields,
} from '../execution/moderation-transition/change-fields.js';
import { claimContractFees, type ClaimContractFees } from '../execution/moderation-transition/claim-fees.js';
import { moderateUser, type ModerateUser } from '../execution/moderation-transition/moderate-user.js';
import {
  removeAsModerator,
  type ModeratedDocument,
} from '../execution/moderation-transition/remove-document.js';
import {
  restoreDocument,
  type RestoreDocument,
} from '../execution/moderation-transition/restore-document.js';
import type { PlatformChain, Receipt } from '../execution/transition/platform-chain.js';
import { requireCollection } from '../state/contract/require-collection.js';
import type { Collection } from '../state/document/collection.js';
import type { Document } from '../state/document/document.js';
import { documentToJson, keptToJson, type DocumentJson } from '../state/document/json-form.js';
import { readListPage, type ListPage } from '../state/input/list-page.js';
import { readId, readText } from '../state/input/read-input.js';
import { findFeePot, type FeePot, type PotName } from '../state/moderation/fee-pots.js';
import { findModeratedUser, type ModeratedUser } from '../state/moderation/moderated-user.js';
import {
  listRemovals,
  type ModeratorStatement,
  type RemovalRecord,
} from '../state/document-storage/removal-record.js';
import type { DocumentReceipt } from './document-api.js';
import type { TypeName } from './query-api.js';

/** Describes a statement of a moderator. */
export interface ModeratorStatementInfo {
  /** Base58. */
  readonly moderatorId: string;
  readonly reason: string;
  /** Milliseconds. */
  readonly time: number;
}

/** Describes what the moderators of a contract say of an identity. */
export interface ModeratedUserInfo {
  readonly ban: ModeratorStatementInfo | undefined;
  /** `until` in milliseconds. */
  readonly suspension: (ModeratorStatementInfo & { readonly until: number }) | undefined;
  /** The oldest first. */
  readonly warnings: readonly ModeratorStatementInfo[];
}

/** Describes the deletion of a document by a moderator. */
export interface DocumentRemovalInfo extends ModeratorStatementInfo {
  /** Base58. */
  readonly documentId: string;
  /** Owner of the document, in base58. */
  readonly ownerId: string;
  /** Values that the record keeps, as JSON has them. */
  readonly kept: DocumentJson;
  /** Moderator who restored the document, and when in milliseconds; absent while it is deleted. */
  readonly restored: Pick<ModeratorStatementInfo, 'moderatorId' | 'time'> | undefined;
}

/** Describes a pot of fees that nobody has claimed yet. */
export interface FeePotInfo {
  readonly credits: bigint;
  /** Epoch in which it was last paid out; absent where it never was. */
  readonly claimedIn: number | undefined;
}

/** Moderates contracts, from protocol 14 on. */
export interface ModerationApi {
  /** Bans, suspends or warns an identity as a moderator of a contract, or takes that back: `ban`, `unban`, `suspend`, `lift`, `warn`, `removeWarning`. */
  moderateUser(input: ModerateUser): Promise<ModeratedUserInfo & Receipt>;
  /** Returns what the moderators of a contract say of an identity. */
  getModeratedUser(input: {
    readonly contractId: string;
    readonly identityId: string;
  }): Promise<ModeratedUserInfo>;
  /** Deletes a document as a moderator. Its record is returned also where its type keeps none. */
  removeDocument(input: ModeratedDocument): Promise<DocumentRemovalInfo & Receipt>;
  /** Restores a document that moderators deleted, within 604,800 seconds. */
  restoreDocument(input: RestoreDocument): Promise<DocumentReceipt>;
  /** Changes fields of a document as a moderator. */
  changeDocumentFields(input: ChangeDocumentFields): Promise<DocumentReceipt>;
  /** Returns the records of documents of a type that moderators deleted, at most 100, by the bytes of the ids of the documents. */
  getContractDocumentRemovals(input: TypeName & ListPage): Promise<readonly DocumentRemovalInfo[]>;
  /** Pays out the fees of actions to the owner of a contract, or in equal parts to its moderators; each pot at most once an epoch. */
  claimContractFees(
    input: ClaimContractFees,
  ): Promise<{ readonly each: bigint; readonly recipients: readonly string[] } & Receipt>;
  /** Returns the fees of actions that nobody has claimed yet. */
  getContractFeePots(input: { readonly contractId: string }): Promise<Readonly<Record<PotName, FeePotInfo>>>;
}

/** Creates the methods of moderation for a chain. */
export const moderationApi = (chain: PlatformChain): ModerationApi => ({
  moderateUser: async (input) => {
    const { user, ...receipt } = await chain.execute(moderateUser(input));
    return { ...infoOf(user), ...receipt };
  },
  getModeratedUser: async ({ contractId, identityId }) => {
    const ids = [readId(contractId, 'contractId'), readId(identityId, 'identityId')] as const;
    return infoOf(await chain.read(async (view) => findModeratedUser(view, ...ids)));
  },
  removeDocument: async (input) => {
    const { removal, ...receipt } = await chain.execute(removeAsModerator(input));
    const { scope, documentId, record } = removal;
    return { ...removalOf(scope.collection, documentId, record), ...receipt };
  },
  restoreDocument: async (input) => documentReceipt(await chain.execute(restoreDocument(input))),
  changeDocumentFields: async (input) => documentReceipt(await chain.execute(changeDocumentFields(input))),
  claimContractFees: async (input) => {
    const { recipients, ...claimed } = await chain.execute(claimContractFees(input));
    return { ...claimed, recipients: recipients.map(identifierText) };
  },
  getContractFeePots: async ({ contractId }) => {
    const id = readId(contractId, 'contractId');
    return chain.read(async (view) => ({
      owner: potOf(await findFeePot(view, id, 'owner')),
      moderators: potOf(await findFeePot(view, id, 'moderators')),
    }));
  },
  getContractDocumentRemovals: async ({ contractId, documentType, ...page }) => {
    const name = {
      contractId: readId(contractId, 'contractId'),
      documentType: readText(documentType, 'documentType'),
    };
    const asked = readListPage(page);
    return chain.read(async (view) => {
      const collection = await requireCollection(view, chain.contracts, name);
      const removals = await listRemovals(view, collection.location, asked);
      return removals.map(({ documentId, record }) => removalOf(collection, documentId, record));
    });
  },
});

const potOf = ({ credits, claimedIn }: FeePot): FeePotInfo => ({ credits, claimedIn });

const infoOf = ({ ban, suspension, warnings }: ModeratedUser): ModeratedUserInfo => ({
  ban: ban && statementOf(ban),
  suspension: suspension && { ...statementOf(suspension), until: suspension.until },
  warnings: warnings.map(statementOf),
});

const statementOf = ({ moderatorId, reason, time }: ModeratorStatement): ModeratorStatementInfo => ({
  moderatorId: identifierText(moderatorId),
  reason,
  time,
});

const removalOf = (
  { type }: Collection,
  documentId: Uint8Array,
  record: RemovalRecord,
): DocumentRemovalInfo => ({
  documentId: identifierText(documentId),
  ownerId: identifierText(record.ownerId),
  ...statementOf(record),
  kept: keptToJson(type, record.kept),
  restored: record.restored && {
    moderatorId: identifierText(record.restored.moderatorId),
    time: record.restored.time,
  },
});

const documentReceipt = ({
  scope,
  document,
  ...receipt
}: Receipt & {
  readonly scope: { readonly collection: Collection };
  readonly document: Document;
}): DocumentReceipt => {
  const { location, type } = scope.collection;
  return {
    document: documentToJson(type, identifierText(location.contractId), document),
    ...receipt,
  };
};
