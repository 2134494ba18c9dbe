import { IDENTIFIER_PROPERTY } from '../rules/example.js';
import type { RuleInfo } from '../rules/rule.js';
import { countUtf8Bytes } from '../model/value-bytes.js';
import { getInteger, getMember, getText } from '../source/json-node.js';
import { moderatedContract, noteWith, textNote } from './document-example.js';
import type { DocumentExample, DocumentRule, ExampleWrite, KeywordRule } from './document-rule.js';

const isActive: RuleInfo['isActive'] = ({ constraints }) => constraints;

const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const OTHER = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';

/** Lists the rules about one value of a document that came with the expression language. */
export const BOUND_VALUE_RULES: readonly KeywordRule[] = [
  {
    code: 'value-max-bytes',
    title: 'A text has too many bytes',
    about: 'document',
    stage: 'maxBytes',
    keyword: 'maxBytes',
    severity: 'network',
    official: { name: 'DocumentPropertyMaxBytesExceededError', code: 10421 },
    isActive,
    why: '`maxBytes` counts the UTF-8 bytes of a text; `maxLength` counts its characters.',
    fix: 'Shorten the text.',
    wrong: textNote({ maxBytes: 4 }, 'ééé'),
    right: textNote({ maxBytes: 4 }, 'éé'),
    compile(node) {
      const max = Number(getInteger(node));
      return (value) => {
        if (typeof value !== 'string' || value.length * 3 <= max) return undefined;
        const bytes = countUtf8Bytes(value);
        return bytes <= max
          ? undefined
          : {
              message: `the text has ${bytes} bytes: the maximum is ${max}`,
              payload: (property) => ({ property, byteLength: bytes, maxBytes: max }),
            };
      };
    },
  },
  {
    code: 'value-encrypted-shape',
    title: 'Encrypted bytes have a length that no encryption gives',
    about: 'document',
    stage: 'encryption',
    keyword: 'encryptedFor',
    severity: 'network',
    official: { name: 'InvalidEncryptedPropertyShapeError', code: 10420 },
    isActive,
    why: 'The scheme of `encryptedFor` puts an initialisation vector of 16 bytes before blocks of 16 bytes: at least 32 bytes, and a multiple of 16.',
    fix: 'Encrypt the value with the scheme.',
    wrong: encryptedNote(33),
    right: encryptedNote(48),
    compile(node) {
      const scheme = getText(getMember(node, 'scheme')) ?? '';
      return (value) => {
        const length = value instanceof Uint8Array ? value.length : undefined;
        if (length === undefined || (length >= MIN_ENCRYPTED && length % BLOCK === 0)) return undefined;
        return {
          message: `${length} bytes are no encrypted value: they must be at least ${MIN_ENCRYPTED}, and a multiple of ${BLOCK}`,
          payload: (property) => ({
            property,
            scheme,
            actualLength: length,
            minimumLength: MIN_ENCRYPTED,
            blockLength: BLOCK,
          }),
        };
      };
    },
  },
];

const MIN_ENCRYPTED = 32;
const BLOCK = 16;

function encryptedNote(bytes: number) {
  const key = { type: 'integer', minimum: 0, maximum: 4_294_967_295 };
  return noteWith(
    {
      recipientId: IDENTIFIER_PROPERTY,
      recipientKeyId: key,
      senderKeyId: key,
      message: {
        type: 'array',
        byteArray: true,
        minItems: 1,
        maxItems: 1040,
        encryptedFor: {
          recipient: 'recipientId',
          recipientKey: 'recipientKeyId',
          senderKey: 'senderKeyId',
          scheme: 'ecdh-secp256k1-aes256-cbc',
        },
      },
    },
    { recipientId: OTHER, message: Array.from({ length: bytes }, () => 1) },
  );
}

const PAIR = { left: IDENTIFIER_PROPERTY, right: { ...IDENTIFIER_PROPERTY, distinctFrom: 'left' } };

