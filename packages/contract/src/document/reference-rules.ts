import { IDENTIFIER_PROPERTY } from '../rules/example.js';
import type { RuleInfo } from '../rules/rule.js';
import { moderatedContract, noteWith } from './document-example.js';
import type { DocumentExample, DocumentRule, ExampleWrite } from './document-rule.js';

const isActive: RuleInfo['isActive'] = ({ extendedLanguage }) => extendedLanguage;

const FIRST = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const SECOND = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';
const KEY_ID = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };

/** Builds a note that refers to something, and what the state has. */
function referring(refersTo: object, assume: ExampleWrite['assume'], members: object = {}): DocumentExample {
  const example = noteWith(
    { target: { ...IDENTIFIER_PROPERTY, refersTo }, keyId: KEY_ID, name: { type: 'string', maxLength: 63 } },
    { target: FIRST, keyId: 1, name: 'dash' },
  );
  return {
    ...example,
    contract: { ...example.contract, ...members },
    write: { ownerId: SECOND, assume: assume ?? {} },
  };
}

const TOPIC = {
  topic: {
    type: 'object',
    documentsMutable: false,
    canBeDeleted: false,
    properties: { name: { type: 'string', maxLength: 63, position: 0 } },
    required: ['name'],
    additionalProperties: false,
  },
};

const topic = (name: string) => ({
  documents: [{ type: 'topic', id: FIRST, ownerId: SECOND, data: { name } }],
});
const ON_TOPIC = { type: 'permanentDocument', documentType: 'topic', where: { name: 'name' } };
const KEY = { type: 'identityPublicKey', keyIdProperty: 'keyId' };
const key = (members: object) => ({ keys: [{ identityId: FIRST, keyId: 1, ...members }] });

const PLEDGE = {
  pledge: {
    type: 'object',
    documentsMutable: false,
    canBeDeleted: 'onlyWhenConsumed',
    indices: [{ name: 'byHash', properties: [{ hash: 'asc' }], unique: true }],
    properties: { hash: { type: 'array', byteArray: true, minItems: 32, maxItems: 32, position: 0 } },
    required: ['hash', '$createdAtBlockHeight'],
    additionalProperties: false,
  },
};

/** Holds the double hash of a zero byte and "a.b". */
const HASH_OF_A_B = [
  247, 80, 115, 193, 16, 234, 81, 144, 227, 187, 61, 141, 40, 189, 116, 54, 54, 122, 229, 41, 4, 130, 190,
  106, 9, 193, 173, 13, 6, 255, 24, 96,
];

/** Builds a reveal of a pledge: of a salt and two words. */
function revealing(first: string, block: number): DocumentExample {
  const salt = { type: 'array', byteArray: true, minItems: 1, maxItems: 1 };
  const findBy = {
    hash: { function: 'sys.hash.sha256d', params: ['salt', 'first', { const: '.' }, 'second'] },
  };
  const text = { type: 'string', maxLength: 63 };
  const example = noteWith(
    {
      salt: {
        ...salt,
        refersTo: { type: 'deletableDocument', documentType: 'pledge', findBy, minimumAgeBlocks: 1 },
      },
      first: text,
      second: text,
    },
    { salt: [0], first, second: 'b' },
    { documentsMutable: false },
  );
  const documents = [
    {
      type: 'pledge',
      id: FIRST,
      ownerId: SECOND,
      data: { hash: HASH_OF_A_B },
      system: { $createdAtBlockHeight: block },
    },
  ];
  return {
    ...example,
    contract: { ...example.contract, ...PLEDGE },
    write: { ownerId: SECOND, assume: { documents, blockHeight: 10 } },
  };
}

type Basis = Pick<DocumentRule, 'code' | 'title' | 'why' | 'fix' | 'wrong' | 'right'> & {
  readonly official: { readonly name: string; readonly code: number };
};

const create = (basis: Basis, stage: DocumentRule['stage'] = 'references'): DocumentRule => ({
  ...basis,
  about: 'document',
  stage,
  severity: 'network',
  isActive,
});

