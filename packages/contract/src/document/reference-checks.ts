import { OWNER } from '../expression/operators.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType } from '../model/contract-model.js';
import { truncate } from '../source/excerpt.js';
import type { Data } from './data.js';
import { formatProperty } from './document-report.js';
import type { ReadWrite } from './document-write.js';
import {
  isReveal,
  listCarriers,
  listSingle,
  type Reference,
  type ReferenceCarrier,
  type ReferenceTree,
} from './reference-model.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';
import { joinPreimage } from './reveal.js';
import { isSameValue, valueAt } from './value-at.js';
import type { Consume, WriteCheck } from './write-check.js';
import { CREATOR, type Referring, type Outcome, notFound } from './reference-outcome.js';
import { judgeContract } from './referenced-contract.js';
import { findReferenced, judgeDocument } from './referenced-document.js';
import { judgeKey } from './referenced-key.js';

/** Compiles the checks of the references of a type: first of the preimages of reveals, then of the state. */
export function compileReferenceChecks(type: DocumentType): readonly WriteCheck[] {
  const carriers = listCarriers(type);
  if (carriers.length === 0) return [];
  return [checkPreimages(type, carriers), checkReferences(type, carriers)];
}

/** Lists the values of a carrier that a document has. */
function listValues(
  write: ReadWrite,
  { path, isList }: ReferenceCarrier,
): readonly { readonly value: Data; readonly keys: readonly (string | number)[] }[] {
  if (path.startsWith('$')) {
    const value = path === OWNER ? write.ownerId : write.creatorId;
    return value === undefined ? [] : [{ value, keys: [path] }];
  }
  const value = valueAt(write.data, path);
  if (value === undefined) return [];
  const keys = path.split('.');
  if (!isList) return [{ value, keys }];
  return Array.isArray(value) ? value.map((one: Data, at) => ({ value: one, keys: [...keys, at] })) : [];
}

/** Checks that the values of reveals can be hashed; the network does so before it reads the state. */
function checkPreimages(type: DocumentType, carriers: readonly ReferenceCarrier[]): WriteCheck {
  return (write, report) => {
    if (write.action !== 'create') return;
    for (const carrier of carriers)
      for (const reference of listSingle(carrier.expression))
        for (const source of reference.findBy?.values() ?? [])
          for (const { value, keys } of source.kind === 'hash' ? listValues(write, carrier) : []) {
            if (source.kind !== 'hash') continue;
            const joined = joinPreimage(type, source.params, (path) =>
              path === '.' ? value : valueAt(write.data, path),
            );
            if (joined instanceof Uint8Array) continue;
            const { property, reason } = joined;
            report.add(REFERENCE_CHECK_RULES.preimage, {
              message: `"${truncate(property)}" cannot be revealed: ${reason}`,
              keys: property === '.' ? keys : property.split('.'),
              payload: { documentTypeName: type.name, path: formatProperty(keys), property, reason },
            });
          }
  };
}

function checkReferences(type: DocumentType, carriers: readonly ReferenceCarrier[]): WriteCheck {
  return (write, report, skip, consume) => {
    const { action } = write;
    if (action !== 'create' && action !== 'replace') return;
    for (const carrier of carriers) {
      if (carrier.path === CREATOR && action === 'replace' && write.creatorId === undefined)
        skip(`the reference of "${CREATOR}"`);
      for (const { value, keys } of listValues(write, carrier)) {
        const path = formatProperty(keys);
        const referring = { type, write, carrier, value, path };
        const outcome = judge(carrier.expression, referring);
        if (outcome === undefined && action === 'create')
          noteConsumed(carrier.expression, referring, consume);
        if (outcome === 'unknown') skip(`the reference of "${truncate(path)}"`);
        else if (outcome !== undefined)
          report.add(outcome.rule, {
            message: outcome.message,
            keys: path.startsWith('$') ? [] : keys,
            payload: outcome.payload,
          });
      }
    }
  };
}

/** Judges references. Where one operand of `anyOf` needs it, all are judged: one that is not read again says nothing. */
function judge(expression: ReferenceTree, referring: Referring, isForced = false): Outcome {
  if (expression.kind === 'reference')
    return isForced || needsJudging(expression, referring) ? judgeSingle(expression, referring) : undefined;
  const forces =
    isForced ||
    (expression.kind === 'anyOf' && listSingle(expression).some((one) => needsJudging(one, referring)));
  const outcomes = expression.operands.map((operand) => judge(operand, referring, forces));
  const failure = outcomes.find((outcome) => outcome !== undefined && outcome !== 'unknown');
  const hasUnknown = outcomes.includes('unknown');
  if (expression.kind === 'allOf') return failure ?? (hasUnknown ? 'unknown' : undefined);
  if (outcomes.includes(undefined)) return undefined;
  return hasUnknown ? 'unknown' : failure;
}

/** Records what references that hold consume; of several of which one must hold, the first that does. */
function noteConsumed(expression: ReferenceTree, referring: Referring, consume: Consume): void {
  if (expression.kind === 'reference') {
    const found = expression.consumes ? findReferenced(expression, referring) : undefined;
    if (found && found !== 'nothing') consume(expression.documentType, found);
    return;
  }
  const holding = expression.operands.filter((operand) => judge(operand, referring) === undefined);
  for (const operand of expression.kind === 'anyOf' ? holding.slice(0, 1) : holding)
    noteConsumed(operand, referring, consume);
}

/** Returns whether a write judges a reference: a replace only where something changed, or the target can be deleted. */
function needsJudging(reference: Reference, { type, write, carrier }: Referring): boolean {
  const { action, data, stored } = write;
  if (action === 'create') return true;
  // A transfer changes the owner without a write.
  if (reference.contractRequirements.has('owner') && canChangeOwner(type)) return true;
  if (isReveal(reference)) return false;
  if (stored === undefined || reference.type === 'deletableDocument') return true;
  const isChanged = (path: string): boolean =>
    !path.startsWith('$') && !isSameValue(valueAt(stored, path), valueAt(data, path));
  if (isChanged(carrier.path)) return true;
  const sources = [...(reference.findBy?.values() ?? [])];
  const reads = [
    ...sources.flatMap((source) => (source.kind === 'path' ? [source.path] : [])),
    ...reference.where.values(),
    ...[reference.keyIdProperty, reference.identityProperty].filter((path) => path !== undefined),
  ];
  // A comparison with the writer is made at every write.
  return [...reference.where.values()].includes(OWNER) || reads.some(isChanged);
}

function judgeSingle(reference: Reference, referring: Referring): Outcome {
  const { value, write } = referring;
  const { facts } = write;
  switch (reference.type) {
    case 'identity':
      return judgeExistence(reference, referring, facts.hasIdentity);
    case 'token':
      return judgeExistence(reference, referring, facts.hasToken);
    case 'contract':
      return reference.contractRequirements.size === 0
        ? judgeExistence(reference, referring, facts.hasContract)
        : judgeContract(reference, referring);
    case 'identityPublicKey':
      return judgeKey(reference, referring);
    default:
      return value instanceof Uint8Array || reference.findBy !== undefined
        ? judgeDocument(reference, referring)
        : undefined;
  }
}

function judgeExistence(
  reference: Reference,
  referring: Referring,
  exists: ((id: Uint8Array) => boolean | undefined) | undefined,
): Outcome {
  const { value } = referring;
  if (!(value instanceof Uint8Array)) return undefined;
  const found = exists?.(value);
  if (found === undefined) return 'unknown';
  return found ? undefined : notFound(reference, referring);
}
