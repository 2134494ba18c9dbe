import { canonicalText } from '../source/canonical-text.js';
import { getItems, type JsonNode } from '../source/json-node.js';
import type { JsonChange } from './json-changes.js';

/** Names when a value can replace another. */
type Replacement =
  | 'always'
  | 'never'
  | 'if higher'
  | 'if lower'
  | 'if false'
  /** By a value that is in the list already, as after a change of order. */
  | 'if in the list';

/** Names what changed: it decides which rule reports the change. */
export type ChangeSubject = 'note' | 'limit' | 'required' | 'property' | 'fixed';

/** Describes what an update can do to a keyword and inside it. */
interface Allowance {
  readonly add: boolean;
  readonly remove: boolean;
  /** Absent if the platform fails. */
  readonly replace?: Replacement;
  /** Number of names until a schema with keywords of its own. */
  readonly schemaAfter?: number;
  /** Allowance one name further in, and from there on. */
  readonly inside?: Allowance;
}

interface Keyword extends Allowance {
  readonly subject: ChangeSubject;
}

const FREE: Keyword = { subject: 'note', add: true, remove: true, replace: 'always' };
const FIXED: Keyword = { subject: 'fixed', add: false, remove: false, replace: 'never' };
const NAMED_SCHEMAS: Keyword = {
  subject: 'property',
  add: false,
  remove: false,
  schemaAfter: 2,
  inside: { add: true, remove: false },
};

const limit = (replace: Replacement): Keyword => ({ subject: 'limit', add: false, remove: true, replace });
const NEVER: Allowance = { add: false, remove: false, replace: 'never' };

const keywords = (names: string, allowance: Keyword): [string, Keyword][] =>
  names.split(' ').map((name) => [name, allowance]);

/**
 * Lists what an update can do to each keyword of a schema. Any change of another keyword makes the platform fail
 * without a consensus error.
 *
 * Source: `packages/rs-json-schema-compatibility-validator/src/rules/rule_set.rs` in dashpay/platform, with
 * `required` as `packages/rs-dpp/src/data_contract/document_type/schema/validate_schema_compatibility` narrows it.
 */
const KEYWORDS: ReadonlyMap<string, Keyword> = new Map([
  ...keywords('$comment description examples', FREE),
  ...keywords('$id', { ...FIXED, add: true }),
  ...keywords('maximum exclusiveMaximum maxLength maxItems', limit('if higher')),
  // Only raised; not in the source, as later protocol versions have it.
  ...keywords('maxBytes', { ...limit('if higher'), remove: false }),
  ...keywords('minimum exclusiveMinimum minLength minItems', limit('if lower')),
  ...keywords('pattern format', limit('never')),
  ...keywords('uniqueItems', limit('if false')),
  ...keywords('const', { ...limit('never'), inside: NEVER }),
  ...keywords('enum', {
    subject: 'limit',
    add: false,
    remove: true,
    inside: { add: true, remove: false, replace: 'if in the list', inside: NEVER },
  }),
  ...keywords('required', {
    subject: 'required',
    add: false,
    remove: false,
    inside: { add: false, remove: false, replace: 'if in the list' },
  }),
  ...keywords('dependentRequired', {
    subject: 'limit',
    add: false,
    remove: true,
    inside: { add: false, remove: true, replace: 'if in the list' },
  }),
  ...keywords('properties prefixItems', NAMED_SCHEMAS),
  ...keywords('$defs', { ...NAMED_SCHEMAS, add: true }),
  ...keywords('items', { ...FIXED, schemaAfter: 1 }),
  ...keywords('$ref multipleOf type contentMediaType byteArray position additionalProperties', FIXED),
  ...keywords(
    'documentsMutable documentsKeepHistory canBeDeleted transferable tradeMode creationRestrictionMode requiresIdentityEncryptionBoundedKey requiresIdentityDecryptionBoundedKey signatureSecurityLevelRequirement',
    FIXED,
  ),
]);

/** Holds the platform's verdict on one change of a schema. */
export interface ChangeVerdict {
  readonly verdict: 'compatible' | 'incompatible' | 'unsupported';
  /** Subject of the change; undefined if the platform does not know the keyword. */
  readonly subject?: ChangeSubject;
  /** Number of keys that lead to the keyword, including itself. */
  readonly depth: number;
}

/** Checks one change of a schema; its first key is a keyword. */
export function checkChange(change: JsonChange): ChangeVerdict {
  let keyword: Keyword | undefined;
  let allowance: Allowance | undefined;
  let schemaAfter: number | undefined;
  let depth = 0;
  for (const [at, key] of change.keys.entries()) {
    allowance = allowance?.inside ?? allowance;
    if (keyword !== undefined) {
      if (schemaAfter === undefined) continue;
      if (schemaAfter > 1) {
        schemaAfter -= 1;
        continue;
      }
    }
    keyword = KEYWORDS.get(String(key));
    depth = at + 1;
    if (keyword === undefined) return { verdict: 'unsupported', depth };
    allowance = keyword;
    ({ schemaAfter } = keyword);
  }
  if (keyword === undefined || allowance === undefined) return { verdict: 'unsupported', depth };
  return { verdict: verdictOf(change, allowance), subject: keyword.subject, depth };
}

function verdictOf(change: JsonChange, allowance: Allowance): ChangeVerdict['verdict'] {
  if (change.op === 'replace' && allowance.replace === undefined) return 'unsupported';
  const isAllowed =
    change.op === 'replace'
      ? allowance.replace !== undefined && REPLACEMENTS[allowance.replace](change)
      : allowance[change.op];
  return isAllowed ? 'compatible' : 'incompatible';
}

const REPLACEMENTS: Readonly<Record<Replacement, (change: JsonChange) => boolean>> = {
  always: () => true,
  never: () => false,
  'if higher': ({ before, after }) => numberOf(before) < numberOf(after),
  'if lower': ({ before, after }) => numberOf(before) > numberOf(after),
  'if false': ({ before, after }) =>
    before?.kind === 'boolean' && after?.kind === 'boolean' && before.value && !after.value,
  'if in the list': ({ parentBefore, after }) =>
    parentBefore !== undefined && after !== undefined && listItems(parentBefore).has(canonicalText(after)),
};

/** Reads a bound as the platform compares it: as a 64-bit float. */
function numberOf(node: JsonNode | undefined): number {
  return node?.kind === 'number' ? node.value : Number.NaN;
}

const lists = new WeakMap<JsonNode, ReadonlySet<string>>();

function listItems(list: JsonNode): ReadonlySet<string> {
  const known = lists.get(list);
  if (known !== undefined) return known;
  const found = new Set(getItems(list).map(canonicalText));
  lists.set(list, found);
  return found;
}
