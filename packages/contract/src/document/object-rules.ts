import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { OFFICIAL } from '../rules/rule.js';
import { misspelling } from '../rules/unknown-name.js';
import { cut, integerOf, itemsOf, member, objectOf, textOf, type JsonNode } from '../source/json-node.js';
import { membersOf } from './data.js';
import { personNote } from './document-example.js';
import type { DocumentRule, Fault, KeywordRule } from './document-rule.js';

/** With more unknown names than that they are not misspelled, they are others. */
const MOST_SUGGESTIONS = 10;

const SYSTEM_NAME: DocumentRule = {
  code: 'value-system-name',
  title: 'The data has a name of the system’s',
  about: 'document',
  stage: 'schema',
  verdict: 'network',
  official: OFFICIAL.schema,
  why: 'Names that start with `$` are of the platform: it derives the id, and fills in the owner, the revision and the times itself. In the data of a document they are unknown properties.',
  mend: 'Leave the property out of the data.',
  wrong: personNote({}, { name: 'Ada', $createdAt: 1_700_000_000_000 }),
  right: personNote({}, { name: 'Ada' }),
};

const namesIn = (node: JsonNode | undefined): string[] =>
  itemsOf(node)
    .map(textOf)
    .filter((name) => name !== undefined);

const missing = (name: string, words: string): Fault => ({
  message: `expected ${words}, found none`,
  params: { missingProperty: name },
});

/** The rules that come with the keywords of objects. */
export const OBJECT_RULES: readonly (DocumentRule | KeywordRule)[] = [
  {
    code: 'value-required',
    title: 'A property is missing',
    about: 'document',
    stage: 'schema',
    keyword: 'required',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A document has every property that `required` names, transient ones too. The times and heights of the system are not looked for: the platform fills them in.',
    mend: 'Add the property.',
    wrong: personNote({ required: ['name', '$createdAt'] }, { phone: '1' }),
    right: personNote({ required: ['name', '$createdAt'] }, { name: 'Ada' }),
    compile(node, { isDocument }) {
      const names = namesIn(node).filter((name) => !isDocument || !GENERATED_PROPERTIES.has(name));
      if (names.length === 0) return undefined;
      return (value) => {
        const members = membersOf(value);
        if (members === undefined || names.every((name) => members.has(name))) return undefined;
        return names
          .filter((name) => !members.has(name))
          .map((name) => missing(name, `the property "${cut(name)}"`));
      };
    },
  },
  {
    code: 'value-unknown-property',
    title: 'A property is unknown',
    about: 'document',
    stage: 'schema',
    keyword: 'additionalProperties',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'Documents and the objects in them are closed: they have the properties of the schema and no others.',
    mend: 'Correct the name, or remove the property.',
    wrong: personNote({}, { nmae: 'Ada' }),
    right: personNote({}, { name: 'Ada' }),
    compile(node, { schema, isDocument }) {
      if (node.kind !== 'boolean' || node.value) return undefined;
      const known = objectOf(member(schema, 'properties'))?.members;
      return (value) => {
        const members = membersOf(value);
        if (members === undefined) return undefined;
        const unknown = [...members.keys()].filter((name) => known?.has(name) !== true);
        if (unknown.length === 0) return undefined;
        // The platform keeps the properties of a document in order, those of an object inside as they come.
        const params = { additionalProperties: isDocument ? unknown.toSorted() : unknown };
        return unknown.map((name) => ({
          message: `expected a property of ${cut(String(schema.key))}, found "${cut(name)}", which is none`,
          ...(name.startsWith('$') || unknown.length > MOST_SUGGESTIONS
            ? {}
            : misspelling(name, [...(known?.keys() ?? [])])),
          member: name,
          isAtName: true,
          params,
          ...(name.startsWith('$') ? { rule: SYSTEM_NAME } : {}),
        }));
      };
    },
  },
  SYSTEM_NAME,
  {
    code: 'value-dependent-required',
    title: 'A property is missing that another one asks for',
    about: 'document',
    stage: 'schema',
    keyword: 'dependentRequired',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`dependentRequired` names the properties that must stand beside another one. The platform reports them as `required`.',
    mend: 'Add the property, or remove the one that asks for it.',
    wrong: personNote({ dependentRequired: { phone: ['name'] } }, { phone: '1' }),
    right: personNote({ dependentRequired: { phone: ['name'] } }, { phone: '1', name: 'Ada' }),
    compile(node) {
      const dependencies = [...(objectOf(node)?.members ?? [])].map(
        ([name, list]) => [name, namesIn(list)] as const,
      );
      return (value) => {
        const members = membersOf(value);
        if (members === undefined) return undefined;
        return dependencies.flatMap(([name, needed]) =>
          members.has(name)
            ? needed
                .filter((other) => !members.has(other))
                .map((other) => ({
                  ...missing(other, `the property "${cut(other)}" beside "${cut(name)}"`),
                  keyword: 'required',
                }))
            : [],
        );
      };
    },
  },
  {
    code: 'value-min-properties',
    title: 'An object has too few properties',
    about: 'document',
    stage: 'schema',
    keyword: 'minProperties',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`minProperties` counts the properties that are there.',
    mend: 'Add properties.',
    wrong: personNote({ minProperties: 1 }, {}),
    right: personNote({ minProperties: 1 }, { name: 'Ada' }),
    compile(node) {
      const least = Number(integerOf(node));
      return (value) => {
        const count = membersOf(value)?.size ?? least;
        return count >= least
          ? undefined
          : {
              message: `expected at least ${least} properties, found ${count}`,
              params: { minProperties: least },
            };
      };
    },
  },
  {
    code: 'value-max-properties',
    title: 'An object has too many properties',
    about: 'document',
    stage: 'schema',
    keyword: 'maxProperties',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`maxProperties` counts the properties that are there.',
    mend: 'Remove properties.',
    wrong: personNote({ maxProperties: 1 }, { name: 'Ada', phone: '1' }),
    right: personNote({ maxProperties: 1 }, { name: 'Ada' }),
    compile(node) {
      const most = Number(integerOf(node));
      return (value) => {
        const count = membersOf(value)?.size ?? most;
        return count <= most
          ? undefined
          : {
              message: `expected at most ${most} properties, found ${count}`,
              params: { maxProperties: most },
            };
      };
    },
  },
];