const HANDLE = {
  label: { type: 'string', maxLength: 63 },
  slug: {
    type: 'string',
    maxLength: 63,
    generatedFrom: { function: 'sys.stringTransformations.lowercase', params: ['label'] },
  },
};

const RATED = { stars: { type: 'integer', minimum: 0, maximum: 5 }, text: { type: 'string', maxLength: 63 } };
const RULED = {
  propertyConstraints: { explained: { ifThen: [{ lessThan: ['stars', 2] }, { present: 'text' }] } },
};

const isWrite: RuleInfo['isActive'] = ({ constraints, extendedLanguage }) => constraints && extendedLanguage;

/** Builds a document with what surrounds its write. */
const assuming = (example: DocumentExample, write: ExampleWrite): DocumentExample => ({ ...example, write });

const FEW_PLEDGES = noteWith(
  RATED,
  { stars: 1 },
  {
    documentsCountable: true,
    propertyConstraints: { few: { lessThan: [{ countOf: ['note'] }, 4] } },
  },
);

const DRAFTS = noteWith(RATED, undefined, { deleteConstraints: { unrated: { equal: ['stars', 0] } } });

const FROZEN = noteWith(RATED, { stars: 2 }, { immutable: ['stars'] });

const MODERATED: DocumentExample = {
  ...noteWith(RATED, { stars: 1 }),
  contract: moderatedContract(
    { id: '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG', ownerId: OWNER },
    noteWith(RATED, undefined, { moderatorAbilities: { changeFields: ['stars'] } }).contract,
  ),
};

const MORTAL = noteWith(RATED, { stars: 1 }, { required: ['$createdAt'], ttl: 3600 });

