import { DEFAULT_CONFIG } from '../model/config.js';
import { BOOLEAN_OPTIONS, EXTENDED_PROPERTY_KEYWORDS, INTEGER_OPTIONS } from '../protocol/keywords.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { PROTOCOLS } from '../protocol/protocol-versions.js';
import { CONFIG_KEYWORD_DOCS, CONTRACT_KEYWORD_DOCS, GROUP_KEYWORD_DOCS } from './contract-keyword-docs.js';
import {
  CONTEST_KEYWORD_DOCS,
  COST_KEYWORD_DOCS,
  DOCUMENT_TYPE_KEYWORD_DOCS,
  INDEX_KEYWORD_DOCS,
  MATCH_KEYWORD_DOCS,
  PROPERTY_KEYWORD_DOCS,
  TOKEN_COST_KEYWORD_DOCS,
} from './document-keyword-docs.js';
import { TOKEN_KEYWORD_DOCS } from './token-keyword-docs.js';

const KEYWORD_DOCS = {
  contract: CONTRACT_KEYWORD_DOCS,
  config: CONFIG_KEYWORD_DOCS,
  'document-type': DOCUMENT_TYPE_KEYWORD_DOCS,
  property: PROPERTY_KEYWORD_DOCS,
  index: INDEX_KEYWORD_DOCS,
  contest: CONTEST_KEYWORD_DOCS,
  match: MATCH_KEYWORD_DOCS,
  'token-cost': TOKEN_COST_KEYWORD_DOCS,
  cost: COST_KEYWORD_DOCS,
  group: GROUP_KEYWORD_DOCS,
  token: TOKEN_KEYWORD_DOCS,
} as const;

/** Names the place of a keyword in a contract. */
export type KeywordPlace = keyof typeof KEYWORD_DOCS;

/** Documents a keyword. */
export interface KeywordPage {
  readonly place: KeywordPlace;
  readonly name: string;
  /** Purpose, unit and limits. */
  readonly about: string;
  /** Default; absent if there is none, or if it is decided elsewhere. */
  readonly default?: unknown;
  /** Meanings of the values, if they are few. */
  readonly values?: readonly { readonly value: unknown; readonly meaning: string }[];
  /** Protocol versions that have the keyword, ascending. */
  readonly versions: readonly number[];
}

const HISTORY = { keepsTransferHistory: false, keepsPurchaseHistory: false, keepsPricingHistory: false };

const DEFAULT_VALUES: Partial<Record<KeywordPlace, Readonly<Record<string, unknown>>>> = {
  contract: { version: 1 },
  config: { ...DEFAULT_CONFIG, sizedIntegerTypes: true },
  'document-type': {
    ...HISTORY,
    transferable: 0,
    tradeMode: 0,
    creationRestrictionMode: 0,
    signatureSecurityLevelRequirement: 2,
    documentsCountable: false,
    rangeCountable: false,
    rangeSummable: false,
    rangeAverageable: false,
  },
  index: {
    unique: false,
    nullSearchable: true,
    countable: 'notCountable',
    rangeCountable: false,
    rangeSummable: false,
    rangeAverageable: false,
  },
  cost: { effect: 0, gasFeesPaidBy: 0 },
};

type Meanings = readonly (string | undefined)[];

const COUNTABLE: readonly { readonly value: unknown; readonly meaning: string }[] = [
  { value: true, meaning: 'the same as "countable"' },
  { value: false, meaning: 'the same as "notCountable"' },
  { value: 'notCountable', meaning: 'not counted' },
  { value: 'countable', meaning: 'counted' },
  { value: 'countableAllowingOffset', meaning: 'counted, and queries may skip documents' },
];

const MEANINGS: Partial<Record<KeywordPlace, Readonly<Record<string, Meanings>>>> = {
  'document-type': INTEGER_OPTIONS,
  config: {
    requiresIdentityEncryptionBoundedKey: INTEGER_OPTIONS.requiresIdentityEncryptionBoundedKey,
    requiresIdentityDecryptionBoundedKey: INTEGER_OPTIONS.requiresIdentityDecryptionBoundedKey,
  },
  contest: { resolution: ['masternodes vote'] },
  cost: {
    effect: ['to the owner of the contract', 'burnt'],
    gasFeesPaidBy: [
      'the owner of the document',
      'the owner of the contract',
      'the owner of the contract if possible',
    ],
  },
};

