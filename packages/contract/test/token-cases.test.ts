import { describe, expect, it } from 'vitest';
import { InvalidOptionError } from '../src/diagnostic/contract-error.js';
import { validateContract } from '../src/index.js';

type Json = Record<string, unknown>;

const A = '4EfA9Jrvv3nnCFdSf7fad59851iiTRZ6Wcu6YVJ4iSeF';
const B = '8zJmcGbhwBcsDxdTFyKSvqvWXwdqbZDAX4pCKXYk9pJv';
const C = '98iS7jxrniePvR9H9pN9ENr1p9wh68XiAqGebfqGUfaG';
const NO_ONE = { $type: 'noOne' };
const rules = (authorized: Json = NO_ONE, admin: Json = NO_ONE) => ({
  $formatVersion: '0',
  authorizedToMakeChange: authorized,
  adminActionTakers: admin,
  changingAuthorizedActionTakersToNoOneAllowed: false,
  changingAdminActionTakersToNoOneAllowed: false,
  selfChangingAdminActionTakersAllowed: false,
});
const name = (members: Json = {}) => ({
  $formatVersion: '0',
  shouldCapitalize: true,
  singularForm: 'credit',
  pluralForm: 'credits',
  ...members,
});
const conventions = (localizations: Json, members: Json = {}) => ({
  conventions: { $formatVersion: '0', localizations, decimals: 8, ...members },
});
const language = (code: string) => conventions({ en: name(), [code]: name() });
const distribution = (members: Json) => ({ distributionRules: { $formatVersion: '0', ...members } });
const perpetual = (distributionType: Json, distributionRecipient: unknown = { $type: 'contractOwner' }) =>
  distribution({ perpetualDistribution: { $formatVersion: '0', distributionType, distributionRecipient } });
const FIXED = { $type: 'fixedAmount', amount: 1 };
const emission = (amount: Json) =>
  perpetual({ $type: 'blockBasedDistribution', interval: 100, function: amount });
const CURVE = { a: 1, d: 1, m: 1, n: 2, o: 1, b: 1 };
const group = (powers: readonly number[], requiredPower: number) => ({
  $formatVersion: '0',
  members: Object.fromEntries(powers.map((power, at) => [[A, B, C][at], power])),
  requiredPower,
});

const BASE = {
  $formatVersion: '0',
  ...conventions({ en: name() }),
  mainControlGroup: 0,
  baseSupply: 100_000,
};
const contract = (token: Json = {}, members: Json = {}) => ({
  $formatVersion: '1',
  id: C,
  ownerId: A,
  version: 1,
  documentSchemas: {},
  groups: { 0: group([1, 1], 2) },
  tokens: { 0: { ...BASE, ...token } },
  ...members,
});
const groups = (value: unknown) => contract({}, { groups: value });

/** Lists the official codes with which the network rejects a contract; -1 for what cannot be decoded. */
const rejections = (input: unknown, protocolVersion = 13) =>
  validateContract(input, { protocolVersion })
    .diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network')
    .map(({ official }) => official?.code ?? -1);

