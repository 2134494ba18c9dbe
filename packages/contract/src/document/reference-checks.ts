import { OWNER } from '../expression/operators.js';
import type { DocumentType } from '../model/contract-model.js';
import { decodeIdentifier, encodeIdentifier } from '../model/identifier.js';
import { truncate } from '../source/excerpt.js';
import { findOutsideValue } from './assumed-state.js';
import { isEqual, type Data } from './data.js';
import { formatProperty } from './document-report.js';
import type { DocumentRule } from './document-rule.js';
import type { ReadWrite } from './document-write.js';
import type { OutsideDocument } from './outside-facts.js';
import {
  isReveal,
  listCarriers,
  listSingle,
  type Reference,
  type ReferenceCarrier,
  type ReferenceTree,
} from './reference-model.js';
import { REFERENCE_CHECK_RULES } from './reference-rules.js';
import { hashTwice, joinPreimage } from './reveal.js';
import { isSameValue, valueAt } from './value-at.js';
import type { Consume, WriteCheck } from './write-check.js';

const CREATOR = '$creatorId';

/** Says that a reference fails; `unknown` that the facts do not decide it. */
type Outcome =
  | undefined
  | 'unknown'
  | {
      readonly rule: DocumentRule;
      readonly message: string;
      readonly payload: Readonly<Record<string, unknown>>;
    };

/** Holds one value that refers to something, and where it is. */
interface Referring {
  readonly type: DocumentType;
  readonly write: ReadWrite;
  readonly carrier: ReferenceCarrier;
  readonly value: Data;
  /** Path as in official errors: `members[1]`. */
  readonly path: string;
}

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
    const found = expression.consumes ? findTarget(expression, referring) : undefined;
    if (found && found !== 'nothing') consume(expression.documentType, found);
    return;
  }
  const holding = expression.operands.filter((operand) => judge(operand, referring) === undefined);
  for (const operand of expression.kind === 'anyOf' ? holding.slice(0, 1) : holding)
    noteConsumed(operand, referring, consume);
}

/** Returns whether a write judges a reference: a replace only where something changed, or the target can be deleted. */
function needsJudging(reference: Reference, { write, carrier }: Referring): boolean {
  const { action, data, stored } = write;
  if (action === 'create') return true;
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
    case 'contract': {
      const outcome = judgeExistence(reference, referring, facts.hasContract);
      return outcome === undefined && reference.hasContractRequirements ? 'unknown' : outcome;
    }
    case 'identityPublicKey':
      return judgeKey(reference, referring);
    default:
      return value instanceof Uint8Array || reference.findBy !== undefined
        ? judgeDocument(reference, referring)
        : undefined;
  }
}

const textOf = (value: Data | undefined): string =>
  value instanceof Uint8Array && value.length === 32 ? encodeIdentifier(value) : '';

const notFound = ({ type }: Reference, { path, value }: Referring): Outcome => ({
  rule: REFERENCE_CHECK_RULES.notFound,
  message: `"${truncate(path)}" refers to ${NOUNS[type] ?? type} that does not exist`,
  payload: { entityId: textOf(value), entityType: type, path },
});

const NOUNS: Readonly<Record<string, string>> = {
  identity: 'an identity',
  contract: 'a contract',
  token: 'a token',
  identityPublicKey: 'an identity',
  permanentDocument: 'a document',
  moderatedDocument: 'a document',
  deletableDocument: 'a document',
};

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

function judgeKey(reference: Reference, referring: Referring): Outcome {
  const { write, value, path, type } = referring;
  const { keyIdProperty, identityProperty, keyRequirements } = reference;
  const identity = identityProperty === undefined ? value : identityOf(write, identityProperty);
  if (identity === undefined && identityProperty === CREATOR) return 'unknown';
  const keyId = keyIdProperty === undefined ? value : valueAt(write.data, keyIdProperty);
  if (!(identity instanceof Uint8Array) || (typeof keyId !== 'number' && typeof keyId !== 'bigint'))
    return undefined;
  const key = write.facts.findKey?.(identity, BigInt(keyId));
  if (key === undefined) return 'unknown';
  const payload = { documentTypeName: type.name, path, identityId: textOf(identity), keyId: Number(keyId) };
  if (key === null)
    return {
      rule: REFERENCE_CHECK_RULES.keyNotFound,
      message: `"${truncate(path)}" refers to a key that does not exist`,
      payload,
    };
  if (key.isDisabled)
    return {
      rule: REFERENCE_CHECK_RULES.keyDisabled,
      message: `"${truncate(path)}" refers to a disabled key`,
      payload,
    };
  for (const [field, required] of Object.entries(keyRequirements)) {
    const actual = field === 'purpose' ? key.purpose : key.boundTo;
    if (actual !== required)
      return {
        rule: REFERENCE_CHECK_RULES.keyRequirement,
        message: `"${truncate(path)}" refers to a key whose ${field} is ${actual ?? 'nothing'}: it must be ${required}`,
        payload: { ...payload, field, required, actual: actual ?? '' },
      };
  }
  return undefined;
}

