import type { OfficialError, PatchOperation } from '../diagnostic.js';
import { note, TEXT, textWith, update, withDefinitions } from '../rules/example.js';
import { OFFICIAL, type Report, type RuleAbout } from '../rules/rule.js';
import { cut, excerpt, itemsOf, pointerTo, textOf, type JsonNode } from '../source/json-node.js';
import type { ContractUpdate } from './contract-update.js';
import type { SchemaFault } from './schema-faults.js';

const TYPE_SCHEMA: OfficialError = { name: 'IncompatibleDocumentTypeSchemaError', code: 10246 };
const DEFINITIONS: OfficialError = { name: 'IncompatibleDataContractSchemaError', code: 10213 };

const SECOND = { type: 'string', maxLength: 63, position: 1 };
const TITLE_ONLY = { properties: { text: TEXT, title: SECOND }, required: ['text'] };

const DEFINITION = { type: 'string', maxLength: 63 };

type FaultFilter = (fault: SchemaFault) => boolean;

/** Reports the faults of document types and of definitions that are a rule's own. */
function reportFaults(
  { types, definitionFaults }: ContractUpdate,
  isOwn: FaultFilter,
  report: Report,
  tell: (fault: SchemaFault) => string,
): void {
  const tellAll = (faults: readonly SchemaFault[], official: OfficialError): void => {
    for (const fault of faults.filter(isOwn))
      report(fault.place, {
        message: tell(fault),
        ...patchOf(fault),
        official: fault.verdict === 'unsupported' ? OFFICIAL.protocol : official,
      });
  };
  for (const { faults } of types) tellAll(faults, TYPE_SCHEMA);
  tellAll(definitionFaults, DEFINITIONS);
}

const about =
  (subject: SchemaFault['subject']): FaultFilter =>
  (fault) =>
    fault.verdict === 'incompatible' && fault.subject === subject;

