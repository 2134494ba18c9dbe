import { DocumentValues, toComparable } from '../expression/document-values.js';
import { judgeRule } from '../expression/evaluate.js';
import { type RuleSet, readConstraints, type TypeConstraints } from '../expression/constraints.js';
import { conditionInMessage } from '../expression/describe-condition.js';
import type { Binding, Total } from '../expression/expression.js';
import { type DocumentFacts, VIOLATION_WORDS } from '../expression/facts.js';
import { isJudgedAt } from '../expression/judged-at.js';
import { OWNER } from '../expression/operators.js';
import { listOutsideReads } from '../expression/outside-reads.js';
import { canonicalText } from '../source/canonical-text.js';
import { truncate } from '../source/excerpt.js';
import { getItems, getMember, getText } from '../source/json-node.js';
import { decodeIdentifier, encodeIdentifier } from '../model/identifier.js';
import { isIndexOnly } from '../model/type-traits.js';
import type { Contract } from '../model/contract.js';
import type { DocumentType } from '../model/contract-model.js';
import { checkExpired } from './check-expired.js';
import { checkOffered } from './check-offered.js';
import type { Data } from './data.js';
import { formatProperty } from './document-report.js';
import type { ReadWrite, WriteAction } from './document-write.js';
import { generateValue, listGenerated, type GeneratedProperty } from './generated-values.js';
import { compileReferenceChecks } from './reference-checks.js';
import type { WriteCheck } from './write-check.js';
import { isSameValue, valueAt } from './value-at.js';
import { WRITE_RULES } from './write-rules.js';

/** Holds the checks of writes of one type. */
export interface WriteChecks {
  readonly generated: readonly GeneratedProperty[];
  /** Returns whether a replace meets `retractedWhen`; a fault counts as not holding. */
  readonly retracts: (write: ReadWrite) => boolean;
  /** Checks that need no valid document. */
  readonly always: readonly WriteCheck[];
  /** Checks of a document that fits its schema. */
  readonly valid: readonly WriteCheck[];
}

/** Compiles the checks of a type that go beyond its schema. */
export function compileWriteChecks(contract: Contract, type: DocumentType): WriteChecks {
  const generated = listGenerated(type);
  const constraints = readConstraints(type);
  const { retractedWhen } = constraints;
  return {
    generated,
    retracts: (write) =>
      retractedWhen !== undefined &&
      write.action === 'replace' &&
      write.stored !== undefined &&
      judgeRule(retractedWhen, new DocumentValues(write.data, write.stored), createFacts(write)).result ===
        'holds',
    always: [
      checkOffered(type),
      checkExpired(contract, type),
      checkDistinct(type),
      checkGenerated(type, generated),
    ],
    valid: [
      ...constraints.ruleSets.map((rules) => checkRules(type, rules)),
      checkImmutable(type, constraints),
      checkModerated(contract, type),
      ...compileReferenceChecks(type),
    ],
  };
}

const isSent = ({ action }: ReadWrite): boolean => action === 'create' || action === 'replace';

/** Checks `distinctFrom`, of properties and of elements of lists. */
function checkDistinct(type: DocumentType): WriteCheck {
  const rules = [...type.fields.values()].flatMap(({ path, schema }) =>
    [
      { path, isList: false, other: getText(getMember(schema, 'distinctFrom')) },
      { path, isList: true, other: getText(getMember(getMember(schema, 'items'), 'distinctFrom')) },
    ].filter(({ other }) => other !== undefined),
  );
  return (write, report) => {
    if (!isSent(write)) return;
    for (const { path, isList, other = '' } of rules) {
      const second = other === OWNER ? write.ownerId : valueAt(write.data, other);
      const text = toComparable(second, 'identifier');
      if (text === undefined) continue;
      const value = valueAt(write.data, path);
      const values: readonly Data[] =
        isList && Array.isArray(value) ? value : value === undefined ? [] : [value];
      for (const [at, one] of values.entries()) {
        if (toComparable(one, 'identifier') !== text) continue;
        const keys = [...path.split('.'), ...(isList ? [at] : [])];
        const property = formatProperty(keys);
        report.add(WRITE_RULES.distinct, {
          message: `"${truncate(property)}" is the same identifier as ${other === OWNER ? 'the owner' : `"${truncate(other)}"`}`,
          keys,
          payload: { documentTypeName: type.name, property, distinctFrom: other },
        });
      }
    }
  };
}