describe('tokens that cannot be decoded', () => {
  it.each<[string, unknown]>([
    ['no tag', contract({ $formatVersion: undefined })],
    ['a tag that is a number', contract({ $formatVersion: 0 })],
    ['a later tag', contract({ $formatVersion: '1' })],
    ['no conventions', contract({ conventions: undefined })],
    ['no plural', contract(conventions({ en: name({ pluralForm: undefined }) }))],
    ['no trade mode', contract({ marketplaceRules: { $formatVersion: '0' } })],
    [
      'another trade mode',
      contract({ marketplaceRules: { $formatVersion: '0', tradeMode: 'notTradeable' } }),
    ],
    ['tokens that are null', contract({}, { tokens: null })],
    ['tokens in a list', contract({}, { tokens: [BASE] })],
    ['token 65536', contract({}, { tokens: { 65536: BASE } })],
    ['token -1', contract({}, { tokens: { '-1': BASE } })],
    ['supply -1', contract({ baseSupply: -1 })],
    ['supply 1.5', contract({ baseSupply: 1.5 })],
    ['supply 2^53 as a number', contract({ baseSupply: 2 ** 53 })],
    ['supply null', contract({ baseSupply: null })],
    ['decimals 256', contract(conventions({ en: name() }, { decimals: 256 }))],
    ['decimals as text', contract(conventions({ en: name() }, { decimals: '8' }))],
    ['a taker that is text', contract({ freezeRules: { ...rules(), adminActionTakers: 'NoOne' } })],
    ['an unknown taker', contract({ freezeRules: rules({ $type: 'NoOne' }) })],
    ['a taker without $type', contract({ freezeRules: rules({ type: 'noOne' }) })],
    ['a group position as text', contract({ freezeRules: rules({ $type: 'group', position: '0' }) })],
    ['a position beside noOne', contract({ freezeRules: rules({ $type: 'noOne', position: 'x' }) })],
    ['a malformed identity', contract({ freezeRules: rules({ $type: 'identity', identity: 'zz' }) })],
    ['rules of the older dialect', contract({ freezeRules: { V0: {} } })],
    ['a main group as text', contract({ mainControlGroup: '0' })],
    [
      'an epoch interval of 65536',
      contract(perpetual({ $type: 'epochBasedDistribution', interval: 65_536, function: FIXED })),
    ],
    [
      'a recipient that is text',
      contract(perpetual({ $type: 'epochBasedDistribution', interval: 1, function: FIXED }, 'ContractOwner')),
    ],
    ['a function of the older dialect', contract(emission({ FixedAmount: {} }))],
    ['a step that is not a number', contract(emission({ $type: 'stepwise', steps: 1, 5: 1 }))],
    ['a parameter in camel case', contract(emission({ $type: 'linear', a: 1, d: 1, startingAmount: 1 }))],
    [
      'a time that is not a number',
      contract(
        distribution({ preProgrammedDistribution: { $formatVersion: '0', distributions: { a: {} } } }),
      ),
    ],
    [
      'a group of the older dialect',
      groups({ 0: { $formatVersion: '0', members: { [A]: 1 }, required_power: 1 } }),
    ],
    ['a power as text', groups({ 0: { ...group([1, 1], 2), members: { [A]: '1', [B]: 1 } } })],
    ['a malformed member', groups({ 0: { ...group([1, 1], 2), members: { abc: 1 } } })],
  ])('rejects %s', (_, input) => {
    expect(rejections(input)).toEqual([-1]);
  });
});

