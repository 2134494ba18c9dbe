import type { ContractEntry } from '../model/contract-entry.js';
import { decodeUnsigned, decodingFaults } from '../model/decoding.js';
import { functionFaults, type FunctionFault } from '../model/distribution-function.js';
import { FUNCTION } from '../model/token-shape.js';
import { SHORTEST_INTERVALS, type ShortestIntervals } from '../protocol/network.js';
import { member, objectOf, textOf } from '../source/json-node.js';
import { distributed, emitting } from './example.js';
import type { Report, RuleAbout } from './rule.js';

const holds = ({ tokens }: { tokens: boolean }): boolean => tokens;
const MINUTE = 60_000n;
const FIXED = { $type: 'fixedAmount', amount: 5 };
const LINEAR = { $type: 'linear', a: 1, d: 1, starting_amount: 1 };

const NO_LIMITS: ShortestIntervals = { blocks: 0n, milliseconds: 0n };

/** How a token is given out over time. */
function distributionOf(entry: ContractEntry) {
  const perpetual = member(member(entry.node, 'distributionRules'), 'perpetualDistribution');
  const node = objectOf(member(perpetual, 'distributionType'));
  const interval = member(node, 'interval');
  return {
    type: textOf(member(node, '$type')),
    interval,
    length: decodeUnsigned(interval, 2n ** 64n - 1n, true),
    emission: objectOf(member(node, 'function')),
    shortest: SHORTEST_INTERVALS.get(entry.contract.terms.network) ?? NO_LIMITS,
  };
}

function reportFunction(kind: FunctionFault['kind'], entry: ContractEntry, report: Report): void {
  const { emission } = distributionOf(entry);
  if (emission === undefined || decodingFaults(emission, FUNCTION).length > 0) return;
  for (const fault of functionFaults(emission))
    if (fault.kind === kind) report(fault.node, { message: fault.message });
}

const limits = (of: keyof ShortestIntervals): string =>
  [...SHORTEST_INTERVALS].map(([network, shortest]) => `${shortest[of]} on ${network}`).join(', ');

/** What holds for the perpetual distribution of a token. */
export const DISTRIBUTION_RULES: readonly RuleAbout<'token'>[] = [
  {
    code: 'distribution-blocks',
    title: 'Tokens are given out too often, in blocks',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionBlockIntervalTooShortError', code: 10272 },
    holds,
    why: `An interval has at least so many blocks: ${limits('blocks')}.`,
    mend: 'Lengthen the interval.',
    wrong: distributed({ $type: 'blockBasedDistribution', interval: 99, function: FIXED }),
    right: distributed({ $type: 'blockBasedDistribution', interval: 100, function: FIXED }),
    check(entry, report) {
      const { type, interval, length, shortest } = distributionOf(entry);
      if (type === 'blockBasedDistribution' && length !== undefined && length < shortest.blocks)
        report(interval, { message: `expected at least ${shortest.blocks} blocks, found ${length}` });
    },
  },
  {
    code: 'distribution-time',
    title: 'Tokens are given out too often, in time',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionTimeIntervalTooShortError', code: 10273 },
    holds,
    why: `An interval has at least so many milliseconds: ${limits('milliseconds')}.`,
    mend: 'Lengthen the interval.',
    wrong: distributed({ $type: 'timeBasedDistribution', interval: 3_599_999, function: FIXED }),
    right: distributed({ $type: 'timeBasedDistribution', interval: 3_600_000, function: FIXED }),
    check(entry, report) {
      const { type, interval, length, shortest } = distributionOf(entry);
      if (type === 'timeBasedDistribution' && length !== undefined && length < shortest.milliseconds)
        report(interval, {
          message: `expected at least ${shortest.milliseconds} milliseconds, found ${length}`,
        });
    },
  },
  {
    code: 'distribution-minutes',
    title: 'The interval is not in whole minutes',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionTimeIntervalNotMinuteAlignedError', code: 10274 },
    holds,
    why: `An interval of time is a multiple of ${MINUTE} milliseconds.`,
    mend: 'Round the interval to minutes.',
    wrong: distributed({ $type: 'timeBasedDistribution', interval: 3_600_001, function: FIXED }),
    right: distributed({ $type: 'timeBasedDistribution', interval: 3_660_000, function: FIXED }),
    check(entry, report) {
      const { type, interval, length, shortest } = distributionOf(entry);
      if (
        type === 'timeBasedDistribution' &&
        length !== undefined &&
        length >= shortest.milliseconds &&
        length % MINUTE !== 0n
      )
        report(interval, { message: `expected a multiple of ${MINUTE} milliseconds, found ${length}` });
    },
  },
  {
    code: 'distribution-random',
    title: 'Tokens are given out at random',
    about: 'token',
    verdict: 'network',
    official: { name: 'UnsupportedFeatureError', code: 10006 },
    holds,
    why: 'The function "random" can be written and is not supported.',
    mend: 'Choose another function.',
    wrong: emitting({ $type: 'random', min: 1, max: 2 }),
    right: emitting(FIXED),
    check: (entry, report) => reportFunction('random', entry, report),
  },
  {
    code: 'distribution-division-by-zero',
    title: 'A function divides by zero',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionFunctionDivideByZeroError', code: 10254 },
    holds,
    why: 'Parameters by which a function divides are not 0.',
    mend: 'Set the parameter to 1 or more.',
    wrong: emitting({ ...LINEAR, d: 0 }),
    right: emitting(LINEAR),
    check: (entry, report) => reportFunction('zero', entry, report),
  },
  {
    code: 'distribution-parameter',
    title: 'A parameter of a function is out of range',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionFunctionInvalidParameterError', code: 10255 },
    holds,
    why: 'Every parameter has bounds; amounts are at most 2^48 - 1.',
    mend: 'Correct the parameter.',
    wrong: emitting({ $type: 'fixedAmount', amount: 0 }),
    right: emitting(FIXED),
    check: (entry, report) => reportFunction('parameter', entry, report),
  },
  {
    code: 'distribution-parameters',
    title: 'Two parameters of a function do not fit together',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionFunctionInvalidParameterTupleError', code: 10256 },
    holds,
    why: 'A minimum is not above the maximum, a decrease is less than the whole, and so on.',
    mend: 'Correct one of the parameters.',
    wrong: emitting({ ...LINEAR, min_value: 5, max_value: 3 }),
    right: emitting({ ...LINEAR, max_value: 5 }),
    check: (entry, report) => reportFunction('pair', entry, report),
  },
  {
    code: 'distribution-incoherent',
    title: 'A function never changes',
    about: 'token',
    verdict: 'network',
    official: { name: 'InvalidTokenDistributionFunctionIncoherenceError', code: 10257 },
    holds,
    why: 'A function that rises does not start at its maximum, and one that falls not at its minimum: it would be a fixed amount.',
    mend: 'Move the bound, or use fixedAmount.',
    wrong: emitting({ ...LINEAR, starting_amount: 10, max_value: 9 }),
    right: emitting({ ...LINEAR, starting_amount: 8, max_value: 9 }),
    check: (entry, report) => reportFunction('incoherent', entry, report),
  },
];
