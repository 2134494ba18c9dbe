import type { DocumentType } from '../model/contract-model.js';
import { isIdentifier } from '../model/identifier.js';
import { getKindOf, isTransient } from '../model/type-traits.js';
import { listKeywordValues } from '../model/value-schemas.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getInteger, getItems, getMember, getText, type JsonNode } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY, noteOf, TEXT_PROPERTY, textWith } from './example.js';
import { extendedRule, type Report, type Rule } from './rule.js';
import { suggestName } from './suggest-name.js';

const MAX_U32 = 4_294_967_295n;
const SHORTEST_CIPHER = 32n;

/** Suggests the path of a property of a kind. */
const suggestPath = (
  { fields, contract }: DocumentType,
  path: string,
  fits: (schema: JsonNode | undefined) => boolean,
): { readonly suggestion?: string } =>
  contract.isOversized
    ? {}
    : suggestName(
        path,
        [...fields.values()].filter(({ schema }) => fits(schema)).map((field) => field.path),
      );

const LABEL = { ...TEXT_PROPERTY, maxLength: 32 };
const generated = (params: readonly string[], members: Readonly<Record<string, unknown>> = {}) =>
  noteOf(
    {
      label: LABEL,
      small: {
        ...LABEL,
        position: 1,
        generatedFrom: { function: 'sys.stringTransformations.lowercase', params },
      },
    },
    members,
  );
const KEY_ID = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
const encrypted = (recipientKey: object, members: object = {}) =>
  noteOf({
    to: { ...IDENTIFIER_PROPERTY, position: 0 },
    toKey: { ...recipientKey, position: 1 },
    fromKey: { ...KEY_ID, position: 2 },
    message: {
      type: 'array',
      byteArray: true,
      minItems: 32,
      maxItems: 1040,
      position: 3,
      encryptedFor: {
        recipient: 'to',
        recipientKey: 'toKey',
        senderKey: 'fromKey',
        scheme: 'ecdh-secp256k1-aes256-cbc',
      },
      ...members,
    },
  });
const distinct = (distinctFrom: string) =>
  noteOf({
    from: { ...IDENTIFIER_PROPERTY, position: 0 },
    to: { ...IDENTIFIER_PROPERTY, position: 1, distinctFrom },
  });

/** Says why a parameter of a generated text cannot be one; undefined if it can. */
function explainParameter(type: DocumentType, own: string, path: string): string | undefined {
  const source = type.fields.get(path);
  if (path.startsWith('$')) return 'is a system property';
  if (source === undefined) return 'is no property of the document type';
  if (path === own) return 'is the property itself';
  if (getKindOf(type, path) !== 'text') return 'is no text';
  if (getMember(source.node, 'generatedFrom') !== undefined) return 'is generated itself';
  const object = own.slice(0, own.lastIndexOf('.') + 1);
  if (!path.startsWith(object))
    return `is outside of "${truncate(object.slice(0, -1))}", which could be absent`;
  return isTransient(type, path) ? 'is transient' : undefined;
}

function checkKey(type: DocumentType, node: JsonNode | undefined, report: Report): void {
  const path = getText(node);
  if (path === undefined || node === undefined) return;
  const schema = type.fields.get(path)?.schema;
  const [min, max] = [getInteger(getMember(schema, 'minimum')), getInteger(getMember(schema, 'maximum'))];
  const isKey =
    getKindOf(type, path) === 'integer' &&
    !path.startsWith('$') &&
    min !== undefined &&
    max !== undefined &&
    min >= 0n &&
    max <= MAX_U32;
  if (isKey && !isTransient(type, path)) return;
  const what = isKey ? 'is transient' : `is no integer from 0 to ${MAX_U32}`;
  report(node, { message: `"${truncate(path)}" ${what}: ${String(node.key)} names the id of a key` });
}