describe('tokens that a node rejects', () => {
  it.each<[string, unknown, number[]]>([
    ['nothing', contract(), []],
    ['unknown members', contract({ foo: 1 }), []],
    ['position "00"', contract({}, { tokens: { '00': BASE } }), []],
    ['supply as text', contract({ baseSupply: '100000' }), []],
    ['only token 1', contract({}, { tokens: { 1: BASE } }), [10253]],
    ['tokens 0 and 2', contract({}, { tokens: { 0: BASE, 2: BASE } }), [10253]],
    ['supply 2^63 - 1', contract({ baseSupply: '9223372036854775807' }), []],
    ['supply 2^63', contract({ baseSupply: '9223372036854775808' }), [10251]],
    ['decimals 16', contract(conventions({ en: name() }, { decimals: 16 })), []],
    ['decimals 17', contract(conventions({ en: name() }, { decimals: 17 })), [10271]],
    ['no localization', contract(conventions({})), [10258]],
    ['"EN" only', contract(conventions({ EN: name() })), [10258]],
    ['singular "ab"', contract(conventions({ en: name({ singularForm: 'ab' }) })), [10267]],
    ['singular "é"', contract(conventions({ en: name({ singularForm: 'é' }) })), [10267]],
    ['singular "日"', contract(conventions({ en: name({ singularForm: '日' }) })), []],
    ['nine euro signs', contract(conventions({ en: name({ singularForm: '€'.repeat(9) }) })), [10267]],
    ['a space', contract(conventions({ en: name({ singularForm: 'my coin' }) })), [10266]],
    [
      'a space that does not break',
      contract(conventions({ en: name({ pluralForm: 'my\u00a0coins' }) })),
      [10266],
    ],
    ['a byte order mark', contract(conventions({ en: name({ singularForm: 'a\ufeffb' }) })), []],
    ['26 letters', contract(conventions({ en: name({ pluralForm: 'a'.repeat(26) }) })), [10267]],
    ['en-US', contract(language('en-US')), []],
    ['en-419', contract(language('en-419')), [10268]],
    ['en419', contract(language('en419')), []],
    ['zh-Hant-TW', contract(language('zh-Hant-TW')), []],
    ['en_US', contract(language('en_US')), [10268]],
    ['x-abc', contract(language('x-abc')), [10268]],
    ['en-X-ab', contract(language('en-X-ab')), [10268]],
    ['a', contract(language('a')), [10267]],
    ['an unknown group', contract({ freezeRules: rules({ $type: 'group', position: 5 }) }), [10350]],
    ['an unknown main group', contract({ mainControlGroup: 1 }), [10350]],
    ['no groups', groups({}), [10350]],
    [
      'no main group',
      contract({ mainControlGroup: null, maxSupplyChangeRules: rules({ $type: 'mainGroup' }) }),
      [10357],
    ],
    [
      'no destination, choosing closed',
      contract(
        distribution({
          mintingAllowChoosingDestination: false,
          mintingAllowChoosingDestinationRules: rules(),
        }),
      ),
      [],
    ],
    [
      'no destination, choosing open',
      contract(
        distribution({
          mintingAllowChoosingDestination: false,
          mintingAllowChoosingDestinationRules: rules(NO_ONE, { $type: 'contractOwner' }),
        }),
      ),
      [10265],
    ],
    [
      '99 blocks',
      contract(perpetual({ $type: 'blockBasedDistribution', interval: 99, function: FIXED })),
      [10272],
    ],
    [
      '3599999 ms',
      contract(perpetual({ $type: 'timeBasedDistribution', interval: 3_599_999, function: FIXED })),
      [10273],
    ],
    [
      '3600001 ms',
      contract(perpetual({ $type: 'timeBasedDistribution', interval: 3_600_001, function: FIXED })),
      [10274],
    ],
    ['epoch 0', contract(perpetual({ $type: 'epochBasedDistribution', interval: 0, function: FIXED })), []],
    ['amount 0', contract(emission({ $type: 'fixedAmount', amount: 0 })), [10255]],
    ['amount 2^48', contract(emission({ $type: 'fixedAmount', amount: 2 ** 48 })), [10255]],
    ['random', contract(emission({ $type: 'random', min: 1, max: 2 })), [10006]],
    ['one step', contract(emission({ $type: 'stepwise', 0: 1 })), [10255]],
    ['linear, a 257', contract(emission({ $type: 'linear', a: 257, d: 1, starting_amount: 1 })), [10255]],
    ['linear, d 0', contract(emission({ $type: 'linear', a: 1, d: 0, starting_amount: 1 })), [10254]],
    [
      'linear, start above max',
      contract(emission({ $type: 'linear', a: 1, d: 1, starting_amount: 10, max_value: 9 })),
      [10257],
    ],
    ['polynomial, m = n', contract(emission({ ...CURVE, $type: 'polynomial', m: 2 })), [10256]],
    [
      'polynomial, ignored members',
      contract(emission({ ...CURVE, $type: 'polynomial', minValue: 5, maxValue: 3 })),
      [],
    ],
    ['exponential without max', contract(emission({ ...CURVE, $type: 'exponential' })), [10256]],
    ['logarithmic, o 0', contract(emission({ ...CURVE, $type: 'logarithmic', o: 0 })), [10256]],
    [
      'logarithmic at max',
      contract(emission({ ...CURVE, $type: 'logarithmic', n: 1, b: 10, max_value: 10 })),
      [10257],
    ],
    ['inverted, n 0', contract(emission({ ...CURVE, $type: 'invertedLogarithmic', n: 0 })), [10255]],
    [
      'pre-programmed, nothing',
      contract(distribution({ preProgrammedDistribution: { $formatVersion: '0', distributions: {} } })),
      [],
    ],
    ['a group of one', groups({ 0: group([1], 1) }), [10359]],
    ['power 0', groups({ 0: group([2, 0], 2) }), [10355]],
    ['power 3 of 2', groups({ 0: group([3, 2], 2) }), [10356]],
    ['required 0', groups({ 0: group([1, 1], 0) }), [10356]],
    ['required 65536', groups({ 0: group([65_535, 65_535, 65_535], 65_536) }), [10358]],
    ['required 3 of 2', groups({ 0: group([1, 1], 3) }), [10352]],
    ['powers 2, 1', groups({ 0: group([2, 1], 2) }), [10353]],
    ['powers 2, 1, 1', groups({ 0: group([2, 1, 1], 2) }), []],
    ['powers 1, 1 of 1', groups({ 0: group([1, 1], 1) }), []],
    ['groups 0 and 2', groups({ 0: group([1, 1], 2), 2: group([1, 1], 2) }), [10252]],
    [
      'a bad group and a token gap',
      { ...groups({ 0: group([1, 1], 3) }), tokens: { 1: BASE } },
      [10253, 10352],
    ],
  ])('rejects on a node: %s', (_, input, expected) => {
    expect(rejections(input).toSorted((a, b) => a - b)).toEqual(expected);
  });

  it.each([
    ['a group', { $type: 'group', position: 5 }, {}, 10350],
    ['the main group', { $type: 'mainGroup' }, { mainControlGroup: null }, 10357],
  ])('checks %s in the rules of trade from protocol 13 on', (_, taker, members, code) => {
    const marketplaceRules = {
      $formatVersion: '0',
      tradeMode: 'NotTradeable',
      tradeModeChangeRules: rules(taker),
    };
    const input = contract({ ...members, marketplaceRules });
    expect(rejections(input, 12)).toEqual([]);
    expect(rejections(input, 13)).toEqual([code]);
  });
});