/** Lists the rules about what the references of a document find. */
export const REFERENCE_CHECK_RULES = {
  preimage: create(
    {
      code: 'reference-preimage',
      title: 'The values of a reveal cannot be hashed',
      official: { name: 'DocumentReferencePreimageInvalidError', code: 10423 },
      why: 'A reveal hashes values of the document. Each is present, and does not contain the separator behind it.',
      fix: 'Write the values that the commitment hashes.',
      wrong: revealing('a.a', 9),
      right: revealing('a', 9),
    },
    'preimage',
  ),
  notFound: create({
    code: 'reference-not-found',
    title: 'A reference finds nothing',
    official: { name: 'ReferencedEntityNotFoundError', code: 40120 },
    why: 'The identity, contract, token or document that a property refers to exists when the document is written.',
    fix: 'Write the identifier of something that exists.',
    wrong: referring({ type: 'identity' }, { identities: [SECOND] }),
    right: referring({ type: 'identity' }, { identities: [FIRST] }),
  }),
  keyNotFound: create({
    code: 'reference-key-not-found',
    title: 'A reference finds no key',
    official: { name: 'ReferencedIdentityKeyNotFoundError', code: 40123 },
    why: 'The identity has the key that the document names.',
    fix: 'Write the id of a key of the identity.',
    wrong: referring(KEY, { keys: [] }),
    right: referring(KEY, key({})),
  }),
  keyDisabled: create({
    code: 'reference-key-disabled',
    title: 'A reference finds a disabled key',
    official: { name: 'ReferencedIdentityKeyDisabledError', code: 40124 },
    why: 'The key that a document refers to is enabled when the document is written.',
    fix: 'Write the id of an enabled key.',
    wrong: referring(KEY, key({ isDisabled: true })),
    right: referring(KEY, key({})),
  }),
  keyRequirement: create({
    code: 'reference-key-requirement',
    title: 'A reference finds a key of another purpose',
    official: { name: 'ReferencedIdentityKeyRequirementNotMetError', code: 40136 },
    why: '`keyRequirements` names the purpose of the key, or the document type to which it is bound.',
    fix: 'Write the id of a key that meets the requirements.',
    wrong: referring({ ...KEY, keyRequirements: { purpose: 'encryption' } }, key({ purpose: 'transfer' })),
    right: referring({ ...KEY, keyRequirements: { purpose: 'encryption' } }, key({ purpose: 'encryption' })),
  }),
  mismatch: create({
    code: 'reference-mismatch',
    title: 'A value differs from that of the referenced document',
    official: { name: 'ReferencedDocumentPropertyMismatchError', code: 40127 },
    why: '`where` compares values of the document with those of the document that it refers to. Two absent values agree.',
    fix: 'Write the value of the referenced document.',
    wrong: referring(ON_TOPIC, topic('btc'), TOPIC),
    right: referring(ON_TOPIC, topic('dash'), TOPIC),
  }),
  requirement: create({
    code: 'reference-too-young',
    title: 'A reference finds a document that is too young',
    official: { name: 'ReferencedDocumentRequirementNotMetError', code: 40142 },
    why: '`minimumAgeBlocks` is the number of blocks between the creation of the referenced document and this write.',
    fix: 'Wait for the next blocks.',
    wrong: revealing('a', 10),
    right: revealing('a', 9),
  }),
  contractRequirement: create({
    code: 'reference-contract-requirement',
    title: 'A reference finds a contract that does not meet its requirements',
    official: { name: 'ReferencedContractRequirementNotMetError', code: 40135 },
    why: '`contractRequirements` says what a contract has to be when the document is written: its age, its owner, its config or its elected moderation.',
    fix: 'Write the id of a contract that meets the requirements.',
    wrong: referring(
      { type: 'contract', contractRequirements: { owner: 'self' } },
      { contracts: [{ id: FIRST, ownerId: FIRST }] },
    ),
    right: referring(
      { type: 'contract', contractRequirements: { owner: 'self' } },
      { contracts: [{ id: FIRST, ownerId: SECOND }] },
    ),
  }),
  removed: create({
    code: 'reference-removed',
    title: 'The record of a removed document does not answer a comparison',
    official: { name: 'ReferencedDocumentRemovedError', code: 40145 },
    why: 'Of a document that moderators deleted a record remains, with the values of `deleteKeepsFields` only.',
    fix: 'Refer to another document.',
    wrong: removed({}),
    right: removed({ name: 'dash' }),
  }),
} as const;

/** Builds a reference to a removed document, whose record has these values. */
function removed(data: object): DocumentExample {
  const { topic: plain } = TOPIC;
  const moderated = { ...plain, moderatorAbilities: { delete: true, deleteKeepsFields: ['name'] } };
  const types = referring(
    { ...ON_TOPIC, type: 'moderatedDocument' },
    { documents: [{ type: 'topic', id: FIRST, ownerId: SECOND, data, isRemoved: true }] },
    { topic: moderated },
  );
  return { ...types, contract: moderatedContract({ id: SECOND, ownerId: FIRST }, types.contract) };
}
