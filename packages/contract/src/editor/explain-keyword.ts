import { CONFIG_DEFAULTS } from '../model/config.js';
import { BOOLEAN_OPTIONS, INTEGER_OPTIONS } from '../protocol/keywords.js';
import { PROTOCOLS, type ProtocolRules } from '../protocol/protocol-rules.js';
import { CONFIG_WORDS, CONTRACT_WORDS, GROUP_WORDS } from './contract-words.js';
import {
  CONTEST_WORDS,
  COST_WORDS,
  DOCUMENT_TYPE_WORDS,
  INDEX_WORDS,
  MATCH_WORDS,
  PROPERTY_WORDS,
  TOKEN_COST_WORDS,
} from './document-words.js';
import { TOKEN_WORDS } from './token-words.js';

const WORDS = {
  contract: CONTRACT_WORDS,
  config: CONFIG_WORDS,
  'document-type': DOCUMENT_TYPE_WORDS,
  property: PROPERTY_WORDS,
  index: INDEX_WORDS,
  contest: CONTEST_WORDS,
  match: MATCH_WORDS,
  'token-cost': TOKEN_COST_WORDS,
  cost: COST_WORDS,
  group: GROUP_WORDS,
  token: TOKEN_WORDS,
} as const;

/** Where in a contract a keyword stands. */
export type KeywordPlace = keyof typeof WORDS;

/** What there is to say of a keyword. */
export interface KeywordPage {
  readonly place: KeywordPlace;
  readonly name: string;
  /** What it is for, with its unit and limits. */
  readonly about: string;
  /** What it is when it is absent; nothing where that is no value, or is decided elsewhere. */
  readonly default?: unknown;
  /** What its values mean, where they are few. */
  readonly values?: readonly { readonly value: unknown; readonly meaning: string }[];
  /** The protocol versions that know it, ascending. */
  readonly versions: readonly number[];
}

const HISTORY = { keepsTransferHistory: false, keepsPurchaseHistory: false, keepsPricingHistory: false };

const DEFAULTS: Partial<Record<KeywordPlace, Readonly<Record<string, unknown>>>> = {
  contract: { version: 1 },
  config: { ...CONFIG_DEFAULTS, sizedIntegerTypes: true },
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
  contest: { resolution: ['the masternodes vote'] },
  cost: {
    effect: ['they go to the owner of the contract', 'they are burnt'],
    gasFeesPaidBy: [
      'the owner of the document',
      'the owner of the contract',
      'the owner of the contract if possible',
    ],
  },
};

const WITH_TOKENS: ReadonlySet<string> = new Set(['tokens', 'groups', 'keywords', 'description']);
const WITHOUT_META: ReadonlySet<string> = new Set([...Object.keys(INTEGER_OPTIONS), ...BOOLEAN_OPTIONS]);

/** Whether a protocol version knows a keyword. */
function knows(protocol: ProtocolRules, place: KeywordPlace, name: string): boolean {
  switch (place) {
    case 'contract':
      return protocol.tokens || !WITH_TOKENS.has(name);
    case 'config':
      return name !== 'sizedIntegerTypes' || protocol.sizedIntegers;
    case 'document-type': {
      const { documentTypeKeywords: closed } = protocol;
      if (closed !== undefined) return closed.has(name);
      return WITHOUT_META.has(name) || OLDEST.has(name);
    }
    case 'index':
      return protocol.indexKeywords.has(name);
    case 'group':
    case 'token':
      return protocol.tokens;
    default:
      return true;
  }
}

/** The other keywords of a document type that are as old as the platform. */
const OLDEST: ReadonlySet<string> = new Set(
  (
    'type properties additionalProperties required indices transient tokenCost description $comment minProperties ' +
    'maxProperties dependentRequired'
  ).split(' '),
);

function pageOf(place: KeywordPlace, name: string, about: string): KeywordPage {
  const preset = DEFAULTS[place]?.[name];
  const values = valuesOf(place, name);
  const versions = [...PROTOCOLS.values()].filter((protocol) => knows(protocol, place, name));
  return {
    place,
    name,
    about,
    ...(preset === undefined ? {} : { default: preset }),
    ...(values === undefined ? {} : { values }),
    versions: versions.map(({ version }) => version),
  };
}

function valuesOf(place: KeywordPlace, name: string): KeywordPage['values'] {
  if (place === 'index' && name === 'countable') return COUNTABLE;
  return MEANINGS[place]?.[name]?.flatMap((meaning, value) =>
    meaning === undefined ? [] : [{ value, meaning }],
  );
}

const isPlace = (text: string): text is KeywordPlace => Object.hasOwn(WORDS, text);

/** Every keyword that a contract may have, by place. */
export const KEYWORDS: readonly KeywordPage[] = Object.entries(WORDS).flatMap(([place, words]) =>
  isPlace(place) ? Object.entries(words).map(([name, about]) => pageOf(place, name, about)) : [],
);

const PAGES: ReadonlyMap<string, KeywordPage> = new Map(
  KEYWORDS.map((page) => [`${page.place} ${page.name}`, page]),
);

/**
 * What a keyword is for, what it is by default, what its values mean, and since when it is there.
 *
 * @returns nothing when no such keyword may stand there.
 */
export function explainKeyword(place: KeywordPlace, name: string): KeywordPage | undefined {
  return PAGES.get(`${place} ${name}`);
}
