import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { OFFICIAL_ERRORS } from '../rules/rule.js';
import { suggestName } from '../rules/suggest-name.js';
import { getInteger, getItems, getMember, asObject, getText, type JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { getMembers } from './data.js';
import { personNote } from './document-example.js';
import type { DocumentRule, Violation, KeywordRule } from './document-rule.js';

/** Limits the suggestions: with more unknown names they are not misspellings. */
const MAX_SUGGESTIONS = 10;

const SYSTEM_NAME: DocumentRule = {
  code: 'value-system-name',
  title: 'The data has a system property',
  about: 'document',
  stage: 'schema',
  severity: 'network',
  official: OFFICIAL_ERRORS.schema,
  why: 'Names that start with `$` are reserved: the platform derives the id, and fills in the owner, the revision and the times. In the data of a document they are unknown properties.',
  fix: 'Omit the property from the data.',
  wrong: personNote({}, { name: 'Ada', $createdAt: 1_700_000_000_000 }),
  right: personNote({}, { name: 'Ada' }),
};

const listNames = (node: JsonNode | undefined): string[] =>
  getItems(node)
    .map(getText)
    .filter((name) => name !== undefined);

const reportMissing = (name: string, message: string): Violation => ({
  message,
  params: { missingProperty: name },
});

/** Lists the rules about the keywords of objects. */
export const OBJECT_RULES: readonly (DocumentRule | KeywordRule)[] = [
  {
    code: 'value-required',
    title: 'A required property is missing',
    about: 'document',
    stage: 'schema',
    keyword: 'required',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A document has every property that `required` names, including transient ones. Times and heights of the system are not required in the data: the platform fills them in.',
    fix: 'Add the property.',
    wrong: personNote({ required: ['name', '$createdAt'] }, { phone: '1' }),
    right: personNote({ required: ['name', '$createdAt'] }, { name: 'Ada' }),
    compile(node, { isDocument }) {
      const names = listNames(node).filter((name) => !isDocument || !GENERATED_PROPERTIES.has(name));
      if (names.length === 0) return undefined;
      return (value) => {
        const members = getMembers(value);
        if (members === undefined || names.every((name) => members.has(name))) return undefined;
        return names
          .filter((name) => !members.has(name))
          .map((name) => reportMissing(name, `"${truncate(name)}" is missing`));
      };
    },
  },
  {
    code: 'value-unknown-property',
    title: 'A property is unknown',
    about: 'document',
    stage: 'schema',
    keyword: 'additionalProperties',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'Documents and the objects in them have only the properties of the schema.',
    fix: 'Correct the name, or remove the property.',
    wrong: personNote({}, { nmae: 'Ada' }),
    right: personNote({}, { name: 'Ada' }),
    compile(node, { schema, isDocument }) {
      if (node.kind !== 'boolean' || node.value) return undefined;
      const known = asObject(getMember(schema, 'properties'))?.members;
      return (value) => {
        const members = getMembers(value);
        if (members === undefined) return undefined;
        const unknown = [...members.keys()].filter((name) => known?.has(name) !== true);
        if (unknown.length === 0) return undefined;
        // The platform sorts the properties of a document, and not those of an object inside it.
        const params = { additionalProperties: isDocument ? unknown.toSorted() : unknown };
        return unknown.map((name) => ({
          message: `unknown property "${truncate(name)}" of ${truncate(String(schema.key))}`,
          ...(name.startsWith('$') || unknown.length > MAX_SUGGESTIONS
            ? {}
            : suggestName(
                name,
                [...(known?.keys() ?? [])].filter((other) => !members.has(other)),
              )),
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
    title: 'A property is missing that another one requires',
    about: 'document',
    stage: 'schema',
    keyword: 'dependentRequired',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`dependentRequired` names the properties that another one requires. The platform reports them as `required`.',
    fix: 'Add the property, or remove the one that requires it.',
    wrong: personNote({ dependentRequired: { phone: ['name'] } }, { phone: '1' }),
    right: personNote({ dependentRequired: { phone: ['name'] } }, { phone: '1', name: 'Ada' }),
    compile(node) {
      const dependencies = [...(asObject(node)?.members ?? [])].map(
        ([name, list]) => [name, listNames(list)] as const,
      );
      return (value) => {
        const members = getMembers(value);
        if (members === undefined) return undefined;
        return dependencies.flatMap(([name, needed]) =>
          members.has(name)
            ? needed
                .filter((other) => !members.has(other))
                .map((other) => ({
                  ...reportMissing(other, `"${truncate(other)}" is missing: "${truncate(name)}" requires it`),
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
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`minProperties` is the minimum number of properties.',
    fix: 'Add properties.',
    wrong: personNote({ minProperties: 1 }, {}),
    right: personNote({ minProperties: 1 }, { name: 'Ada' }),
    compile(node) {
      const min = Number(getInteger(node));
      return (value) => {
        const count = getMembers(value)?.size ?? min;
        return count >= min
          ? undefined
          : {
              message: `the object has ${count} properties: the minimum is ${min}`,
              params: { minProperties: min },
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
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: '`maxProperties` is the maximum number of properties.',
    fix: 'Remove properties.',
    wrong: personNote({ maxProperties: 1 }, { name: 'Ada', phone: '1' }),
    right: personNote({ maxProperties: 1 }, { name: 'Ada' }),
    compile(node) {
      const max = Number(getInteger(node));
      return (value) => {
        const count = getMembers(value)?.size ?? max;
        return count <= max
          ? undefined
          : {
              message: `the object has ${count} properties: the maximum is ${max}`,
              params: { maxProperties: max },
            };
      };
    },
  },
];
