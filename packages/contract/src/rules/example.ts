/** Builds the small contracts that rules use as examples. */

/** Describes a property that is valid under all rules. */
export const TEXT_PROPERTY = { type: 'string', maxLength: 63, position: 0 } as const;

/** Describes a byte array that is an identifier. */
export const IDENTIFIER_PROPERTY = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
} as const;

/** Identifies the owner in the examples. */
export const EXAMPLE_OWNER_ID = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
/** Identifies the contract of the examples: it follows from the owner and nonce 1. */
export const EXAMPLE_ID = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';

type Json = Readonly<Record<string, unknown>>;

/** Builds one document type, `note`, with members added or replaced; `undefined` removes one. */
export const note = (members: Json = {}): Json => ({
  note: { type: 'object', properties: { text: TEXT_PROPERTY }, additionalProperties: false, ...members },
});

/** Builds one document type whose only property is `text`, with members added or replaced. */
export const textWith = (members: Json): Json =>
  note({ properties: { text: { ...TEXT_PROPERTY, ...members } } });

/** Builds one document type with these properties, and members of the type. */
export const noteOf = (properties: Json, members: Json = {}): Json => note({ properties, ...members });

/** Builds one document type whose property `place` is an object with these properties. */
export const nested = (properties: Json, members: Json = {}): Json =>
  noteOf({ place: { type: 'object', position: 0, properties, additionalProperties: false, ...members } });

/** Builds one document type with these indices. */
export const indexed = (...indices: readonly Json[]): Json => note({ indices });

/** Builds one document type with one index on `text`. */
export const indexWith = (members: Json): Json =>
  indexed({ name: 'byText', properties: [{ text: 'asc' }], ...members });

/** Builds one document type that counts, with an integer to sum. */
export const scored = (members: Json): Json =>
  noteOf(
    { score: { type: 'integer', minimum: 0, maximum: 100, position: 0 } },
    { required: ['score'], ...members },
  );

/** Pairs a baseline with its update. */
export const update = (before: unknown, after: unknown) => ({ before, after });

/** Builds a whole contract in the official JSON. */
export const contract = (members: Json = {}): Json => ({
  $formatVersion: '1',
  id: EXAMPLE_ID,
  ownerId: EXAMPLE_OWNER_ID,
  version: 1,
  documentSchemas: note(),
  ...members,
});

/** Builds a contract of the specification's form, with definitions. */
export const withDefinitions = (definitions: unknown, documents: Json = note()): Json => ({
  documents,
  $defs: definitions,
});

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Creates different identifiers for the members of a group: 30 zero bytes and two others. */
const memberId = (at: number): string =>
  `${'1'.repeat(30)}${DIGITS[5 + Math.floor(at / 58)]}${DIGITS[at % 58]}`;

/** Builds a contract with one group of members with these powers. */
export const grouped = (powers: readonly number[], requiredPower: number, position = '0'): Json =>
  contract({
    groups: {
      [position]: {
        $formatVersion: '0',
        members: Object.fromEntries(powers.map((power, at) => [memberId(at), power])),
        requiredPower,
      },
    },
  });

const LOCALIZATION_EXAMPLE = {
  $formatVersion: '0',
  shouldCapitalize: true,
  singularForm: 'credit',
  pluralForm: 'credits',
};

/** Builds the conventions of a token, with members added or replaced. */
export const conventions = (members: Json = {}): Json => ({
  $formatVersion: '0',
  localizations: { en: LOCALIZATION_EXAMPLE },
  ...members,
});

/** Builds the names of a token in one language. */
export const localized = (members: Json, language = 'en'): Json => ({
  localizations: { en: LOCALIZATION_EXAMPLE, [language]: { ...LOCALIZATION_EXAMPLE, ...members } },
});

/** Builds a contract with one token, with members added or replaced. */
export const withToken = (members: Json = {}, position = '0'): Json =>
  contract({ tokens: { [position]: { $formatVersion: '0', conventions: conventions(), ...members } } });

/** Builds change rules that only this action taker may use. */
export const changeRules = (taker: Json): Json => ({
  $formatVersion: '0',
  authorizedToMakeChange: taker,
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});

/** Builds a contract whose token has a perpetual distribution. */
export const distributed = (distributionType: Json, recipient = 'contractOwner'): Json =>
  withToken({
    distributionRules: {
      $formatVersion: '0',
      perpetualDistribution: {
        $formatVersion: '0',
        distributionType,
        distributionRecipient: { $type: recipient },
      },
    },
  });

/** Builds a contract whose token has a perpetual distribution by a function. */
export const emitting = (amount: Json): Json =>
  distributed({ $type: 'blockBasedDistribution', interval: 100, function: amount });