function checkGenerated(type: DocumentType, properties: readonly GeneratedProperty[]): WriteCheck {
  return (write, report) => {
    if (!isSent(write)) return;
    for (const property of properties) {
      const { path, functionName, params } = property;
      const value = valueAt(write.data, path);
      const wanted = generateValue(property, write.data);
      if (value === wanted) continue;
      const from = params.map((param) => `"${truncate(param)}"`).join(', ');
      report.add(WRITE_RULES.generated, {
        message:
          wanted === undefined
            ? `"${truncate(path)}" is present, and ${from} is absent, from which it is generated`
            : `"${truncate(path)}" differs from ${JSON.stringify(truncate(wanted))}, which is generated from ${from}`,
        keys: value === undefined ? [] : path.split('.'),
        payload: { documentTypeName: type.name, property: path, function: functionName, params },
      });
    }
  };
}

/** Judges the rules of a keyword by name. All broken ones are reported; the network reports the first. */
function checkRules(type: DocumentType, { keyword, rules }: RuleSet): WriteCheck {
  return (write, report, skip) => {
    const { action } = write;
    // The delete of an entry carries its values, which are judged as those of a create.
    const isDelete = action === 'delete' && !isIndexOnly(type);
    if (isDelete !== (keyword === 'deleteConstraints')) return;
    if (!isSent(write) && write.stored === undefined) {
      skip(`${keyword} needs the stored document`);
      return;
    }
    const facts = createFacts(write);
    const values = new DocumentValues(write.data, write.stored);
    for (const { name, condition } of rules) {
      if (isSystemChange(action) && !isJudgedAt(condition, action, type.name)) continue;
      const verdict = judgeRule(condition, values, facts);
      if (verdict.result === 'holds') continue;
      if (verdict.result === 'unknown') {
        skip(`${keyword}.${name} reads ${verdict.reads}`);
        continue;
      }
      const { violation } = verdict;
      const readsTotals = listOutsideReads(condition).some(({ kind }) => kind === 'total');
      const rule =
        keyword === 'deleteConstraints'
          ? WRITE_RULES.deleteConstraint
          : readsTotals
            ? WRITE_RULES.totalConstraint
            : WRITE_RULES.constraint;
      const base = { documentTypeName: type.name, constraint: name, violation };
      report.add(rule, {
        message: `the rule "${name}" is broken: ${VIOLATION_WORDS[violation]}. ${conditionInMessage(condition)}`,
        payload: keyword === 'deleteConstraints' ? { documentId: formatId(write.documentId), ...base } : base,
      });
    }
  };
}

const isSystemChange = (action: WriteAction): action is 'transfer' | 'purchase' | 'update_price' =>
  action === 'transfer' || action === 'purchase' || action === 'update_price';

const formatId = (id: Uint8Array | undefined): string => (id === undefined ? '' : encodeIdentifier(id));

function createFacts(write: ReadWrite): DocumentFacts {
  const { ownerId, times, facts } = write;
  return {
    ownerId,
    times,
    totalOf: facts.totalOf === undefined ? undefined : (total) => readTotal(write, total),
  };
}

function readTotal({ facts, data, ownerId, documentId }: ReadWrite, total: Total): bigint | undefined {
  const filter = new Map<string, Data>();
  for (const [key, binding] of total.filter) {
    const value = readBinding(binding);
    if (value !== undefined) filter.set(key, value);
  }
  const { documentType, property, node } = total;
  return facts.totalOf?.({
    documentType,
    property: property?.name,
    filter: filter.size === total.filter.size ? filter : undefined,
    expression: canonicalText(node),
  });

  function readBinding(binding: Binding): Data | undefined {
    switch (binding.kind) {
      case 'property':
        return valueAt(data, binding.path.text);
      case 'owner':
        return ownerId;
      case 'id':
        return documentId;
      case 'integer':
        return binding.value;
      default:
        return decodeIdentifier(binding.text) ?? binding.text;
    }
  }
}

