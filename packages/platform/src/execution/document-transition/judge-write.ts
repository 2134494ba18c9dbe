import type { Diagnostic, DocumentWrite, WriteAction, WriteVerdict } from '@dapikit/contract';
import { ConsensusError, type ConsensusErrorName } from '../../base/errors/consensus-error.js';
import type { Document, DocumentData } from '../../state/document/document.js';
import type { Proposal } from './document-transition.js';
import type { DocumentScope } from './document-context.js';

/** Describes a write of a document in a transition: what surrounds its data. */
export interface SurroundedWrite {
  readonly action: WriteAction;
  readonly documentId: Uint8Array;
  /** The owner after the write; 32 bytes. */
  readonly ownerId: Uint8Array;
  /** As they are after the write. */
  readonly times: Document['times'];
  /** The stored data; absent for a create. */
  readonly stored?: DocumentData | undefined;
}

/** The errors about rules of a type, by the names that diagnostics give them. */
const RULE_ERRORS = [
  'DocumentPropertyNotDistinctError',
  'InvalidEncryptedPropertyShapeError',
  'DocumentPropertyMaxBytesExceededError',
  'DocumentPropertyConstraintViolatedError',
  'DocumentReferencePreimageInvalidError',
  'DocumentPropertyNotGeneratedError',
  'DocumentImmutablePropertyChangedError',
  'DocumentDeleteConstraintViolatedError',
  'DocumentModeratorFieldNotWritableError',
] as const satisfies readonly ConsensusErrorName[];

/** The rule that the network judges behind everything else: it needs the state as it is after the write. */
const TOTALS = 'document-constraint-total';

/** Judges a write by the rules of its document type. */
// oxlint-disable-next-line typescript/require-await -- what it reads of the state comes later
export async function judgeWrite(
  { contract, collection: { type } }: DocumentScope,
  write: SurroundedWrite,
  { data, decodesForms }: { readonly data?: unknown; readonly decodesForms: boolean },
): Promise<WriteVerdict> {
  const { action, documentId, ownerId, times, stored } = write;
  const judged: DocumentWrite = {
    action,
    document: data,
    ...(stored === undefined ? {} : { stored }),
    ownerId,
    documentId,
    system: { ...times },
  };
  return contract.validator(type.name).judge(judged, { decodesForms });
}

/** Returns the error about a rule of a type; nothing for another diagnostic. */
export function ruleError({ official, message, fix }: Diagnostic): ConsensusError | undefined {
  const name = RULE_ERRORS.find((one) => one === official?.name);
  if (name === undefined) return undefined;
  return new ConsensusError(name, { fields: official?.payload ?? {}, summary: message, fix: fix.text });
}

/** Returns the rule that a write breaks only by totals, which the network finds last; nothing where it breaks another one too. */
export function findDeferred({ diagnostics }: Pick<WriteVerdict, 'diagnostics'>): Diagnostic | undefined {
  const errors = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
  return errors.every(({ code }) => code === TOTALS) ? errors[0] : undefined;
}

/**
 * Judges a change that sends no data: a transfer, a purchase, a price or a delete.
 *
 * @throws {ConsensusError} 10419, 10422 or 40147
 */
export async function judgeChange(
  scope: DocumentScope,
  action: Exclude<WriteAction, 'create' | 'replace' | 'restore'>,
  { documentId, before, after }: Proposal,
): Promise<void> {
  if (!scope.protocol.constraints || before === undefined) return;
  const { ownerId, times } = after ?? before;
  const write = { action, documentId, ownerId, times, stored: before.data };
  const { rejections } = await judgeWrite(scope, write, { decodesForms: true });
  for (const rejection of rejections) {
    const error = ruleError(rejection);
    if (error !== undefined) throw error;
  }
}
