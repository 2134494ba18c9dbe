import type {
  ConsumedDocument,
  Diagnostic,
  DocumentWrite,
  WriteAction,
  WriteVerdict,
} from '@dapikit/contract';
import { ConsensusError, type ConsensusErrorName } from '../../base/errors/consensus-error.js';
import { InputError } from '../../base/errors/input-error.js';
import type { Document } from '../../state/document/document.js';
import { findDocument, type DocumentChange } from '../../state/document-storage/document-store.js';
import type { DocumentScope } from './document-context.js';
import { StateFacts, type WholeChange } from './state-facts.js';

/** Describes a write of a document in a transition. */
export interface PlannedWrite {
  readonly action: WriteAction;
  /** The stored document; absent for a create. */
  readonly before?: Document | undefined;
  /** The document that the write leaves, with its data or without; that of a delete is the stored one. */
  readonly left: Document;
  /** Returns the change with all data, where it is read. */
  readonly change: (generated: Readonly<Record<string, string>>) => DocumentChange;
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
  'ReferencedEntityNotFoundError',
  'ReferencedIdentityKeyNotFoundError',
  'ReferencedIdentityKeyDisabledError',
  'ReferencedDocumentPropertyMismatchError',
  'ReferencedIdentityKeyRequirementNotMetError',
  'ReferencedDocumentRequirementNotMetError',
  'ReferencedDocumentRemovedError',
  'ReferencedContractRequirementNotMetError',
] as const satisfies readonly ConsensusErrorName[];

/** The rule that the network judges behind everything else: it needs the state as it is after the write. */
const TOTALS = 'document-constraint-total';

/**
 * Judges a write by the rules of its document type: what these ask of the state is read until they ask for nothing more.
 *
 * @throws {InputError} where a rule needs what the local platform does not know
 */
export async function judgeWrite(
  scope: DocumentScope,
  { action, before, left, change }: PlannedWrite,
  { data, decodesForms }: { readonly data?: unknown; readonly decodesForms: boolean },
): Promise<WriteVerdict> {
  const validator = scope.contract.validator(scope.collection.type.name);
  const { id: documentId, ownerId, creatorId = ownerId, times } = left;
  const stored = before === undefined ? {} : { stored: before.data };
  let found: Pick<WriteVerdict, 'generated' | 'consumed'> = { generated: {}, consumed: [] };
  const facts = new StateFacts(scope, async () => ({
    ...change(found.generated),
    consumed: await findConsumed(scope, found.consumed),
  }));
  for (;;) {
    const write: DocumentWrite = {
      action,
      document: data,
      ...stored,
      ownerId,
      creatorId,
      documentId,
      system: { ...times },
      facts,
    };
    const verdict = validator.judge(write, { decodesForms });
    found = verdict;
    if (!(await facts.read())) return requireJudged(scope, verdict);
  }
}

/** Finds documents that a write consumes, by their types and ids. */
export async function findConsumed(
  { context: { view }, contract }: DocumentScope,
  consumed: readonly ConsumedDocument[],
): Promise<WholeChange['consumed']> {
  const found: { documentType: string; document: Document }[] = [];
  for (const { documentType, id } of consumed) {
    const collection = contract.collection(documentType);
    const document = collection && (await findDocument(view, collection, id));
    if (document !== undefined) found.push({ documentType, document });
  }
  return found;
}

/** Rejects a write that a rule allows only by what is not known. @throws {InputError} */
function requireJudged({ collection }: DocumentScope, verdict: WriteVerdict): WriteVerdict {
  const [unjudged] = verdict.unjudged;
  if (!verdict.ok || unjudged === undefined) return verdict;
  throw new InputError('documentType', {
    problem: `the local platform cannot judge ${unjudged}`,
    expected: 'a document type whose rules the local platform judges',
    found: collection.type.name,
  });
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
 * @throws {ConsensusError} 10422 or 40147
 * @throws {InputError} as {@link judgeWrite}
 */
export async function judgeChange(
  scope: DocumentScope,
  action: Exclude<WriteAction, 'create' | 'replace' | 'restore'>,
  { before, after }: DocumentChange,
): Promise<void> {
  if (!scope.protocol.constraints || before === undefined) return;
  const change = { before, ...(after === undefined ? {} : { after }) };
  await judgeConstraints(scope, {
    action,
    before,
    left: after ?? before,
    change: () => change,
  });
}

/**
 * Judges a write that sends no data by the rules of its type.
 *
 * @throws {ConsensusError} 10422 or 40147
 * @throws {InputError} as {@link judgeWrite}
 */
export async function judgeConstraints(
  scope: DocumentScope,
  write: PlannedWrite & {
    readonly action: Exclude<WriteAction, 'create' | 'replace'>;
  },
): Promise<void> {
  const { rejections } = await judgeWrite(scope, write, { decodesForms: true });
  for (const rejection of rejections) {
    const error = ruleError(rejection);
    if (error !== undefined) throw error;
  }
}
