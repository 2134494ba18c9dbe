/** Builders of the small contracts that rules show as examples. */

/** A property that no rule minds. */
export const TEXT = { type: 'string', maxLength: 63, position: 0 } as const;

/** A byte array that holds an identifier. */
export const IDENTIFIER = {
  type: 'array',
  byteArray: true,
  minItems: 32,
  maxItems: 32,
  contentMediaType: 'application/x.dash.dpp.identifier',
} as const;

/** The identifiers of the examples. */
export const OWNER = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
export const CONTRACT = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';

type Json = Readonly<Record<string, unknown>>;

/** One document type, `note`, with members that are added or replaced; `undefined` leaves one out. */
export const note = (members: Json = {}): Json => ({
  note: { type: 'object', properties: { text: TEXT }, additionalProperties: false, ...members },
});

/** One document type whose only property is `text` with members that are added or replaced. */
export const textWith = (members: Json): Json => note({ properties: { text: { ...TEXT, ...members } } });

/** One document type with these properties, and members of the type. */
export const noteOf = (properties: Json, members: Json = {}): Json => note({ properties, ...members });

/** One document type whose property `place` is an object with these properties. */
export const nested = (properties: Json, members: Json = {}): Json =>
  noteOf({ place: { type: 'object', position: 0, properties, additionalProperties: false, ...members } });

/** One document type with these indices. */
export const indexed = (...indices: readonly Json[]): Json => note({ indices });

/** One document type with one index over `text`. */
export const indexWith = (members: Json): Json =>
  indexed({ name: 'byText', properties: [{ text: 'asc' }], ...members });

/** One document type that counts, with an integer to sum. */
export const scored = (members: Json): Json =>
  noteOf(
    { score: { type: 'integer', minimum: 0, maximum: 100, position: 0 } },
    { required: ['score'], ...members },
  );

/** A registered contract, and what is to replace it. */
export const update = (before: unknown, after: unknown) => ({ before, after });

/** A whole contract in the official JSON. */
export const contract = (members: Json = {}): Json => ({
  $formatVersion: '1',
  id: CONTRACT,
  ownerId: OWNER,
  version: 1,
  documentSchemas: note(),
  ...members,
});

/** A contract of the specification's form, with definitions. */
export const withDefinitions = (definitions: unknown, documents: Json = note()): Json => ({
  documents,
  $defs: definitions,
});

const DIGITS = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Different identifiers for the members of a group: 30 zero bytes and two others. */
const memberId = (at: number): string =>
  `${'1'.repeat(30)}${DIGITS[5 + Math.floor(at / 58)]}${DIGITS[at % 58]}`;

/** A contract with one group of members with these powers. */
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

const LOCALIZATION = {
  $formatVersion: '0',
  shouldCapitalize: true,
  singularForm: 'credit',
  pluralForm: 'credits',
};

/** The names of a token, with members that are added or replaced. */
export const conventions = (members: Json = {}): Json => ({
  $formatVersion: '0',
  localizations: { en: LOCALIZATION },
  ...members,
});

/** The names of a token in one language. */
export const localized = (members: Json, language = 'en'): Json => ({
  localizations: { en: LOCALIZATION, [language]: { ...LOCALIZATION, ...members } },
});

/** A contract with one token, with members that are added or replaced. */
export const withToken = (members: Json = {}, position = '0'): Json =>
  contract({ tokens: { [position]: { $formatVersion: '0', conventions: conventions(), ...members } } });

/** Rules of a token that only this taker may change. */
export const changeRules = (taker: Json): Json => ({
  $formatVersion: '0',
  authorizedToMakeChange: taker,
  adminActionTakers: { $type: 'noOne' },
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});

/** A contract whose token is distributed over time. */
export const distributed = (distributionType: Json): Json =>
  withToken({
    distributionRules: {
      $formatVersion: '0',
      perpetualDistribution: {
        $formatVersion: '0',
        distributionType,
        distributionRecipient: { $type: 'contractOwner' },
      },
    },
  });

/** A contract whose token is distributed over time by a function. */
export const emitting = (amount: Json): Json =>
  distributed({ $type: 'blockBasedDistribution', interval: 100, function: amount });