/** What puts the registered value back, where that is one operation on a scalar. */
function patchOf({ name, before, after, place }: SchemaFault): { patch?: readonly PatchOperation[] } {
  if (before === undefined)
    return after === undefined ? {} : { patch: [{ op: 'remove', path: pointerTo(after) }] };
  const value = scalarOf(before);
  if (value === undefined) return {};
  if (after !== undefined) return { patch: [{ op: 'replace', path: pointerTo(after), value }] };
  const path = `${pointerTo(place)}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
  return { patch: [{ op: 'add', path, value }] };
}

function scalarOf(node: JsonNode): string | boolean | number | undefined {
  if (node.kind === 'string' || node.kind === 'boolean') return node.value;
  return node.kind === 'number' && Math.abs(node.value) <= Number.MAX_SAFE_INTEGER ? node.value : undefined;
}

function names(node: JsonNode | undefined): string[] {
  return itemsOf(node).flatMap((item) => textOf(item) ?? []);
}

function changeText({ name, before, after }: SchemaFault, latitude = ''): string {
  const expected =
    before === undefined
      ? `no ${cut(name)}, because none is registered`
      : `${cut(name)} as it is registered, ${excerpt(before)}${latitude}`;
  return `expected ${expected}, found ${after === undefined ? 'none' : excerpt(after)}`;
}

/** Which names a list of required properties gains and loses. */
function requiredText({ before, after }: SchemaFault): string {
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
  return found.length > 0 ? `one that ${found.join(' and ')}` : excerpt(after);
}

const MOST_NAMES = 5;

function namedText(verb: string, list: readonly string[]): string[] {
  const shown = list.slice(0, MOST_NAMES).map((name) => `"${cut(name)}"`);
  return shown.length === 0 ? [] : [`${verb} ${shown.join(', ')}`];
}

/** What an update must keep of schemas and of definitions: what is changed must take every document that was valid. */
export const SCHEMA_UPDATE_RULES: readonly RuleAbout<'update'>[] = [
  {
    code: 'update-property-removed',
    title: 'A property is removed',
    about: 'update',
    verdict: 'network',
    official: TYPE_SCHEMA,
    why: 'Documents that have the property may exist. An update may add properties, and definitions, but keeps all that there are. A property that is renamed is one that is removed.',
    mend: 'Put it back. New properties take the next free positions.',
    wrong: update(note({ properties: { text: TEXT, title: SECOND } }), note()),
    right: update(note(), note()),
    check(subject, report) {
      reportFaults(
        subject,
        about('property'),
        report,
        ({ name }) => `expected the registered "${cut(name)}", found none`,
      );
    },
  },
  {
    code: 'update-required',
    title: 'The list of required properties is changed',
    about: 'update',
    verdict: 'network',
    official: TYPE_SCHEMA,
    why: 'Which properties are required is settled when the type is registered: an update may put the list into another order, but no name is added or removed, at any level. A property that an update adds can therefore never be required.',
    mend: 'Keep the registered list.',
    wrong: update(note(TITLE_ONLY), note({ ...TITLE_ONLY, required: ['text', 'title'] })),
    right: update(
      note({ ...TITLE_ONLY, required: ['text', 'title'] }),
      note({ ...TITLE_ONLY, required: ['title', 'text'] }),
    ),
    check(subject, report) {
      reportFaults(
        subject,
        about('required'),
        report,
        (fault) => `expected the registered list of required properties, found ${requiredText(fault)}`,
      );
    },
  },
  {
    code: 'update-limit',
    title: 'A limit becomes tighter',
    about: 'update',
    verdict: 'network',
    official: TYPE_SCHEMA,
    why: 'Documents that exist must stay valid. A maximum may be raised, a minimum lowered, an `enum` may gain values, and `uniqueItems` may become false; any limit, `pattern`, `format`, `const`, `enum` or `dependentRequired` may be taken away. None can be added or tightened.',
    mend: 'Keep the registered limit, or loosen it.',
    wrong: update(textWith({ maxLength: 63 }), textWith({ maxLength: 20 })),
    right: update(textWith({ maxLength: 20 }), textWith({ maxLength: 63 })),
    check(subject, report) {
      reportFaults(subject, about('limit'), report, (fault) => changeText(fault, ', or looser'));
    },
  },
  {
    code: 'update-keyword',
    title: 'A keyword is changed that must stay as it is',
    about: 'update',
    verdict: 'network',
    official: TYPE_SCHEMA,
    why: 'A type, a position, a reference and an option of a document type cannot be added, removed or changed, not even to spell out a default.',
    mend: 'Put the keyword back as it is registered.',
    wrong: update(note(), note({ documentsMutable: true })),
    right: update(note({ documentsMutable: true }), note({ documentsMutable: true })),
    check(subject, report) {
      reportFaults(subject, about('fixed'), report, (fault) => changeText(fault));
    },
  },
  {
    code: 'update-keyword-unsupported',
    title: 'A keyword is changed that the platform cannot compare',
    about: 'update',
    verdict: 'network',
    official: OFFICIAL.protocol,
    why: 'For `tokenCost`, `transient`, `minProperties`, `maxProperties`, `contains`, `keywords` and unknown keywords the platform has no rule: any change makes it fail without a consensus error.',
    mend: 'Put the keyword back as it is registered.',
    wrong: update(note(), note({ minProperties: 1 })),
    right: update(note({ minProperties: 1 }), note({ minProperties: 1 })),
    check(subject, report) {
      reportFaults(
        subject,
        ({ verdict }) => verdict === 'unsupported',
        report,
        (fault) => changeText(fault),
      );
    },
  },
  {
    code: 'update-definitions-removed',
    title: 'The definitions are removed',
    about: 'update',
    verdict: 'network',
    official: DEFINITIONS,
    why: 'Shared definitions, once registered, stay. Where there were none an update may add them.',
    mend: 'Put the definitions back.',
    wrong: update(withDefinitions({ name: DEFINITION }), withDefinitions(undefined)),
    right: update(withDefinitions(undefined), withDefinitions({ name: DEFINITION })),
    check({ before, after, isWhole }, report) {
      const isGone = after.defsNode === undefined || after.defsNode.kind === 'null';
      if (isWhole && before.defsNode?.kind === 'object' && isGone)
        report(after.defsNode ?? after.root, {
          message: 'expected the registered definitions, found none',
        });
    },
  },
];