const EXTENDED_PROPERTIES: ReadonlySet<string> = new Set(EXTENDED_PROPERTY_KEYWORDS);
const EXTENDED_TOKEN: ReadonlySet<string> = new Set([
  'oncePerIdentityDistribution',
  'transferable',
  'hasShieldedPool',
]);
const WITH_TOKENS: ReadonlySet<string> = new Set(['tokens', 'groups', 'keywords', 'description']);
const WITHOUT_META: ReadonlySet<string> = new Set([...Object.keys(INTEGER_OPTIONS), ...BOOLEAN_OPTIONS]);

/** Returns whether a protocol version has a keyword. */
function hasKeyword(protocol: ProtocolRules, place: KeywordPlace, name: string): boolean {
  switch (place) {
    case 'contract':
      return protocol.tokens || !WITH_TOKENS.has(name);
    case 'config':
      if (name === 'moderation') return protocol.extendedLanguage;
      return name !== 'sizedIntegerTypes' || protocol.sizedIntegers;
    case 'document-type': {
      const { documentTypeKeywords: closed } = protocol;
      if (closed !== undefined) return closed.has(name);
      return WITHOUT_META.has(name) || INITIAL_KEYWORDS.has(name);
    }
    case 'index':
      return protocol.indexKeywords.has(name);
    case 'property':
      return name === 'size'
        ? protocol.shorthands
        : protocol.extendedLanguage || !EXTENDED_PROPERTIES.has(name);
    case 'cost':
      return protocol.extendedLanguage || name !== 'optional';
    case 'token':
      return protocol.tokens && (protocol.extendedLanguage || !EXTENDED_TOKEN.has(name));
    case 'group':
      return protocol.tokens;
    default:
      return true;
  }
}

/** Lists the other keywords of a document type that all protocol versions have. */
const INITIAL_KEYWORDS: ReadonlySet<string> = new Set(
  (
    'type properties additionalProperties required indices transient tokenCost description $comment minProperties ' +
    'maxProperties dependentRequired'
  ).split(' '),
);

function createPage(place: KeywordPlace, name: string, about: string): KeywordPage {
  const preset = DEFAULT_VALUES[place]?.[name];
  const values = listValues(place, name);
  const versions = [...PROTOCOLS.values()].filter((protocol) => hasKeyword(protocol, place, name));
  return {
    place,
    name,
    about,
    ...(preset === undefined ? {} : { default: preset }),
    ...(values === undefined ? {} : { values }),
    versions: versions.map(({ version }) => version),
  };
}

function listValues(place: KeywordPlace, name: string): KeywordPage['values'] {
  if (place === 'index' && name === 'countable') return COUNTABLE;
  return MEANINGS[place]?.[name]?.flatMap((meaning, value) =>
    meaning === undefined ? [] : [{ value, meaning }],
  );
}

const isPlace = (text: string): text is KeywordPlace => Object.hasOwn(KEYWORD_DOCS, text);

/** Lists every keyword of a contract by place. */
export const KEYWORDS: readonly KeywordPage[] = Object.entries(KEYWORD_DOCS).flatMap(([place, words]) =>
  isPlace(place) ? Object.entries(words).map(([name, about]) => createPage(place, name, about)) : [],
);

const PAGES_BY_KEYWORD: ReadonlyMap<string, KeywordPage> = new Map(
  KEYWORDS.map((page) => [`${page.place} ${page.name}`, page]),
);

/**
 * Documents a keyword: its purpose, default, values and protocol versions.
 *
 * @returns undefined when the place has no such keyword.
 * @example
 * import { explainKeyword } from '@dapikit/contract';
 *
 * explainKeyword('index', 'unique').name; // => 'unique'
 * explainKeyword('index', 'sparse'); // => undefined
 */
export function explainKeyword(place: KeywordPlace, name: string): KeywordPage | undefined {
  return PAGES_BY_KEYWORD.get(`${place} ${name}`);
}
