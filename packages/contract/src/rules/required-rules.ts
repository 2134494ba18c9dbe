import { pathsOf } from '../model/fields.js';
import { SYSTEM_PROPERTIES } from '../protocol/keywords.js';
import type { DocumentType } from '../model/document-type.js';
import { cut, itemsOf, member, pointerTo, textOf, type JsonNode } from '../source/json-node.js';
import { note } from './example.js';
import type { RuleAbout } from './rule.js';
import { misspelling } from './unknown-name.js';

const SYSTEM: ReadonlySet<string> = new Set([...SYSTEM_PROPERTIES, '$creatorId']);

/** The names in a list that name no property. */
function unknownNames({ node, fields, propertiesNode }: DocumentType, list: string): JsonNode[] {
  // Where the properties are malformed, nobody can tell what is known.
  if (propertiesNode?.kind !== 'object') return [];
  return itemsOf(member(node, list)).filter((item) => {
    const name = textOf(item);
    return name !== undefined && !fields.has(name) && !SYSTEM.has(name);
  });
}

/** A list with more unknown names than that is not misspelled, it is made. */
const MOST_SUGGESTIONS = 10;

const isEmptyList = (node: JsonNode | undefined): node is JsonNode =>
  node?.kind === 'array' && node.items.length === 0;

/** What the specification asks of `required` and `transient`, and the network does not. */
export const REQUIRED_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'required-empty',
    title: 'required is empty',
    about: 'document-type',
    verdict: 'specification',
    why: 'The specification has `required` only where at least one property is required; the network takes an empty list.',
    mend: 'Remove the empty list.',
    wrong: note({ required: [] }),
    right: note(),
    check({ node }, report) {
      const list = member(node, 'required');
      if (isEmptyList(list))
        report(list, {
          message: 'expected at least one name in required, found none; the network would let it pass',
          patch: [{ op: 'remove', path: pointerTo(list) }],
        });
    },
  },
  {
    code: 'required-unknown',
    title: 'required names a property that does not exist',
    about: 'document-type',
    verdict: 'specification',
    why: '`required` names properties that every document has. The network takes unknown names: no document of the type could ever be created.',
    mend: 'Correct the name, or define the property.',
    wrong: note({ required: ['txt'] }),
    right: note({ required: ['text'] }),
    check(subject, report) {
      for (const [at, item] of unknownNames(subject, 'required').entries())
        report(item, {
          message: `expected the name of a property, found "${cut(textOf(item) ?? '')}"; the network would let it pass`,
          ...(at < MOST_SUGGESTIONS && !subject.contract.isOversized
            ? misspelling(textOf(item) ?? '', [...pathsOf(subject), ...SYSTEM_PROPERTIES])
            : {}),
        });
    },
  },
  {
    code: 'transient-empty',
    title: 'transient is empty',
    about: 'document-type',
    verdict: 'specification',
    why: 'The specification has `transient` only where at least one property is transient; the network takes an empty list.',
    mend: 'Remove the empty list.',
    wrong: note({ transient: [] }),
    right: note(),
    check({ node }, report) {
      const list = member(node, 'transient');
      if (isEmptyList(list))
        report(list, {
          message: 'expected at least one name in transient, found none; the network would let it pass',
          patch: [{ op: 'remove', path: pointerTo(list) }],
        });
    },
  },
  {
    code: 'transient-unknown',
    title: 'transient names a property that does not exist',
    about: 'document-type',
    verdict: 'specification',
    why: '`transient` names properties that are checked and not stored. The network takes unknown names and ignores them.',
    mend: 'Correct the name, or define the property.',
    wrong: note({ transient: ['txt'] }),
    right: note({ transient: ['text'] }),
    check(subject, report) {
      for (const item of unknownNames(subject, 'transient'))
        report(item, {
          message: `expected the name of a property, found "${cut(textOf(item) ?? '')}"; the network would let it pass`,
        });
    },
  },
];