/** Lists the rules about a write of a document as a whole. */
export const WRITE_RULES = {
  notOffered: {
    code: 'document-write-not-offered',
    title: 'The type does not offer the write',
    about: 'document',
    stage: 'action',
    severity: 'network',
    official: { name: 'InvalidDocumentTransitionActionError', code: 10404 },
    isActive: isWrite,
    why: 'A type offers deletions by owners unless `canBeDeleted` is false or "onlyWhenConsumed", or it keeps history; replaces unless `documentsMutable` is false; transfers with `transferable: 1`; prices and purchases with `tradeMode: 1`.',
    fix: 'Omit the write, or register the type with the option that offers it.',
    wrong: assuming(noteWith(RATED, undefined, { canBeDeleted: false }), {
      action: 'delete',
      stored: { stars: 1 },
    }),
    right: assuming(noteWith(RATED, undefined), { action: 'delete', stored: { stars: 1 } }),
  },
  expired: {
    code: 'document-expired',
    title: 'The document has expired',
    about: 'document',
    stage: 'expired',
    severity: 'network',
    official: { name: 'DocumentExpiredError', code: 40140 },
    isActive: isWrite,
    why: 'A document expires `ttl` seconds after its creation. From then on it is not replaced, transferred, priced, bought or restored; its owner can still delete it.',
    fix: 'Create another document.',
    wrong: assuming(MORTAL, {
      action: 'replace',
      system: { $createdAt: 0 },
      assume: { blockTime: 3_600_000 },
    }),
    right: assuming(MORTAL, {
      action: 'replace',
      system: { $createdAt: 0 },
      assume: { blockTime: 3_599_999 },
    }),
  },
  distinct: {
    code: 'value-not-distinct',
    title: 'Two identifiers are equal that must differ',
    about: 'document',
    stage: 'distinct',
    severity: 'network',
    official: { name: 'DocumentPropertyNotDistinctError', code: 10419 },
    isActive: isWrite,
    why: '`distinctFrom` names the owner or another identifier of the document. The values differ, or one is absent.',
    fix: 'Write another identifier, or omit the property.',
    wrong: noteWith(PAIR, { left: OTHER, right: OTHER }),
    right: noteWith(PAIR, { left: OTHER, right: OWNER }),
  },
  generated: {
    code: 'value-not-generated',
    title: 'A value differs from the generated one',
    about: 'document',
    stage: 'generated',
    severity: 'network',
    official: { name: 'DocumentPropertyNotGeneratedError', code: 10424 },
    isActive: isWrite,
    why: 'The platform computes the value of a property with `generatedFrom` from another text of the document. It fills in an absent value; a sent one must match, and is absent where the other text is.',
    fix: 'Omit the property: the platform fills it in.',
    wrong: noteWith(HANDLE, { label: 'Bob', slug: 'Bob' }),
    right: noteWith(HANDLE, { label: 'Bob', slug: 'bob' }),
  },
  constraint: {
    code: 'document-constraint',
    title: 'A document breaks a rule of its type',
    about: 'document',
    stage: 'constraints',
    severity: 'network',
    official: { name: 'DocumentPropertyConstraintViolatedError', code: 10422 },
    isActive: isWrite,
    why: '`propertyConstraints` holds rules for every create and replace. The network reports the first broken one, by name. A fault, such as a division by 0, breaks a rule.',
    fix: 'Change the values so that the rule holds.',
    wrong: noteWith(RATED, { stars: 1 }, RULED),
    right: noteWith(RATED, { stars: 1, text: 'slow' }, RULED),
  },
  totalConstraint: {
    code: 'document-constraint-total',
    title: 'A document breaks a rule about other documents',
    about: 'document',
    stage: 'totals',
    severity: 'network',
    official: { name: 'DocumentPropertyConstraintViolatedError', code: 10422 },
    isActive: isWrite,
    why: 'A rule of `propertyConstraints` with `countOf` or `sumOf` reads the totals as they are after the write. The network judges it last, and the write is paid.',
    fix: 'Change the values so that the rule holds, or write to other documents first.',
    wrong: assuming(FEW_PLEDGES, { assume: { totals: [{ countOf: ['note'], is: 4 }] } }),
    right: assuming(FEW_PLEDGES, { assume: { totals: [{ countOf: ['note'], is: 3 }] } }),
  },
  deleteConstraint: {
    code: 'document-delete-constraint',
    title: 'A deletion breaks a rule of the type',
    about: 'document',
    stage: 'delete',
    severity: 'network',
    official: { name: 'DocumentDeleteConstraintViolatedError', code: 40147 },
    isActive: isWrite,
    why: '`deleteConstraints` holds rules for deletions by the owner. They are judged on the stored document; the network reports the first broken one, by name.',
    fix: 'Delete the document when the rule holds.',
    wrong: assuming(DRAFTS, { action: 'delete', stored: { stars: 3 } }),
    right: assuming(DRAFTS, { action: 'delete', stored: { stars: 0 } }),
  },
  immutable: {
    code: 'document-immutable',
    title: 'A replace changes an immutable property',
    about: 'document',
    stage: 'immutable',
    severity: 'network',
    official: { name: 'DocumentImmutablePropertyChangedError', code: 40128 },
    isActive: isWrite,
    why: 'A replace does not change, add or remove a property of `immutable`; with `when`, not while the condition holds. A fault in the condition counts as holding. A reference to a deletable document that no longer exists can be cleared.',
    fix: 'Send the stored value.',
    wrong: assuming(FROZEN, { action: 'replace', stored: { stars: 1 } }),
    right: assuming(FROZEN, { action: 'replace', stored: { stars: 2 } }),
  },
  moderatorField: {
    code: 'document-moderator-field',
    title: 'A writer sets a field of the moderators',
    about: 'document',
    stage: 'moderated',
    severity: 'network',
    official: { name: 'DocumentModeratorFieldNotWritableError', code: 41124 },
    isActive: isWrite,
    why: 'Only moderators set and change the properties that `moderatorAbilities.changeFields` names.',
    fix: 'Omit the property; in a replace, send the stored value.',
    wrong: assuming(MODERATED, { ownerId: OTHER }),
    right: assuming(MODERATED, { ownerId: OWNER }),
  },
} as const satisfies Record<string, DocumentRule>;
