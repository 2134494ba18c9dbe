import { SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import type { DocumentType } from '../model/contract-model.js';
import { getItems, getMember, getPointer, getText, type JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { note } from './example.js';
import type { Rule } from './rule.js';
import { suggestName } from './suggest-name.js';

const SYSTEM: ReadonlySet<string> = new Set([...SYSTEM_PROPERTIES, '$creatorId']);

/** Lists the names in a list that name no property. */
function unknownNames({ node, fields, propertiesNode }: DocumentType, list: string): JsonNode[] {
  // Malformed properties leave unknown which names exist.
  if (propertiesNode?.kind !== 'object') return [];
  return getItems(getMember(node, list)).filter(
    (item) => item.kind === 'string' && !fields.has(item.value) && !SYSTEM.has(item.value),
  );
}

/** Limits the suggestions: a longer list of unknown names is not misspelled, but generated. */
const MAX_SUGGESTIONS = 10;

const isEmptyList = (node: JsonNode | undefined): node is JsonNode =>
  node?.kind === 'array' && node.items.length === 0;

/** Lists what the specification requires of `required` and `transient`, and the network does not. */
export const REQUIRED_RULES: readonly Rule<'document-type'>[] = [
  {
    code: 'required-empty',
    title: 'required is empty',
    about: 'document-type',
    severity: 'specification',
    why: 'The specification has `required` only with at least one name; the network accepts an empty list.',
    fix: 'Remove the empty list.',
    wrong: note({ required: [] }),
    right: note(),
    check({ node }, report) {
      const list = getMember(node, 'required');
      if (isEmptyList(list))
        report(list, {
          message: '"required" is empty; the network accepts it',
          patch: [{ op: 'remove', path: getPointer(list) }],
        });
    },
  },
  {
    code: 'required-unknown',
    title: 'required names a property that does not exist',
    about: 'document-type',
    severity: 'specification',
    why: '`required` names properties that every document has. The network accepts unknown names: no document of the type can ever be created.',
    fix: 'Correct the name, or define the property.',
    wrong: note({ required: ['txt'] }),
    right: note({ required: ['text'] }),
    check(subject, report) {
      for (const [at, item] of unknownNames(subject, 'required').entries())
        report(item, {
          message: `unknown property "${truncate(getText(item) ?? '')}"`,
          note: 'the network accepts it',
          ...(at < MAX_SUGGESTIONS && !subject.contract.isOversized
            ? suggestName(getText(item) ?? '', [...subject.fields.keys(), ...SYSTEM_PROPERTIES])
            : {}),
        });
    },
  },
  {
    code: 'transient-empty',
    title: 'transient is empty',
    about: 'document-type',
    severity: 'specification',
    why: 'The specification has `transient` only with at least one name; the network accepts an empty list.',
    fix: 'Remove the empty list.',
    wrong: note({ transient: [] }),
    right: note(),
    check({ node }, report) {
      const list = getMember(node, 'transient');
      if (isEmptyList(list))
        report(list, {
          message: '"transient" is empty; the network accepts it',
          patch: [{ op: 'remove', path: getPointer(list) }],
        });
    },
  },
  {
    code: 'transient-unknown',
    title: 'transient names a property that does not exist',
    about: 'document-type',
    severity: 'specification',
    isActive: ({ extendedLanguage }) => !extendedLanguage,
    why: '`transient` names properties that are checked and not stored. The network accepts and ignores unknown names.',
    fix: 'Correct the name, or define the property.',
    wrong: note({ transient: ['txt'] }),
    right: note({ transient: ['text'] }),
    check(subject, report) {
      for (const [at, item] of unknownNames(subject, 'transient').entries())
        report(item, {
          message: `unknown property "${truncate(getText(item) ?? '')}"`,
          note: 'the network accepts it',
          ...(at < MAX_SUGGESTIONS && !subject.contract.isOversized
            ? suggestName(getText(item) ?? '', [...subject.fields.keys(), ...SYSTEM_PROPERTIES])
            : {}),
        });
    },
  },
];
