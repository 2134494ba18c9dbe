import type { ContractEntry } from '../model/contract-entry.js';
import { decodeUnsigned, decodeVariant } from '../model/decoding.js';
import { DISTRIBUTION_FUNCTION_SHAPE, DISTRIBUTION_TYPE_SHAPE } from '../model/token-shape.js';
import type { NetworkTrap } from '../protocol/network-defects.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { describeCorrection, capitalize, describeUntil } from '../protocol/protocol-versions.js';
import { asObject, getMember, getText, type JsonNode } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';
import { distributed, EXAMPLE_OWNER_ID, withToken } from './example.js';
import type { Rule } from './rule.js';

const isActive = ({ tokens }: ProtocolRules): boolean => tokens;

const isTrapped =
  (trap: NetworkTrap) =>
  ({ tokens, traps }: ProtocolRules): boolean =>
    tokens && traps.includes(trap);

const MAX_RELEASE = 2n ** 63n - 1n;
const OVER_LIMIT = { name: 'PreProgrammedDistributionAmountOverLimitError', code: 10277 } as const;
const U16 = 0xffffn;
const U64 = 2n ** 64n - 1n;
const FIXED = { $type: 'fixedAmount', amount: 5 };
const LINEAR = { $type: 'linear', a: 1, d: 1, starting_amount: 1, max_value: 100 };

const blocks = (recipient: string) =>
  distributed({ $type: 'blockBasedDistribution', interval: 100, function: FIXED }, recipient);

const epochs = (interval: number, amount: object, recipient = 'contractOwner') =>
  distributed({ $type: 'epochBasedDistribution', interval, function: amount }, recipient);

/** Reads a perpetual distribution; undefined where a token has none. */
function readPerpetual({ node }: ContractEntry) {
  const perpetual = getMember(getMember(node, 'distributionRules'), 'perpetualDistribution');
  const distribution = asObject(getMember(perpetual, 'distributionType'));
  const type = decodeVariant(distribution, DISTRIBUTION_TYPE_SHAPE);
  if (distribution === undefined || type === undefined) return undefined;
  return {
    distribution,
    type,
    recipient: getText(getMember(getMember(perpetual, 'distributionRecipient'), '$type')),
  };
}

/** Reads a perpetual distribution by epochs; undefined for another one. */
export function readEpochs(entry: ContractEntry) {
  const found = readPerpetual(entry);
  const interval = getMember(found?.distribution, 'interval');
  const length = decodeUnsigned(interval, U16, false);
  if (found?.type !== 'epochBasedDistribution' || length === undefined) return undefined;
  const { distribution, recipient } = found;
  return {
    interval,
    length,
    isFixed:
      decodeVariant(getMember(distribution, 'function'), DISTRIBUTION_FUNCTION_SHAPE) === 'fixedAmount',
    recipient,
  };
}

/** Lists the releases of a pre-programmed distribution with the sum of their amounts. */
function listReleases({ node }: ContractEntry): { readonly node: JsonNode; readonly sum: bigint }[] {
  const planned = getMember(getMember(node, 'distributionRules'), 'preProgrammedDistribution');
  const releases = asObject(getMember(planned, 'distributions'))?.members.values() ?? [];
  return Array.from(releases, (release) => ({
    node: release,
    sum: [...(asObject(release)?.members.values() ?? [])].reduce(
      (sum, amount) => sum + (decodeUnsigned(amount, U64, true) ?? 0n),
      0n,
    ),
  }));
}

const released = (amount: string) =>
  withToken({
    distributionRules: {
      $formatVersion: '0',
      preProgrammedDistribution: {
        $formatVersion: '0',
        distributions: { '1900000000000': { [EXAMPLE_OWNER_ID]: amount } },
      },
    },
  });

