import { distributionFunction } from '@dapikit/protocol';
import {
  entriesOf,
  identifierFrom,
  longOf,
  memberOf,
  numberOf,
  positionGap,
  textOf,
  type ContractFacts,
  type ContractRow,
} from './contract-facts.js';

const U8 = 0xff;
const U16 = 0xff_ff;

/** Source: `validate_localizations` in `packages/rs-dpp` of dashpay/platform. */
const MAX_DECIMALS = 16;

const NAME_FORMS: Readonly<Record<string, string>> = {
  singularForm: 'singular form',
  pluralForm: 'plural form',
};

/** Returns what a name of a token is for, its text, and how long it may be. A language code is the name of a member. */
function tokenName({ name, value }: ContractFacts) {
  const form = NAME_FORMS[name];
  return form === undefined
    ? { form: 'language code', text: name, min: 2n, max: 12n }
    : { form, text: textOf(value), min: 3n, max: 25n };
}

/** The names of parameters of distribution functions in official errors, where they differ. */
const PARAMETERS: Readonly<Record<string, string>> = {
  $type: 'steps',
  amount: 'n',
  distribution_start_amount: 'n',
  start_decreasing_offset: 's',
  start_step: 's',
  start_moment: 's',
  max_value: 'max',
};

/** The maximum of most parameters. Source: `MAX_DISTRIBUTION_PARAM` in `packages/rs-dpp` of dashpay/platform. */
const MAX_PARAMETER = 2n ** 48n - 1n;

/** Returns the bounds of a parameter that a diagnostic says. */
function boundsIn(message: string) {
  const [, min = 0, max = 0, notZero] = /(-?\d+) to (-?\d+)(, not 0)?$/.exec(message) ?? [];
  const bound = BigInt(max);
  return {
    min: BigInt(min),
    max: bound < MAX_PARAMETER ? bound : MAX_PARAMETER,
    notValid: notZero === undefined ? undefined : 0n,
  };
}

/** Returns two parameters of the distribution function at the pointer that do not relate as they must. */
function pairOf(facts: ContractFacts) {
  const type = memberOf(facts.upTo(6), '$type');
  const [firstParameter, secondParameter, relation] = PAIRS[`${textOf(type)} ${facts.name}`] ??
    PAIRS[facts.name] ?? ['', '', ''];
  return { firstParameter, secondParameter, relation };
}

/** The pairs by the parameter that is reported; in some functions, another one is meant. */
const PAIRS: Readonly<Record<string, readonly [first: string, second: string, relation: string]>> = {
  trailing_distribution_interval_amount: [
    'trailing_distribution_interval_amount',
    'distribution_start_amount',
    'smaller than or equal to',
  ],
  decrease_per_interval_numerator: [
    'decrease_per_interval_numerator',
    'decrease_per_interval_denominator',
    'smaller than',
  ],
  'stepDecreasingAmount min_value': ['n', 'min_value', 'greater than or equal to'],
  min_value: ['min_value', 'max_value', 'smaller than or equal to'],
  'polynomial m': ['m', 'n', 'different than'],
  'exponential m': ['max_value', 'm', 'present where this is positive:'],
  o: ['s', 'o', 'smaller than'],
};

const lengthOf = (text: string): bigint => BigInt(Buffer.byteLength(text));

