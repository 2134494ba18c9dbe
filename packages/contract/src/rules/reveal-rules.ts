import { canChange } from '../model/changing-values.js';
import type { DocumentReference } from '../model/document-reference.js';
import { isForeign, listMembers } from '../model/document-reference.js';
import { requires } from '../model/document-type.js';
import type { DocumentType } from '../model/contract-model.js';
import {
  findRevealedSchema,
  findUnseparated,
  holdsHash,
  isCarrier,
  type KeySource,
} from '../model/find-by.js';
import { canOwnerDelete, getValueKind, isTransient } from '../model/type-traits.js';
import { excerpt, truncate } from '../source/excerpt.js';
import { getInteger, getMember, getText, type JsonNode } from '../source/json-node.js';
import { contract, note } from './example.js';
import { listSearches } from './find-by-search.js';
import { LOOKUP, ofOther } from './find-by-examples.js';
import { extendedRule, type Rule } from './rule.js';

const HASH = { type: 'array', byteArray: true, minItems: 32, maxItems: 32 };
const LABEL = { type: 'string', maxLength: 63 };
const revealing = (
  {
    params = ['salt', 'label'],
    ...reference
  }: { readonly params?: readonly unknown[]; readonly [name: string]: unknown },
  members: object = {},
  commitment: object = {},
) =>
  contract({
    documentSchemas: {
      commitment: {
        type: 'object',
        documentsMutable: false,
        canBeDeleted: 'onlyWhenConsumed',
        indices: [{ name: 'byHash', properties: [{ hash: 'asc' }], unique: true }],
        properties: { hash: { ...HASH, position: 0 } },
        required: ['$createdAtBlockHeight', 'hash'],
        additionalProperties: false,
        ...commitment,
      },
      ...note({
        documentsMutable: false,
        properties: {
          label: { ...LABEL, position: 0 },
          parent: { ...LABEL, position: 1 },
          salt: {
            ...HASH,
            position: 2,
            refersTo: {
              type: 'deletableDocument',
              documentType: 'commitment',
              findBy: { hash: { function: 'sys.hash.sha256d', params } },
              where: { $ownerId: '$ownerId' },
              ...reference,
            },
          },
        },
        required: ['label', 'parent', 'salt'],
        ...members,
      }),
    },
  });

/** Pairs the function of a reference with what it belongs to. */
interface Reveal {
  readonly reference: DocumentReference;
  readonly source: KeySource;
  readonly params: NonNullable<KeySource['params']>;
  readonly target: DocumentType | undefined;
}

const listReveals = (subject: Parameters<typeof listSearches>[0]): Reveal[] =>
  listSearches(subject).flatMap(({ reference, sources, target }) =>
    sources.flatMap((source) =>
      source.params === undefined ? [] : [{ reference, source, params: source.params, target }],
    ),
  );

const REVEALED = new Set(['text', 'bytes', 'identifier']);

/** Names a stored value that a mutable document could change after it was judged; undefined if there is none. */
function findChangeable({ reference, params }: Reveal): string | undefined {
  const { holder, carrier, node } = reference;
  const paths = [
    carrier?.path,
    ...params.map(({ path }) => (isCarrier(path, reference) ? carrier?.path : path)),
    ...listMembers(getMember(node, 'where')).map(([, source]) => getText(source)),
  ];
  return paths.find(
    (path) =>
      path !== undefined &&
      !path.startsWith('$') &&
      path !== '.' &&
      holder.fields.has(path) &&
      !isTransient(holder, path) &&
      canChange(holder, path),
  );
}

const DEFAULT_LEVEL = 2n;
const levelOf = ({ node }: DocumentType): bigint =>
  getInteger(getMember(node, 'signatureSecurityLevelRequirement')) ?? DEFAULT_LEVEL;

/** Says why a document cannot consume another one; undefined if it can. */
function explainConsumption(
  reference: DocumentReference,
  target: DocumentType | undefined,
): string | undefined {
  if (isForeign(reference)) return 'documents of another contract are not consumed';
  if (getText(getMember(getMember(reference.node, 'where'), '$ownerId')) !== '$ownerId')
    return 'where does not bind the owner: write "$ownerId": "$ownerId"';
  if (target === undefined) return undefined;
  if (canOwnerDelete(target) === 'no') return `owners cannot delete documents of "${truncate(target.name)}"`;
  const priced = ['tokenCost', 'actionFees'].find(
    (name) => getMember(getMember(target.node, name), 'delete') !== undefined,
  );
  if (priced !== undefined) return `${priced} of "${truncate(target.name)}" has a price for its deletion`;
  return levelOf(target) < levelOf(reference.holder)
    ? `"${truncate(target.name)}" requires a key of a stricter security level`
    : undefined;
}