/** Lists the rules about keywords that bind one value to another. */
export const VALUE_BINDING_RULES: readonly Rule<'document-type'>[] = [
  extendedRule({
    code: 'max-bytes-below-length',
    title: 'maxBytes is below minLength',
    about: 'document-type',
    why: 'A text of `minLength` characters has at least as many bytes in UTF-8, so no text could fulfil both.',
    fix: 'Raise maxBytes, or lower minLength.',
    wrong: textWith({ minLength: 9, maxBytes: 8 }),
    right: textWith({ minLength: 8, maxBytes: 8 }),
    check(type, report) {
      for (const { node, schema } of listKeywordValues(type, 'maxBytes')) {
        const [bytes, length] = [getInteger(node), getInteger(getMember(schema, 'minLength'))];
        if (bytes !== undefined && length !== undefined && bytes < length)
          report(node, { message: `maxBytes is ${bytes}, and minLength is ${length}` });
      }
    },
  }),
  extendedRule({
    code: 'distinct-from-property',
    title: 'distinctFrom names no other identifier',
    about: 'document-type',
    why: '`distinctFrom` names "$ownerId" or another identifier property of the same type that is stored. A document with equal values is rejected with 10419; an absent value is distinct from all.',
    fix: 'Name another identifier property, or "$ownerId".',
    wrong: distinct('form'),
    right: distinct('from'),
    check(type, report) {
      for (const { node, property, isElement } of listKeywordValues(type, 'distinctFrom')) {
        const path = getText(node);
        if (path === undefined || path === '' || path === '$ownerId') continue;
        const isOther = isElement || path !== property.path;
        if (isOther && isIdentifier(type.fields.get(path)?.schema) && !isTransient(type, path)) continue;
        report(node, {
          message: `"${truncate(path)}" is no other stored identifier of the document type`,
          ...suggestPath(type, path, isIdentifier),
        });
      }
    },
  }),
  extendedRule({
    code: 'encrypted-for-property',
    title: 'encryptedFor names unfit properties',
    about: 'document-type',
    why: '`recipient` names an identifier property or is "$ownerId"; both keys name integers with `minimum` 0 or more and `maximum` up to 4294967295; all are stored. The byte array holds at least 32 bytes: a start vector and a block.',
    fix: 'Name an identifier for the recipient and key ids for the keys, and give the bytes a maxItems of 32 or more.',
    wrong: encrypted({ type: 'integer' }),
    right: encrypted(KEY_ID),
    check(type, report) {
      for (const { node, schema } of listKeywordValues(type, 'encryptedFor')) {
        const recipient = getMember(node, 'recipient');
        const path = getText(recipient) ?? '$ownerId';
        const isFit = path === '$ownerId' || isIdentifier(type.fields.get(path)?.schema);
        if (!isFit || isTransient(type, path))
          report(recipient, {
            message: `"${truncate(path)}" is no stored identifier of the document type`,
            ...suggestPath(type, path, isIdentifier),
          });
        for (const name of ['recipientKey', 'senderKey']) checkKey(type, getMember(node, name), report);
        const max = getInteger(getMember(schema, 'maxItems'));
        if (max !== undefined && max < SHORTEST_CIPHER)
          report(getMember(schema, 'maxItems'), {
            message: `maxItems is ${max}: an encrypted value has at least ${SHORTEST_CIPHER} bytes`,
          });
      }
    },
  }),
  extendedRule({
    code: 'generated-from-property',
    title: 'A generated text has unfit parameters',
    about: 'document-type',
    why: 'A function of sys.stringTransformations has one parameter: the path of a text property of the type that is not generated itself, inside the same objects. Neither side is transient. The node fills in a value that is absent, and rejects another one with 10424.',
    fix: 'Name one text property.',
    wrong: generated(['labl']),
    right: generated(['label']),
    check(type, report) {
      for (const { node, property, isElement } of listKeywordValues(type, 'generatedFrom')) {
        const params = getMember(node, 'params');
        const items = getItems(params);
        if (isElement || items.length === 0) continue;
        if (items.length > 1)
          report(params, { message: `${items.length} parameters: the functions of text have one` });
        if (isTransient(type, property.path))
          report(node, {
            message: `"${truncate(property.path)}" is transient: its value cannot be generated`,
          });
        for (const item of items.slice(0, 1)) {
          const path = getText(item);
          if (path === undefined || path === '') continue;
          const problem = explainParameter(type, property.path, path);
          if (problem !== undefined)
            report(item, {
              message: `${excerpt(path)} ${problem}`,
              ...suggestPath(type, path, (schema) => getText(getMember(schema, 'type')) === 'string'),
            });
        }
      }
    },
  }),
];
