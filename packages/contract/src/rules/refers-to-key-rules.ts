import { listSingleReferences, type DocumentReference } from '../model/document-reference.js';
import type { DocumentType } from '../model/contract-model.js';
import { getKindOf, isTransient, recordsCreator } from '../model/type-traits.js';
import { truncate } from '../source/excerpt.js';
import { getMember, getText } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY } from './example.js';
import { extendedRule, type Rule } from './rule.js';
import { suggestName } from './suggest-name.js';
import { referenceError, referring, listAll } from './refers-to-examples.js';

const KEY_PARTS = [
  ['keyIdProperty', 'integer'],
  ['identityProperty', 'identifier'],
] as const;

/** Says why a property cannot be a part of a reference to a key; undefined if it can. */
function explainKeyPart(
  type: DocumentType,
  path: string,
  kind: 'integer' | 'identifier',
): string | undefined {
  if (path === '$creatorId') return recordsCreator(type) ? undefined : 'is not recorded by the document type';
  if (path.startsWith('$')) return kind === 'identifier' ? undefined : 'is no property of the document type';
  if (getKindOf(type, path) !== kind) return `is no ${kind} property of the document type`;
  return listSingleReferences(type).some(
    (other) => other.kind === 'identityPublicKey' && other.carrier?.path === path,
  )
    ? 'refers to a key itself'
    : undefined;
}

/** Returns whether a stored id of a key belongs to an identity that is not stored. */
function isTransientIdentity({ holder, carrier }: DocumentReference, path: string): boolean {
  const own = carrier?.path;
  if (own === undefined || path.startsWith('$')) return false;
  const [identity, key] = carrier?.type === 'integer' ? [path, own] : [own, path];
  return isTransient(holder, identity) && !isTransient(holder, key);
}

const BOUND_KEYS: Readonly<Record<string, string>> = {
  encryption: 'requiresIdentityEncryptionBoundedKey',
  decryption: 'requiresIdentityDecryptionBoundedKey',
};

/** Says why no key with a purpose can be bound to a document type; undefined if some can. */
function explainBinding(purpose: string | undefined, type: DocumentType | undefined): string | undefined {
  if (purpose === undefined || purpose === 'authentication' || type === undefined) return undefined;
  const keyword = BOUND_KEYS[purpose];
  if (keyword === undefined) return `keys for ${truncate(purpose)} are not bound to document types`;
  return getMember(type.node, keyword) === undefined
    ? `"${truncate(type.name)}" has no ${keyword}: no key for ${purpose} is bound to it`
    : undefined;
}

/** Lists the rules about references to keys. */
export const REFERENCE_KEY_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reference-key-property',
    title: 'A reference to a key names no key or no identity',
    about: 'whole-contract',
    official: referenceError('ReferencedKeyIdPropertyInvalidError', 40125),
    why: '`keyIdProperty` names the integer property of the same type that holds the id of the key. `identityProperty` names an identifier of the type, "$ownerId", or "$creatorId" where documents record it. Neither property refers to a key itself.',
    fix: 'Name an integer property for the key, or an identifier property for the identity.',
    wrong: referring({ type: 'identityPublicKey', keyIdProperty: 'keyId' }),
    right: referring(
      { type: 'identityPublicKey', keyIdProperty: 'keyId' },
      {
        properties: {
          target: {
            ...IDENTIFIER_PROPERTY,
            position: 0,
            refersTo: { type: 'identityPublicKey', keyIdProperty: 'keyId' },
          },
          keyId: { type: 'integer', minimum: 0, maximum: 4_294_967_295, position: 1 },
        },
      },
    ),
    check(subject, report) {
      for (const reference of listAll(subject))
        for (const [keyword, kind] of KEY_PARTS) {
          const { node, holder } = reference;
          const named = getMember(node, keyword);
          const path = getText(named);
          const problem = path === undefined ? undefined : explainKeyPart(holder, path, kind);
          if (problem !== undefined) report(named, { message: `"${truncate(path ?? '')}" ${problem}` });
          else if (path !== undefined && isTransientIdentity(reference, path))
            report(named, { message: 'a stored key id has a transient identity: it names no key later' });
        }
    },
  }),
  extendedRule({
    code: 'reference-bound-key',
    title: 'A key is required to be bound to a document type to which it cannot be bound',
    about: 'whole-contract',
    why: '`boundTo` names a document type of the same contract. Keys for authentication are bound to any; keys for encryption and decryption to one with `requiresIdentityEncryptionBoundedKey` or `requiresIdentityDecryptionBoundedKey`; other keys to none.',
    fix: 'Name a document type of the contract that has such keys.',
    wrong: referring(
      { type: 'identity' },
      {
        properties: {
          keyId: {
            type: 'integer',
            minimum: 0,
            maximum: 4_294_967_295,
            position: 0,
            refersTo: {
              type: 'identityPublicKey',
              identityProperty: '$ownerId',
              keyRequirements: { boundTo: 'letter' },
            },
          },
        },
      },
    ),
    right: referring({ type: 'identity' }),
    check(subject, report) {
      const names = subject.documentTypes.map(({ name }) => name);
      for (const { node } of listAll(subject)) {
        const requirements = getMember(node, 'keyRequirements');
        const bound = getMember(requirements, 'boundTo');
        const name = getText(bound);
        if (name === undefined) continue;
        const type = subject.documentTypes.find((each) => each.name === name);
        if (!names.includes(name))
          report(bound, {
            message: `unknown document type "${truncate(name)}"`,
            ...suggestName(name, names),
          });
        const problem = explainBinding(getText(getMember(requirements, 'purpose')), type);
        if (problem !== undefined) report(bound, { message: problem, isAtName: true });
      }
    },
  }),
];