/** Lists the rules about commit and reveal: references by the hash of values that a document reveals. */
export const REVEAL_RULES: readonly Rule<'whole-contract'>[] = [
  extendedRule({
    code: 'reveal-target',
    title: 'A hash is looked up in no property of 32 bytes',
    about: 'whole-contract',
    why: 'sys.hash.sha256d gives 32 bytes: the property that it fills is a byte array of exactly 32, and no identifier.',
    fix: 'Give the property of the target "minItems": 32 and "maxItems": 32.',
    wrong: revealing({}, {}, { properties: { hash: { ...HASH, minItems: 20, maxItems: 20, position: 0 } } }),
    right: revealing({}),
    check(subject, report) {
      for (const { reference, source, target } of listReveals(subject)) {
        const schema = target?.fields.get(source.key)?.schema;
        if (target !== undefined && schema !== undefined && !holdsHash(schema))
          report(source.node, {
            ...ofOther(reference, LOOKUP),
            message: `"${truncate(source.key)}" of "${truncate(target.name)}" is not 32 bytes`,
          });
      }
    },
  }),
  extendedRule({
    code: 'reveal-parameter',
    title: 'A hash is made of an unknown value, or of one without bytes',
    about: 'whole-contract',
    why: 'A parameter is a constant, or the path of text, bytes or an identifier of the type, the property with the reference included; it may be optional or transient. "." is the value that refers where it has no path: an element, the owner, the creator.',
    fix: 'Name a text, byte array or identifier of the document type.',
    wrong: revealing({ params: ['salt', 'lable'] }),
    right: revealing({}),
    check(subject, report) {
      for (const { reference, params } of listReveals(subject))
        for (const param of params) {
          if (param.path === undefined) continue;
          if (param.path === '.' && reference.place === 'property') {
            report(param.node, {
              message: `"." names no property: write "${reference.carrier?.path ?? ''}"`,
            });
            continue;
          }
          const schema = findRevealedSchema(param, reference);
          const isOwner = param.path === '.' && reference.carrier === undefined;
          if (!isOwner && !REVEALED.has(getValueKind(schema) ?? ''))
            report(param.node, {
              message: `${excerpt(param.path)} is no text, bytes or identifier of the document type`,
            });
        }
    },
  }),
  extendedRule({
    code: 'reveal-separator',
    title: 'Values of variable length are hashed without a separator',
    about: 'whole-contract',
    why: 'Joined texts could be divided in other places: a constant of one byte stands between two parameters of variable length. A value that holds that byte is rejected with 10423.',
    fix: 'Put {"const": "."} between them.',
    wrong: revealing({ params: ['salt', 'label', 'parent'] }),
    right: revealing({ params: ['salt', 'label', { const: '.' }, 'parent'] }),
    check(subject, report) {
      for (const { reference, params } of listReveals(subject)) {
        const found = findUnseparated(params, reference);
        if (found !== undefined)
          report(found.node, {
            message: 'two values of variable length follow each other without a constant of one byte',
          });
      }
    },
  }),
  extendedRule({
    code: 'reveal-changeable',
    title: 'A revealed value can change',
    about: 'whole-contract',
    why: 'A function is judged when a document is created, never again: the value that refers and every stored value that it reads is fixed, by a type that is not mutable or by `immutable` without a condition. In a mutable type it is no operand of `anyOf`.',
    fix: 'List the properties in immutable, or make the type immutable.',
    wrong: revealing({}, { documentsMutable: true }),
    right: revealing({}, { documentsMutable: true, immutable: ['salt', 'label'] }),
    check(subject, report) {
      for (const reveal of listReveals(subject)) {
        const { reference, source } = reveal;
        const changeable = findChangeable(reveal);
        if (changeable !== undefined)
          report(source.node, {
            message: `"${truncate(changeable)}" can change after the document is created`,
          });
        else if (reference.isAlternative && reference.holder.isMutable)
          report(source.node, { message: 'a function is an operand of anyOf in a mutable document type' });
      }
    },
  }),
  extendedRule({
    code: 'reveal-age',
    title: 'The age of a commitment is not recorded',
    about: 'whole-contract',
    why: '`minimumAgeBlocks` counts from `$createdAtBlockHeight`, which `required` of the target lists.',
    fix: 'List $createdAtBlockHeight in required of the target.',
    wrong: revealing({ minimumAgeBlocks: 1 }, {}, { required: ['hash'] }),
    right: revealing({ minimumAgeBlocks: 1 }),
    check(subject, report) {
      for (const { reference, target } of listReveals(subject)) {
        const age: JsonNode | undefined = getMember(reference.node, 'minimumAgeBlocks');
        if (age !== undefined && target !== undefined && !requires(target.node, '$createdAtBlockHeight'))
          report(age, {
            ...ofOther(reference, LOOKUP),
            message: `required of "${truncate(target.name)}" does not list $createdAtBlockHeight`,
          });
      }
    },
  }),
  extendedRule({
    code: 'reveal-consumption',
    title: 'A document cannot consume what it refers to',
    about: 'whole-contract',
    why: 'The create that consumes a document deletes it for its owner: it is of the same contract, `where` binds the owner ("$ownerId": "$ownerId"), its owner may delete it, its deletion costs no token and no action fee, and needs no key of a stricter level than the create.',
    fix: 'Bind the owner in where, and remove the price of the deletion.',
    wrong: revealing({ consume: true, where: undefined }),
    right: revealing({ consume: true }),
    check(subject, report) {
      for (const { reference, target } of listReveals(subject)) {
        const consume = getMember(reference.node, 'consume');
        const problem = consume === undefined ? undefined : explainConsumption(reference, target);
        if (problem !== undefined) report(consume, { message: problem, isAtName: true });
      }
    },
  }),
];