/** Lists the rules about distributions that register, and of which nothing can be claimed. */
export const UNUSABLE_DISTRIBUTION_RULES: readonly Rule<'token'>[] = [
  {
    code: 'distribution-epoch-zero',
    title: 'A distribution has an interval of 0 epochs',
    about: 'token',
    severity: 'unusable',
    isActive: isTrapped('zeroEpochs'),
    why: `The network registers the token and fails at every claim, ${describeUntil('zeroEpochs')}: no cycle can be computed. ${capitalize(describeCorrection('zeroEpochs'))} rejects the contract (InvalidTokenDistributionEpochIntervalTooShortError, 10828).`,
    fix: 'Set the interval to 1.',
    wrong: epochs(0, FIXED),
    right: epochs(1, FIXED),
    check(entry, report) {
      const found = readEpochs(entry);
      if (found?.length === 0n)
        report(found.interval, {
          message: 'the interval is 0 epochs: the network accepts the token and fails at every claim',
        });
    },
  },
  {
    code: 'distribution-epoch-overflow',
    title: 'A fixed amount is distributed every two epochs or more',
    about: 'token',
    severity: 'unusable',
    isActive: ({ tokens, defects }) => tokens && defects.includes('wrapsEpochs'),
    why: `${capitalize(describeUntil('wrapsEpochs'))} the network computes the last epoch of a claim in 16 bits. For a fixed amount it overflows with an interval of 3 or more and a token that is registered after epoch 0, or with an interval of 2 and a token that is registered after epoch 1: every claim is rejected with InvalidTokenClaimNoCurrentRewards (40716).`,
    fix: 'Set the interval to 1 and lower the amount accordingly, or distribute by blocks or by time.',
    wrong: epochs(2, FIXED),
    right: epochs(1, FIXED),
    check(entry, report) {
      const found = readEpochs(entry);
      if (found?.isFixed === true && found.length >= 2n)
        report(found.interval, {
          message: `the interval is ${found.length} epochs, and the amount is fixed: the network accepts the token and rejects every claim`,
        });
    },
  },
  {
    code: 'distribution-epoch-evonodes',
    title: 'Evonodes get a changing amount every two epochs or more',
    about: 'token',
    severity: 'unusable',
    isActive: isTrapped('misreadEvonodeEpochs'),
    why: `${capitalize(describeUntil('misreadEvonodeEpochs'))} the network reads the participation of evonodes in the wrong epochs where an interval has more than one epoch, and fails at every claim of an amount that is not fixed.`,
    fix: 'Set the interval to 1, or choose another recipient.',
    wrong: epochs(2, LINEAR, 'evonodesByParticipation'),
    right: epochs(1, LINEAR, 'evonodesByParticipation'),
    check(entry, report) {
      const found = readEpochs(entry);
      if (found?.isFixed === false && found.length >= 2n && found.recipient === 'evonodesByParticipation')
        report(found.interval, {
          message: `the interval is ${found.length} epochs, and evonodes get a changing amount: the network accepts the token and fails at every claim`,
        });
    },
  },
  {
    code: 'distribution-evonodes-no-epochs',
    title: 'Evonodes get tokens by blocks or by time',
    about: 'token',
    severity: 'unusable',
    isActive,
    why: 'Evonodes take part in epochs: the network registers the token, also with an update of the contract, and fails at every claim. The claim never gets into a block. A configuration update of the token cannot set another distribution (10006).',
    fix: 'Distribute by epochs (`epochBasedDistribution`), or choose another recipient.',
    wrong: blocks('evonodesByParticipation'),
    right: blocks('contractOwner'),
    check(entry, report) {
      const found = readPerpetual(entry);
      if (found === undefined || found.type === 'epochBasedDistribution') return;
      if (found.recipient === 'evonodesByParticipation')
        report(found.distribution, {
          message:
            'evonodes take part in epochs, and the distribution counts something else: the network accepts the token and fails at every claim',
        });
    },
  },
  {
    code: 'distribution-release-overflow',
    title: 'The amounts of one release are too large in sum',
    about: 'token',
    severity: 'network',
    isActive,
    why: `The network stores a release as a sum of at most 2^63 - 1. ${capitalize(describeUntil('unboundedReleases'))} a registration that exceeds it never gets into a block: nothing is paid, and the client waits in vain. ${capitalize(describeCorrection('unboundedReleases'))} rejects it (PreProgrammedDistributionAmountOverLimitError, 10277).`,
    fix: 'Lower the amounts of the release.',
    wrong: released('9223372036854775808'),
    right: released('9223372036854775807'),
    check(entry, report, { traps }) {
      const isNamed = !traps.includes('unboundedReleases');
      for (const { node, sum } of listReleases(entry))
        if (sum > MAX_RELEASE)
          report(node, {
            ...(isNamed ? { official: OVER_LIMIT } : {}),
            message: `release ${truncate(String(node.key))} gives out ${sum} in sum: the maximum is ${MAX_RELEASE}`,
          });
    },
  },
];
