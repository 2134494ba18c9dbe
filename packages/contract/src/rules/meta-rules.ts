import type { DocumentType } from '../model/contract-model.js';
import type { JsonNode } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY, noteOf } from './example.js';
import { EXTENDED_ERRORS, isExtended, type Rule } from './rule.js';
import { AGGREGATES, findTypeErrors, keywordOf, reportError } from './type-meta-errors.js';
import { SHAPE_RULES } from './meta-shape-rules.js';

const SHAPED: ReadonlySet<string> = new Set(SHAPE_RULES.flatMap(({ keywords }) => keywords));

/** Returns the property, the index or the type in which a node is. */
function enclosingUnit(node: JsonNode, type: DocumentType): JsonNode {
  let at: JsonNode | undefined = node;
  for (; at !== undefined && at !== type.node; at = at.parent) {
    const key = at.parent?.key;
    const isProperty = key === 'properties' && at.parent?.parent?.key !== 'properties';
    if (key === 'indices' || isProperty || at.parent === type.contract.defsNode) return at;
  }
  return at ?? type.contract.defsNode ?? type.node;
}

/** Lists the rule about everything else that document meta-schema v3 rejects: it runs behind the others, and reports what they do not. */
export const META_RULES: readonly Rule<'whole-type'>[] = [
  {
    code: 'document-type-meta-schema',
    title: 'A document type does not fit the document meta-schema',
    about: 'whole-type',
    severity: 'network',
    official: EXTENDED_ERRORS.meta,
    isActive: isExtended,
    why: 'The platform checks each document type against document meta-schema v3 before it reads it. This rule reports what no other rule explains.',
    fix: 'Write what the meta-schema allows.',
    wrong: noteOf({ to: { ...IDENTIFIER_PROPERTY, uniqueItems: true, position: 0 } }),
    right: noteOf({ to: { ...IDENTIFIER_PROPERTY, position: 0 } }),
    check(type, report) {
      for (const error of findTypeErrors(type))
        if (!SHAPED.has(keywordOf(error) ?? '') || AGGREGATES.includes(keywordOf(error) ?? ''))
          reportError(error, report, enclosingUnit(error.node, type));
    },
  },
];
