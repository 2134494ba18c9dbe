import { capitalize, describeBefore } from '../protocol/protocol-versions.js';
import { listSummedProperties } from '../model/aggregates.js';
import { requires } from '../model/document-type.js';
import { canOwnerDelete, firstName, isIndexOnly, isTransient, keepsHistory } from '../model/type-traits.js';
import { listKeywordValues } from '../model/value-schemas.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getItems, getMember, getText } from '../source/json-node.js';
import { contract, note, noteOf, scored, TEXT_PROPERTY } from './example.js';
import { extendedRule, type Rule } from './rule.js';
import { addMember } from './single-reading.js';
import { suggestName } from './suggest-name.js';

const MIN_TTL = 3_600n;
const MAX_TTL = 31_536_000n;
/** Bounds of a value that is summed where documents leave by themselves, or compete: 2^27. */
const SUM_BOUND = 134_217_728n;

const expiring = (members: object) => note({ required: ['$createdAt'], ttl: 86_400, ...members });
const expiringSum = (bounds: object) =>
  scored({
    ttl: 86_400,
    required: ['score', '$createdAt'],
    documentsSummable: 'score',
    properties: { score: { type: 'integer', position: 0, ...bounds } },
  });
const since = (version: number, members: object = {}) =>
  contract({
    documentSchemas: note({
      properties: { text: { ...TEXT_PROPERTY, requiredSince: version } },
      required: ['text'],
      ...members,
    }),
  });