/** Returns the value of the property that names the identity of a key. */
function identityOf({ ownerId, creatorId, data }: ReadWrite, property: string): Data | undefined {
  if (property === OWNER) return ownerId;
  return property === CREATOR ? creatorId : valueAt(data, property);
}

/** Finds the document that a reference names; `nothing` where a value is absent by which it is found. */
function findTarget(
  { contractId, documentType, findBy }: Reference,
  referring: Referring,
): OutsideDocument | null | undefined | 'nothing' {
  const values = findBy === undefined ? undefined : readKeys(findBy, referring);
  if (findBy !== undefined && values === undefined) return 'nothing';
  const byId = values === undefined ? referring.value : values.get('$id');
  const id = byId instanceof Uint8Array ? { id: byId } : {};
  const others = new Map([...(values ?? [])].filter(([key]) => key !== '$id'));
  return referring.write.facts.findDocument?.({
    contractId,
    documentType,
    ...id,
    ...(others.size === 0 ? {} : { values: others }),
  });
}

function judgeDocument(reference: Reference, referring: Referring): Outcome {
  const { path, value } = referring;
  const { inList } = reference;
  const found = findTarget(reference, referring);
  if (found === 'nothing') return undefined;
  if (found === undefined) return 'unknown';
  if (found === null) return notFound(reference, referring);
  if (inList !== undefined) {
    const list = findOutsideValue(found, inList);
    if (!Array.isArray(list) || !list.some((one: Data) => isEqual(one, value)))
      return notFound(reference, referring);
  }
  return judgeWhere(reference, referring, found) ?? judgeAge(reference, referring, found, path);
}

/** Returns the values by which the target is found; undefined where the document does not have one. */
function readKeys(
  findBy: NonNullable<Reference['findBy']>,
  { write, value, type }: Referring,
): ReadonlyMap<string, Data> | undefined {
  const values = new Map<string, Data>();
  for (const [key, source] of findBy) {
    let found: Data | undefined;
    if (source.kind === 'value') found = value;
    else if (source.kind === 'owner') found = write.ownerId;
    else if (source.kind === 'path') found = valueAt(write.data, source.path);
    else {
      const joined = joinPreimage(type, source.params, (path) =>
        path === '.' ? value : valueAt(write.data, path),
      );
      found = joined instanceof Uint8Array ? hashTwice(joined) : undefined;
    }
    if (found === undefined) return undefined;
    values.set(key, found);
  }
  return values;
}

/** Compares values of the document with those of the target. Two absent values agree. */
function judgeWhere(reference: Reference, { write, path }: Referring, found: OutsideDocument): Outcome {
  for (const [referenced, own] of reference.where) {
    const mine = own === OWNER ? write.ownerId : valueAt(write.data, own);
    if (own === OWNER && mine === undefined) return 'unknown';
    if (found.isRemoved === true && findOutsideValue(found, referenced) === undefined)
      return {
        rule: REFERENCE_CHECK_RULES.removed,
        message: `"${truncate(path)}" refers to a removed document, whose record does not have "${truncate(referenced)}"`,
        payload: { documentId: textOf(found.id), path, referencedProperty: referenced },
      };
    if (isSameReferenced(mine, findOutsideValue(found, referenced))) continue;
    return {
      rule: REFERENCE_CHECK_RULES.mismatch,
      message: `"${truncate(own)}" differs from "${truncate(referenced)}" of the document that "${truncate(path)}" refers to`,
      payload: { path, referringProperty: own, referencedProperty: referenced },
    };
  }
  return undefined;
}

/** Compares a value with one of a document whose schema may be unknown: identifiers may be text there. */
function isSameReferenced(mine: Data | undefined, other: Data | undefined): boolean {
  if (mine instanceof Uint8Array && typeof other === 'string')
    return isSameValue(mine, decodeIdentifier(other));
  return isSameValue(mine, other);
}

function judgeAge(
  { minimumAgeBlocks }: Reference,
  { write }: Referring,
  found: OutsideDocument,
  path: string,
): Outcome {
  if (minimumAgeBlocks === undefined) return undefined;
  const created = found.times.get('$createdAtBlockHeight');
  const { blockHeight } = write.facts;
  if (created === undefined || blockHeight === undefined) return 'unknown';
  if (blockHeight - created >= minimumAgeBlocks) return undefined;
  return {
    rule: REFERENCE_CHECK_RULES.requirement,
    message: `"${truncate(path)}" refers to a document of block ${created}: it must be ${minimumAgeBlocks} blocks old`,
    payload: {
      documentId: textOf(found.id),
      field: 'minimumAgeBlocks',
      required: String(minimumAgeBlocks),
      path,
    },
  };
}