/** Checks `immutable` on a replace: the network names the first changed property by name. */
function checkImmutable(type: DocumentType, { immutable }: TypeConstraints): WriteCheck {
  const entries = immutable.toSorted((a, b) => (a.property < b.property ? -1 : 1));
  const references = new Map(
    type.properties.map(({ name, schema }) => [name, getMember(schema, 'refersTo')] as const),
  );
  return (write, report, skip) => {
    const { action, data, stored, facts } = write;
    if (action !== 'replace' || entries.length === 0) return;
    if (stored === undefined) {
      skip('immutable needs the stored document');
      return;
    }
    for (const { property, condition, hasCondition } of entries) {
      const before = stored.get(property);
      const after = data.get(property);
      if (isSameValue(before, after) || (hasCondition && condition === undefined)) continue;
      if (isClearedReference(references.get(property), before, after, facts)) continue;
      if (condition !== undefined) {
        const verdict = judgeRule(condition, new DocumentValues(data, stored), createFacts(write));
        if (verdict.result === 'unknown') skip(`immutable.${property} reads ${verdict.reads}`);
        // A fault counts as holding: the property stays frozen.
        if (verdict.result === 'unknown' || (verdict.result === 'broken' && verdict.violation === 'NotMet'))
          continue;
      }
      report.add(WRITE_RULES.immutable, {
        message: `"${truncate(property)}" is immutable${condition === undefined ? '' : ` here: ${conditionInMessage(condition)}`}`,
        keys: after === undefined ? [] : [property],
        payload: { documentId: formatId(write.documentId), documentTypeName: type.name, property },
      });
    }
  };
}

/** Returns whether a replace clears a reference by id to a deletable document that no longer exists. */
function isClearedReference(
  reference: ReturnType<typeof getMember>,
  before: Data | undefined,
  after: Data | undefined,
  { findDocument }: ReadWrite['facts'],
): boolean {
  if (
    getText(getMember(reference, 'type')) !== 'deletableDocument' ||
    getMember(reference, 'findBy') !== undefined
  )
    return false;
  if (!(before instanceof Uint8Array) || (after ?? null) !== null) return false;
  const documentType = getText(getMember(reference, 'documentType')) ?? '';
  const contractId = getText(getMember(reference, 'contractId'));
  return findDocument?.({ contractId, documentType, id: before }) === null;
}

/** Checks that only moderators write their fields. */
function checkModerated(contract: Contract, type: DocumentType): WriteCheck {
  const fields = getItems(getMember(getMember(type.node, 'moderatorAbilities'), 'changeFields'))
    .map(getText)
    .filter((name) => name !== undefined)
    .toSorted();
  const isModerator = readModerators(contract);
  return (write, report, skip) => {
    const { data, stored, action, ownerId, facts } = write;
    if (!isSent(write) || fields.length === 0) return;
    const before = action === 'replace' ? stored : new Map<string, Data>();
    if (before === undefined) {
      skip('moderatorAbilities.changeFields needs the stored document');
      return;
    }
    const changed = fields.filter((name) => !isSameValue(before.get(name), data.get(name)));
    if (changed.length === 0) return;
    const isListed = ownerId === undefined ? undefined : isModerator(ownerId);
    const moderates =
      ownerId === undefined || isListed === true ? isListed : (facts.isModerator?.(ownerId) ?? isListed);
    if (moderates === undefined) {
      skip(`whether the owner moderates the contract, for "${changed.join('", "')}"`);
      return;
    }
    if (moderates) return;
    for (const name of changed)
      report.add(WRITE_RULES.moderatorField, {
        message: `only moderators write "${truncate(name)}"`,
        keys: data.has(name) ? [name] : [],
        payload: { documentTypeName: type.name, property: name },
      });
  };
}

/** Returns who moderates a contract by its config; undefined for an elected team. */
function readModerators({ root, configNode }: Contract): (identity: Uint8Array) => boolean | undefined {
  const moderators = getMember(getMember(configNode, 'moderation'), 'moderators');
  const kind = getText(getMember(moderators, '$type'));
  const listed = new Set(
    getItems(getMember(moderators, 'identities')).map((node) => toComparable(getText(node), 'identifier')),
  );
  const owner = toComparable(getText(getMember(root, 'ownerId')), 'identifier');
  return (identity) => {
    if (kind !== 'contractOwner' && kind !== 'appointedModerators') return undefined;
    const id = toComparable(identity, 'identifier');
    return id === owner || (kind === 'appointedModerators' && listed.has(id));
  };
}
