import type { OfficialError, PatchOperation } from '../diagnostic/diagnostic.js';
import { capitalize, describeBefore, describeSince } from '../protocol/protocol-versions.js';
import { nested, note, TEXT_PROPERTY, textWith, update, withDefinitions } from './example.js';
import { OFFICIAL_ERRORS, type Report, type Rule } from './rule.js';
import { getItems, getPointer, getText, type JsonNode, type NumberNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import type { ContractUpdate } from '../update/contract-update.js';
import type { SchemaConflict } from '../update/schema-conflicts.js';

const TYPE_SCHEMA: OfficialError = { name: 'IncompatibleDocumentTypeSchemaError', code: 10246 };
const DEFINITIONS: OfficialError = { name: 'IncompatibleDataContractSchemaError', code: 10213 };

const SECOND = { type: 'string', maxLength: 63, position: 1 };
const place = (required: readonly string[]) => nested({ text: TEXT_PROPERTY, title: SECOND }, { required });

const DEFINITION = { type: 'string', maxLength: 63 };

type ConflictFilter = (conflict: SchemaConflict) => boolean;

/** Reports the conflicts of document types and of definitions that belong to a rule. */
function reportConflicts(
  { types, definitionConflicts }: ContractUpdate,
  isOwn: ConflictFilter,
  report: Report,
  formatMessage: (conflict: SchemaConflict) => string,
  unsupported: OfficialError = OFFICIAL_ERRORS.protocol,
): void {
  const reportAll = (conflicts: readonly SchemaConflict[], official: OfficialError): void => {
    for (const conflict of conflicts.filter(isOwn))
      report(conflict.place, {
        message: formatMessage(conflict),
        ...patchOf(conflict),
        official: conflict.verdict === 'unsupported' ? unsupported : official,
      });
  };
  for (const { conflicts } of types) reportAll(conflicts, TYPE_SCHEMA);
  reportAll(definitionConflicts, DEFINITIONS);
}

const about =
  (subject: SchemaConflict['subject']): ConflictFilter =>
  (conflict) =>
    conflict.verdict === 'incompatible' && conflict.subject === subject;

/** Creates a patch that restores the baseline, if it is one operation on a scalar. */
function patchOf({ name, before, after, place }: SchemaConflict): { patch?: readonly PatchOperation[] } {
  if (before === undefined)
    return after === undefined ? {} : { patch: [{ op: 'remove', path: getPointer(after) }] };
  const value = scalarOf(before);
  if (value === undefined) return {};
  if (after !== undefined) return { patch: [{ op: 'replace', path: getPointer(after), value }] };
  const path = `${getPointer(place)}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { patch: [{ op: 'add', path, value }] };
}

function scalarOf(node: JsonNode): string | boolean | number | undefined {
  if (node.kind === 'string' || node.kind === 'boolean') return node.value;
  return node.kind === 'number' && Math.abs(node.value) <= Number.MAX_SAFE_INTEGER ? node.value : undefined;
}

function names(node: JsonNode | undefined): string[] {
  return getItems(node).flatMap((item) => getText(item) ?? []);
}

function changeText({ name, before, after }: SchemaConflict): string {
  const keyword = truncate(name);
  if (before === undefined) return `${keyword} cannot be added`;
  if (after === undefined) return `${keyword} cannot be removed: the baseline has ${excerpt(before)}`;
  const verb = before.kind === 'number' && after.kind === 'number' ? resizing(before, after) : 'change';
  return `${keyword} cannot ${verb} from ${excerpt(before)} to ${excerpt(after)}`;
}

const resizing = (before: NumberNode, after: NumberNode): string =>
  after.value < before.value ? 'shrink' : 'grow';

/** Lists the names that a list of required properties gains and loses. */
function requiredText({ before, after }: SchemaConflict): string {
  const [old, updated] = [new Set(names(before)), new Set(names(after))];
  const found = [
    ...namedText(
      'gains',
      [...updated].filter((name) => !old.has(name)),
    ),
    ...namedText(
      'loses',
      [...old].filter((name) => !updated.has(name)),
    ),
  ];
  return found.length > 0 ? found.join(' and ') : `is ${excerpt(after)}`;
}

const MAX_NAMES = 5;

function namedText(verb: string, list: readonly string[]): string[] {
  const shown = list.slice(0, MAX_NAMES).map((name) => `"${truncate(name)}"`);
  return shown.length === 0 ? [] : [`${verb} ${shown.join(', ')}`];
}

const isUnsupported: ConflictFilter = ({ verdict }) => verdict === 'unsupported';

/** Lists the rules about updates of schemas and definitions: an update must accept every document that was valid. */
export const SCHEMA_UPDATE_RULES: readonly Rule<'update'>[] = [
  {
    code: 'update-property-removed',
    title: 'A property is removed',
    about: 'update',
    severity: 'network',
    official: TYPE_SCHEMA,
    why: 'Documents that have the property may exist. An update can add properties and definitions, and keeps all existing ones. Renaming a property removes it.',
    fix: 'Restore it. New properties get the next free positions.',
    wrong: update(note({ properties: { text: TEXT_PROPERTY, title: SECOND } }), note()),
    right: update(note(), note()),
    check(subject, report) {
      reportConflicts(
        subject,
        about('property'),
        report,
        ({ name }) => `"${truncate(name)}" is removed: properties and definitions cannot be removed`,
      );
    },
  },
  {
    code: 'update-required',
    title: 'The list of required properties is changed',
    about: 'update',
    severity: 'network',
    official: TYPE_SCHEMA,
    why: `The required properties are fixed when the type is registered: an update can reorder the list, but neither add nor remove a name, at any level. A property that an update adds can therefore never be required. ${capitalize(describeSince('extendedLanguage'))} a rule of its own (10276) is about the list of a document type: a new property can be required with \`requiredSince\`.`,
    fix: 'Keep the list of the baseline.',
    wrong: update(place(['text']), place(['text', 'title'])),
    right: update(place(['text', 'title']), place(['title', 'text'])),
    check(subject, report) {
      reportConflicts(
        subject,
        about('required'),
        report,
        (conflict) => `the list of required properties cannot change: it ${requiredText(conflict)}`,
      );
    },
  },
  {
    code: 'update-limit',
    title: 'A limit becomes tighter',
    about: 'update',
    severity: 'network',
    official: TYPE_SCHEMA,
    why: 'Existing documents must stay valid. An update can raise a maximum, lower a minimum, add values to an `enum` and set `uniqueItems` to false; it can remove any limit, `pattern`, `format`, `const`, `enum` or `dependentRequired`. It can add and tighten none.',
    fix: 'Keep the limit of the baseline, or loosen it.',
    wrong: update(textWith({ maxLength: 63 }), textWith({ maxLength: 20 })),
    right: update(textWith({ maxLength: 20 }), textWith({ maxLength: 63 })),
    check(subject, report) {
      reportConflicts(subject, about('limit'), report, changeText);
    },
  },
  {
    code: 'update-keyword',
    title: 'A fixed keyword is changed',
    about: 'update',
    severity: 'network',
    official: TYPE_SCHEMA,
    why: 'An update can neither add, remove nor change a type, a position, a reference or an option of a document type, not even to write a default explicitly.',
    fix: 'Restore the keyword of the baseline.',
    wrong: update(note(), note({ documentsMutable: true })),
    right: update(note({ documentsMutable: true }), note({ documentsMutable: true })),
    check(subject, report) {
      reportConflicts(subject, about('fixed'), report, changeText);
    },
  },
  {
    code: 'update-keyword-unsupported',
    title: 'A keyword is changed that the platform cannot compare',
    about: 'update',
    severity: 'network',
    official: OFFICIAL_ERRORS.protocol,
    why: `The platform has no rule for changes of \`tokenCost\`, \`transient\`, \`minProperties\`, \`maxProperties\`, \`contains\`, \`keywords\` and unknown keywords: any change makes it fail, ${describeBefore('extendedLanguage')} without a consensus error. ${capitalize(describeSince('extendedLanguage'))} the error is 10246, also for \`propertyConstraints\`, \`deleteConstraints\`, \`refersTo\`, \`distinctFrom\`, \`encryptedFor\`, \`generatedFrom\` and \`requiredSince\`; \`transient\` may be reordered.`,
    fix: 'Restore the keyword of the baseline.',
    wrong: update(note(), note({ minProperties: 1 })),
    right: update(note({ minProperties: 1 }), note({ minProperties: 1 })),
    check(subject, report, { extendedLanguage }) {
      const official = extendedLanguage ? { ...TYPE_SCHEMA, layer: 'update' as const } : undefined;
      reportConflicts(subject, isUnsupported, report, changeText, official);
    },
  },
  {
    code: 'update-definitions-removed',
    title: 'The definitions are removed',
    about: 'update',
    severity: 'network',
    official: DEFINITIONS,
    why: 'Registered definitions stay. An update can add them if there were none.',
    fix: 'Restore the definitions.',
    wrong: update(withDefinitions({ name: DEFINITION }), withDefinitions(undefined)),
    right: update(withDefinitions(undefined), withDefinitions({ name: DEFINITION })),
    check({ before, after, isWhole }, report) {
      const isGone = after.defsNode === undefined || after.defsNode.kind === 'null';
      if (isWhole && before.defsNode?.kind === 'object' && isGone)
        report(after.defsNode ?? after.root, {
          message: 'the definitions are removed: they cannot be removed',
        });
    },
  },
];