/** Lists the official forms of errors in tokens, and in what documents cost in tokens, by their codes. */
export const TOKEN_CONTRACT_ERROR_FORMS: readonly ContractRow[] = [
  [
    10006,
    (_facts, { protocolVersion = 0 }) => ({
      group: 'basic',
      name: 'UnsupportedFeatureError',
      fields: { featureName: 'random distribution of tokens', currentProtocolVersion: protocolVersion },
    }),
  ],
  [
    10251,
    ({ value }) => ({
      group: 'basic',
      name: 'InvalidTokenBaseSupplyError',
      fields: { baseSupply: longOf(value) },
    }),
  ],
  [
    10253,
    (facts) => ({
      group: 'basic',
      name: 'NonContiguousContractTokenPositionsError',
      fields: positionGap(facts),
    }),
  ],
  [
    10254,
    (facts) => ({
      group: 'basic',
      name: 'InvalidTokenDistributionFunctionDivideByZeroError',
      // `/tokens/<position>/distributionRules/perpetualDistribution/distributionType/function`
      fields: { distributionFunction: distributionFunction.fromJson(facts.upTo(6)) },
    }),
  ],
  [
    10255,
    ({ name, message }) => ({
      group: 'basic',
      name: 'InvalidTokenDistributionFunctionInvalidParameterError',
      fields: { parameter: PARAMETERS[name] ?? name, ...boundsIn(message) },
    }),
  ],
  [
    10256,
    (facts) => ({
      group: 'basic',
      name: 'InvalidTokenDistributionFunctionInvalidParameterTupleError',
      fields: pairOf(facts),
    }),
  ],
  [
    10257,
    ({ message }) => ({
      group: 'basic',
      name: 'InvalidTokenDistributionFunctionIncoherenceError',
      fields: { message },
    }),
  ],
  [10258, () => ({ group: 'basic', name: 'MissingDefaultLocalizationError', fields: {} })],
  [
    10261,
    (facts) => {
      // `/documentSchemas/<type>/tokenCost/<action>/effect`
      const cost = facts.upTo(4);
      return {
        group: 'basic',
        name: 'TokenPaymentByBurningOnlyAllowedOnInternalTokenError',
        fields: {
          externalTokenContractId: identifierFrom(memberOf(cost, 'contractId')),
          externalTokenContractTokenPosition: numberOf(memberOf(cost, 'tokenPosition'), U16),
          action: facts.segment(3),
        },
      };
    },
  ],
  [
    10451,
    ({ contract, value }) => ({
      group: 'basic',
      name: 'InvalidTokenPositionError',
      fields: {
        maxTokenPosition: entriesOf(memberOf(contract, 'tokens'))
          .map(([position]) => numberOf(position, U16))
          .toSorted((a, b) => a - b)
          .at(-1),
        invalidTokenPosition: numberOf(value, U16),
      },
    }),
  ],
  [
    10265,
    (facts) => ({
      group: 'basic',
      name: 'NewTokensDestinationIdentityOptionRequiredError',
      fields: { contractId: facts.contractId, tokenPosition: numberOf(facts.segment(1), U16) },
    }),
  ],
  [
    10266,
    (facts) => {
      const { form, text } = tokenName(facts);
      return { group: 'basic', name: 'InvalidTokenNameCharacterError', fields: { form, tokenName: text } };
    },
  ],
  [
    10267,
    (facts) => {
      const { form, text, min, max } = tokenName(facts);
      return {
        group: 'basic',
        name: 'InvalidTokenNameLengthError',
        fields: { actual: lengthOf(text), min, max, form },
      };
    },
  ],
  [
    10268,
    ({ name }) => ({
      group: 'basic',
      name: 'InvalidTokenLanguageCodeError',
      fields: { languageCode: name },
    }),
  ],
  [
    10271,
    ({ value }) => ({
      group: 'basic',
      name: 'DecimalsOverLimitError',
      fields: { decimals: numberOf(value, U8), maxDecimals: MAX_DECIMALS },
    }),
  ],
  ...(
    [
      [10272, 'InvalidTokenDistributionBlockIntervalTooShortError'],
      [10273, 'InvalidTokenDistributionTimeIntervalTooShortError'],
      [10274, 'InvalidTokenDistributionTimeIntervalNotMinuteAlignedError'],
    ] as const
  ).map(([code, name]): ContractRow => [
    code,
    ({ value }) => ({ group: 'basic', name, fields: { interval: longOf(value) } }),
  ]),
  [
    10275,
    ({ contractId }) => ({
      group: 'basic',
      name: 'RedundantDocumentPaidForByTokenWithContractId',
      fields: { contractId },
    }),
  ],
];