const blocks = (interval: number) =>
  contract(perpetual({ $type: 'blockBasedDistribution', interval, function: FIXED }));
const time = (interval: number) =>
  contract(perpetual({ $type: 'timeBasedDistribution', interval, function: FIXED }));

describe('the minimum interval of a distribution', () => {
  it.each([
    ['mainnet', 100, 3_600_000],
    ['testnet', 5, 600_000],
    ['devnet', 2, 60_000],
    ['regtest', 1, 60_000],
  ] as const)('depends on the network: %s', (network, fewest, minimums) => {
    const codes = (input: unknown) =>
      validateContract(input, { network }).diagnostics.flatMap(({ official }) => official?.code ?? []);
    expect(codes(blocks(fewest))).toEqual([]);
    expect(codes(blocks(fewest - 1))).toEqual([10272]);
    expect(codes(time(minimums))).toEqual([]);
    expect(codes(time(minimums - 1))).toEqual([10273]);
    expect(codes(time(minimums + 1))).toEqual([10274]);
  });

  it('rejects an unknown network and a nonce of more than 64 bits', () => {
    // @ts-expect-error -- a caller without types
    expect(() => validateContract({}, { network: 'moon' })).toThrow(InvalidOptionError);
    expect(() => validateContract({}, { identityNonce: -1n })).toThrow(InvalidOptionError);
    expect(() => validateContract({}, { identityNonce: 2n ** 64n })).toThrow(InvalidOptionError);
  });
});
