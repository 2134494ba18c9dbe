import type { ContractEntry } from '../model/contract-entry.js';
import { decodeUnsigned, decodeVariant, findDecodingErrors } from '../model/decoding.js';
import { findDistributionErrors, type DistributionError } from '../model/distribution-function.js';
import { DISTRIBUTION_FUNCTION_SHAPE, DISTRIBUTION_TYPE_SHAPE } from '../model/token-shape.js';
import { MIN_INTERVALS, type MinIntervals } from '../protocol/network.js';
import { getMember, asObject } from '../source/json-node.js';
import { distributed, emitting } from './example.js';
import type { Report, Rule } from './rule.js';

const isActive = ({ tokens }: { tokens: boolean }): boolean => tokens;
const MINUTE = 60_000n;
const FIXED = { $type: 'fixedAmount', amount: 5 };
const LINEAR = { $type: 'linear', a: 1, d: 1, starting_amount: 1 };

const NO_LIMITS: MinIntervals = { blocks: 0n, milliseconds: 0n };

/** Reads the perpetual distribution of a token. */
function distributionOf(entry: ContractEntry) {
  const perpetual = getMember(getMember(entry.node, 'distributionRules'), 'perpetualDistribution');
  const node = asObject(getMember(perpetual, 'distributionType'));
  const interval = getMember(node, 'interval');
  return {
    type: decodeVariant(node, DISTRIBUTION_TYPE_SHAPE),
    interval,
    length: decodeUnsigned(interval, 2n ** 64n - 1n, true),
    emission: asObject(getMember(node, 'function')),
    minimums: MIN_INTERVALS.get(entry.contract.registration.network) ?? NO_LIMITS,
  };
}

function reportFunction(kind: DistributionError['kind'], entry: ContractEntry, report: Report): void {
  const { emission } = distributionOf(entry);
  if (emission === undefined || findDecodingErrors(emission, DISTRIBUTION_FUNCTION_SHAPE).length > 0) return;
  for (const error of findDistributionErrors(emission))
    if (error.kind === kind) report(error.node, { message: error.message });
}

const limits = (of: keyof MinIntervals): string =>
  [...MIN_INTERVALS].map(([network, minimums]) => `${minimums[of]} on ${network}`).join(', ');

/** Lists the rules about the perpetual distribution of a token. */
export const DISTRIBUTION_RULES: readonly Rule<'token'>[] = [
  {
    code: 'distribution-blocks',
    title: 'The interval of a distribution has too few blocks',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionBlockIntervalTooShortError', code: 10272 },
    isActive,
    why: `The minimum interval of a distribution, in blocks: ${limits('blocks')}.`,
    fix: 'Lengthen the interval.',
    wrong: distributed({ $type: 'blockBasedDistribution', interval: 99, function: FIXED }),
    right: distributed({ $type: 'blockBasedDistribution', interval: 100, function: FIXED }),
    check(entry, report) {
      const { type, interval, length, minimums } = distributionOf(entry);
      if (type === 'blockBasedDistribution' && length !== undefined && length < minimums.blocks)
        report(interval, { message: `the interval is ${length} blocks: the minimum is ${minimums.blocks}` });
    },
  },
  {
    code: 'distribution-time',
    title: 'The interval of a distribution is too short',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionTimeIntervalTooShortError', code: 10273 },
    isActive,
    why: `The minimum interval of a distribution, in milliseconds: ${limits('milliseconds')}.`,
    fix: 'Lengthen the interval.',
    wrong: distributed({ $type: 'timeBasedDistribution', interval: 3_599_999, function: FIXED }),
    right: distributed({ $type: 'timeBasedDistribution', interval: 3_600_000, function: FIXED }),
    check(entry, report) {
      const { type, interval, length, minimums } = distributionOf(entry);
      if (type === 'timeBasedDistribution' && length !== undefined && length < minimums.milliseconds)
        report(interval, {
          message: `the interval is ${length} ms: the minimum is ${minimums.milliseconds}`,
        });
    },
  },
  {
    code: 'distribution-minutes',
    title: 'The interval of a distribution is not in whole minutes',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionTimeIntervalNotMinuteAlignedError', code: 10274 },
    isActive,
    why: `An interval in time is a multiple of ${MINUTE} milliseconds.`,
    fix: 'Round the interval to minutes.',
    wrong: distributed({ $type: 'timeBasedDistribution', interval: 3_600_001, function: FIXED }),
    right: distributed({ $type: 'timeBasedDistribution', interval: 3_660_000, function: FIXED }),
    check(entry, report) {
      const { type, interval, length, minimums } = distributionOf(entry);
      if (
        type === 'timeBasedDistribution' &&
        length !== undefined &&
        length >= minimums.milliseconds &&
        length % MINUTE !== 0n
      )
        report(interval, { message: `the interval is ${length} ms: it must be a multiple of ${MINUTE}` });
    },
  },
  {
    code: 'distribution-random',
    title: 'A distribution uses the function "random"',
    about: 'token',
    severity: 'network',
    official: { name: 'UnsupportedFeatureError', code: 10006 },
    isActive,
    why: 'The function "random" can be decoded, but is not supported.',
    fix: 'Choose another function.',
    wrong: emitting({ $type: 'random', min: 1, max: 2 }),
    right: emitting(FIXED),
    check: (entry, report) => reportFunction('random', entry, report),
  },
  {
    code: 'distribution-division-by-zero',
    title: 'A distribution function divides by zero',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionFunctionDivideByZeroError', code: 10254 },
    isActive,
    why: 'A parameter that is a divisor cannot be 0.',
    fix: 'Set the parameter to 1 or more.',
    wrong: emitting({ ...LINEAR, d: 0 }),
    right: emitting(LINEAR),
    check: (entry, report) => reportFunction('zero', entry, report),
  },
  {
    code: 'distribution-parameter',
    title: 'A parameter of a distribution function is out of range',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionFunctionInvalidParameterError', code: 10255 },
    isActive,
    why: 'Every parameter has bounds; amounts are at most 2^48 - 1.',
    fix: 'Set the parameter to a value in its range.',
    wrong: emitting({ $type: 'fixedAmount', amount: 0 }),
    right: emitting(FIXED),
    check: (entry, report) => reportFunction('parameter', entry, report),
  },
  {
    code: 'distribution-parameters',
    title: 'Two parameters of a distribution function contradict each other',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionFunctionInvalidParameterTupleError', code: 10256 },
    isActive,
    why: 'A minimum is not above the maximum, a decrease is less than the whole, and so on.',
    fix: 'Correct one of the parameters.',
    wrong: emitting({ ...LINEAR, min_value: 5, max_value: 3 }),
    right: emitting({ ...LINEAR, max_value: 5 }),
    check: (entry, report) => reportFunction('pair', entry, report),
  },
  {
    code: 'distribution-incoherent',
    title: 'A distribution function never changes',
    about: 'token',
    severity: 'network',
    official: { name: 'InvalidTokenDistributionFunctionIncoherenceError', code: 10257 },
    isActive,
    why: 'A rising function cannot start at its maximum, and a falling one cannot start at its minimum: it would be a fixed amount.',
    fix: 'Move the bound, or use fixedAmount.',
    wrong: emitting({ ...LINEAR, starting_amount: 10, max_value: 9 }),
    right: emitting({ ...LINEAR, starting_amount: 8, max_value: 9 }),
    check: (entry, report) => reportFunction('incoherent', entry, report),
  },
];
