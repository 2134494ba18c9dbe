import { cut, excerpt, member, objectOf } from '../source/json-node.js';
import { note } from './example.js';
import { OFFICIAL, type RuleAbout } from './rule.js';

/** What stands in a document type: at the place of one, its name is missing. */
const SCHEMA_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'indices',
  'additionalProperties',
]);

const NAME_IT =
  'This looks like a document type without a name: put all of it into an object, as {"note": {"type": "object", …}}.';

/** The entry of `documentSchemas` that is no object is no document type: it is a rule about the contract. */
export const DOCUMENT_ENTRY_RULES: readonly RuleAbout<'contract'>[] = [
  {
    code: 'document-type-not-object',
    title: 'A document type is not an object',
    about: 'contract',
    verdict: 'network',
    official: OFFICIAL.structure,
    why: 'Each entry of the map of document types is a schema: an object.',
    mend: 'Write a schema, or remove the entry.',
    wrong: { ...note(), memo: 5 },
    right: note(),
    check({ documentsNode, isBareType, root }, report) {
      const type = member(root, 'type');
      if (isBareType && type !== undefined) {
        const found = `document type "type" as an object, found ${excerpt(type)}`;
        report(type, { message: `expected ${found}`, mend: NAME_IT });
        return;
      }
      for (const [name, node] of objectOf(documentsNode)?.members ?? [])
        if (node.kind !== 'object')
          report(node, {
            message: `expected document type "${cut(name)}" as an object, found ${excerpt(node)}`,
            ...(SCHEMA_MEMBERS.has(name) ? { mend: NAME_IT } : {}),
          });
    },
  },
];