/** Lists the rules about the life of documents: which of their values are stored, since when, and how they leave. */
export const DOCUMENT_LIFE_RULES: readonly Rule<'document-type'>[] = [
  extendedRule({
    code: 'transient-property',
    title: 'transient names no property of the type',
    about: 'document-type',
    why: `\`transient\` names properties directly under the type: no path into an object, no unknown name and no name of the system. (${capitalize(describeBefore('extendedLanguage'))} the network ignores such names.)`,
    fix: 'Name a property directly under the type.',
    wrong: note({ transient: ['txt'] }),
    right: note({ transient: ['text'] }),
    check({ node, fields, properties, contract: { isOversized } }, report) {
      for (const item of getItems(getMember(node, 'transient'))) {
        const name = getText(item);
        if (name === undefined || fields.get(name)?.place === 'top') continue;
        report(item, {
          message: `"${truncate(name)}" is no property directly under the document type`,
          ...(isOversized
            ? {}
            : suggestName(
                name,
                properties.map((property) => property.name),
              )),
        });
      }
    },
  }),
  extendedRule({
    code: 'history-deletable',
    title: 'Documents with a history can be deleted',
    about: 'document-type',
    why: 'A type that keeps the history of its documents has `"canBeDeleted": false`, by itself or by the default of the contract; "onlyWhenConsumed" is no history either. An update may set it so.',
    fix: 'Write "canBeDeleted": false.',
    wrong: note({ documentsKeepHistory: true }),
    right: note({ documentsKeepHistory: true, canBeDeleted: false }),
    check(type, report) {
      if (!keepsHistory(type) || canOwnerDelete(type) === 'no') return;
      const option = getMember(type.node, 'canBeDeleted');
      report(option ?? getMember(type.node, 'documentsKeepHistory') ?? type.node, {
        message: 'documents keep their history: they cannot be deleted',
        ...(option === undefined ? addMember(type.node, 'canBeDeleted', false) : {}),
      });
    },
  }),
  extendedRule({
    code: 'consumed-entries',
    title: 'Entries without documents cannot be consumed',
    about: 'document-type',
    why: '`"canBeDeleted": "onlyWhenConsumed"` is for stored documents: a type with `indexOnly` has none.',
    fix: 'Write true or false, or remove indexOnly.',
    wrong: note({
      indexOnly: true,
      documentsMutable: false,
      canBeDeleted: 'onlyWhenConsumed',
      required: ['text'],
      indices: [{ name: 'byText', properties: [{ text: 'asc' }] }],
    }),
    right: note({
      indexOnly: true,
      documentsMutable: false,
      required: ['text'],
      indices: [{ name: 'byText', properties: [{ text: 'asc' }] }],
    }),
    check(type, report) {
      if (isIndexOnly(type) && canOwnerDelete(type) === 'consumed')
        report(getMember(type.node, 'canBeDeleted'), {
          message: 'entries without documents are never consumed',
        });
    },
  }),
  extendedRule({
    code: 'ttl-range',
    title: 'Documents live too short or too long',
    about: 'document-type',
    why: `\`ttl\` is from ${MIN_TTL} s (an hour) to ${MAX_TTL} s (a year).`,
    fix: 'Write a number of seconds in this range.',
    wrong: expiring({ ttl: 3599 }),
    right: expiring({ ttl: 3600 }),
    check({ node }, report) {
      const ttl = getMember(node, 'ttl');
      const seconds = getInteger(ttl);
      if (seconds === undefined || seconds < 1n || seconds > 4_294_967_295n) return;
      if (seconds < MIN_TTL || seconds > MAX_TTL)
        report(ttl, { message: `ttl is ${seconds} s: it is from ${MIN_TTL} to ${MAX_TTL} s` });
    },
  }),
  extendedRule({
    code: 'ttl-conflict',
    title: 'A type cannot have documents that expire',
    about: 'document-type',
    why: 'The life of a document starts at `$createdAt`, which `required` then lists. Documents with a history, entries without documents and contested documents do not expire.',
    fix: 'List $createdAt in required, or remove ttl.',
    wrong: note({ ttl: 86_400 }),
    right: expiring({}),
    check(type, report) {
      const ttl = getMember(type.node, 'ttl');
      if (getInteger(ttl) === undefined) return;
      const contested = type.indices.find((index) => index.contested !== undefined);
      const problems = [
        ...(requires(type.node, '$createdAt') ? [] : ['required does not list $createdAt']),
        ...(keepsHistory(type) ? ['documents keep their history'] : []),
        ...(isIndexOnly(type) ? ['the type has entries and no documents'] : []),
        ...(contested === undefined ? [] : [`${truncate(contested.label)} is contested`]),
      ];
      for (const problem of problems)
        report(ttl, { message: `documents cannot expire: ${problem}`, isAtName: true });
    },
  }),
  extendedRule({
    code: 'summed-value-bounds',
    title: 'A summed value of documents that expire or compete has too wide bounds',
    about: 'document-type',
    why: 'The state tolerates no overflow of a sum when documents leave by themselves, or when a contest is decided: the summed property has `minimum` and `maximum` within 2^27 (134217728) of 0. With `ttl` a `minimum` of 0 or more is enough.',
    fix: 'Give the property a minimum and a maximum.',
    wrong: expiringSum({}),
    right: expiringSum({ minimum: -5, maximum: 5 }),
    check(type, report) {
      const isContested = type.indices.some(({ contested }) => contested !== undefined);
      const isExpiring = getMember(type.node, 'ttl') !== undefined;
      const [summed] = listSummedProperties(type);
      const schema = type.fields.get(summed?.name ?? '')?.schema;
      if (summed === undefined || schema === undefined || !(isContested || isExpiring)) return;
      const [min, max] = ['minimum', 'maximum'].map((name) => getInteger(getMember(schema, name)));
      const isWithin = min !== undefined && max !== undefined && min >= -SUM_BOUND && max <= SUM_BOUND;
      if (isWithin || (!isContested && min !== undefined && min >= 0n)) return;
      const why = isContested ? 'documents of the type compete' : 'documents of the type expire';
      report(summed.node, {
        message: `"${truncate(summed.name)}" is summed, and ${why}: its minimum and maximum must be within ${SUM_BOUND} of 0`,
      });
    },
  }),
  extendedRule({
    code: 'required-since-place',
    title: 'requiredSince stands at a property that is not required',
    about: 'document-type',
    why: '`requiredSince` marks a property directly under the type that `required` lists.',
    fix: 'List the property in required, or remove requiredSince.',
    wrong: note({ properties: { text: { ...TEXT_PROPERTY, requiredSince: 1 } } }),
    right: note({ properties: { text: { ...TEXT_PROPERTY, requiredSince: 1 } }, required: ['text'] }),
    check(type, report) {
      for (const { node, property, isElement } of listKeywordValues(type, 'requiredSince'))
        if (!isElement && (property.place !== 'top' || !requires(type.node, property.name)))
          report(node, {
            message: `"${truncate(property.path)}" is ${property.place === 'top' ? 'not in required' : 'inside an object'}`,
            isAtName: true,
          });
    },
  }),
  extendedRule({
    code: 'required-since-version',
    title: 'A property is required since a version that the contract does not have yet',
    about: 'document-type',
    official: { name: 'DataContractInvalidRequiredFieldsUpdateError', code: 10276, layer: 'parse' },
    why: '`requiredSince` is at most the version of the contract. A new contract has version 1.',
    fix: 'Write the version of the contract.',
    wrong: since(2),
    right: since(1),
    check(type, report) {
      const { root, transition } = type.contract;
      const version = transition === 'create' ? 1n : getInteger(getMember(root, 'version'));
      for (const { node, isElement } of listKeywordValues(type, 'requiredSince')) {
        const since = getInteger(node);
        if (isElement || since === undefined || since < 1n || version === undefined) continue;
        if (since > version)
          report(node, { message: `requiredSince is ${since}: the contract has version ${version}` });
      }
    },
  }),
];

/** Lists the rules about indices over values that are not stored. */
export const TRANSIENT_INDEX_RULES: readonly Rule<'index'>[] = [
  extendedRule({
    code: 'index-transient-property',
    title: 'An index contains a transient property',
    about: 'index',
    why: 'A transient property is not stored, so no index can contain it or a member of it.',
    fix: 'Remove the property from the index, or from transient.',
    wrong: noteOf(
      { text: TEXT_PROPERTY },
      { transient: ['text'], indices: [{ name: 'byText', properties: [{ text: 'asc' }] }] },
    ),
    right: note({ transient: ['text'] }),
    check({ entries, documentType }, report) {
      for (const entry of entries) {
        const path = String(entry.key);
        if (!path.startsWith('$') && isTransient(documentType, path))
          report(entry, {
            message: `"${truncate(firstName(path))}" is transient: it is not stored`,
            isAtName: true,
          });
      }
    },
  }),
];
