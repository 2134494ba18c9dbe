import { getMember, asObject } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { note } from './example.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { removeMember } from './single-reading.js';

/** Lists members of a document type that show that its name is missing. */
const SCHEMA_MEMBERS: ReadonlySet<string> = new Set([
  'type',
  'properties',
  'required',
  'indices',
  'additionalProperties',
]);

const NAME_IT =
  'This looks like a document type without a name: wrap it in an object, as {"note": {"type": "object", …}}.';

/** Lists the rules about entries of `documentSchemas` that are no document types. */
export const DOCUMENT_ENTRY_RULES: readonly Rule<'contract'>[] = [
  {
    code: 'document-type-not-object',
    title: 'A document type is not an object',
    about: 'contract',
    severity: 'network',
    official: OFFICIAL_ERRORS.structure,
    why: 'Each entry of the map of document types is a schema: an object.',
    fix: 'Write a schema, or remove the entry.',
    wrong: { ...note(), memo: 5 },
    right: note(),
    check({ documentsNode, isBareType, root }, report) {
      const type = getMember(root, 'type');
      if (isBareType && type !== undefined) {
        report(type, {
          message: `expected an object for document type "type", found ${excerpt(type)}`,
          fix: NAME_IT,
        });
        return;
      }
      for (const [name, node] of asObject(documentsNode)?.members ?? [])
        if (node.kind !== 'object')
          report(node, {
            message: `expected an object for document type "${truncate(name)}", found ${excerpt(node)}`,
            ...(SCHEMA_MEMBERS.has(name) ? { fix: NAME_IT } : {}),
            ...(name === '$schema' ? removeMember(node) : {}),
          });
    },
  },
];
