import { capitalize, describeBefore } from '../protocol/protocol-versions.js';
import type { OfficialError } from '../diagnostic/diagnostic.js';
import type { ContractEntry } from '../model/contract-entry.js';
import { decodeUnsigned } from '../model/decoding.js';
import type { DocumentType } from '../model/contract-model.js';
import { parsePosition } from '../model/contract.js';
import { listMembers } from '../model/document-reference.js';
import { readIdentifier } from '../model/identifier.js';
import { getBoolean, getInteger, getMember, getText, type JsonNode } from '../source/json-node.js';
import { conventions, distributed, note, withToken } from './example.js';
import { extendedRule, type Rule } from './rule.js';
import { replaceBy } from './single-reading.js';
import { readEpochs } from './unusable-distribution-rules.js';

const U64 = 2n ** 64n - 1n;
const BURN = 1n;

const token = (members: object) => withToken({ $formatVersion: '1', ...members });
const once = (amount: number) =>
  token({ distributionRules: { $formatVersion: '1', oncePerIdentityDistribution: { amount } } });
const epochs = (interval: number) =>
  distributed({ $type: 'epochBasedDistribution', interval, function: { $type: 'fixedAmount', amount: 5 } });
const paid = (effect: number) => ({
  ...token({ transferable: false, conventions: conventions() }),
  documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amount: 1, effect } } }),
});

/** Reads a member of a token of format "1"; undefined in format "0", which does not have it. */
const flagOf = (node: JsonNode | undefined, name: string): boolean | undefined =>
  getText(getMember(node, '$formatVersion')) === '1' ? getBoolean(getMember(node, name)) : undefined;

const CANNOT_POOL: OfficialError = {
  name: 'NonTransferableTokenShieldedPoolError',
  code: 10279,
  layer: 'basic',
};

/** Lists the rules about tokens of format "1". */
export const EXTENDED_TOKEN_RULES: readonly Rule<'token'>[] = [
  extendedRule({
    code: 'token-pool-untransferable',
    title: 'A token that cannot be transferred has a shielded pool',
    about: 'token',
    official: CANNOT_POOL,
    why: 'Tokens enter and leave a pool by transfers: `"transferable": false` excludes `"hasShieldedPool": true`.',
    fix: 'Remove one of the two.',
    wrong: token({ transferable: false, hasShieldedPool: true }),
    right: token({ transferable: false }),
    check({ node }, report) {
      if (flagOf(node, 'transferable') === false && flagOf(node, 'hasShieldedPool') === true)
        report(getMember(node, 'hasShieldedPool'), {
          message: 'the token cannot be transferred: no pool can hold it',
        });
    },
  }),
  extendedRule({
    code: 'token-identity-amount',
    title: 'An identity can claim nothing',
    about: 'token',
    official: { name: 'InvalidTokenOncePerIdentityDistributionAmountError', code: 10829, layer: 'basic' },
    why: 'The `amount` of `oncePerIdentityDistribution`, which each identity can claim once, is 1 or more.',
    fix: 'Write an amount of 1 or more.',
    wrong: once(0),
    right: once(1),
    check({ node }, report) {
      const distribution = getMember(getMember(node, 'distributionRules'), 'oncePerIdentityDistribution');
      const amount = getMember(distribution, 'amount');
      if (decodeUnsigned(amount, U64, true) === 0n)
        report(amount, { message: 'amount is 0: an identity would claim nothing' });
    },
  }),
  extendedRule({
    code: 'distribution-epochs-none',
    title: 'A distribution is due every 0 epochs',
    about: 'token',
    official: { name: 'InvalidTokenDistributionEpochIntervalTooShortError', code: 10828, layer: 'basic' },
    why: `An interval of 0 epochs has no cycle. (${capitalize(describeBefore('extendedLanguage'))} the token registers, and every claim fails.)`,
    fix: 'Set the interval to 1.',
    wrong: epochs(0),
    right: epochs(1),
    check(entry: ContractEntry, report) {
      const found = readEpochs(entry);
      if (found?.length === 0n)
        report(found.interval, { message: 'the interval is 0 epochs: it is at least 1' });
    },
  }),
];

/** Returns whether a cost is in a token of the own contract that cannot be transferred. */
function isUntransferable(cost: JsonNode, { contract }: DocumentType): boolean {
  const foreign = readIdentifier(getMember(cost, 'contractId'));
  const position = getInteger(getMember(cost, 'tokenPosition'));
  if (foreign !== undefined || position === undefined || !contract.readsTokens) return false;
  const tokens = listMembers(getMember(contract.root, 'tokens'));
  const paid = tokens.find(([key]) => parsePosition(key) === position)?.[1];
  return flagOf(paid, 'transferable') === false;
}

/** Lists the rules about costs in tokens of format "1". */
export const EXTENDED_TOKEN_COST_RULES: readonly Rule<'document-type'>[] = [
  {
    ...extendedRule({
      code: 'token-cost-untransferable',
      title: 'A cost moves a token that cannot be transferred',
      about: 'document-type',
      official: { name: 'NonTransferableTokenPaymentMustBurnError', code: 10280, layer: 'parse' },
      why: 'A cost in a token of the own contract with `"transferable": false` burns it: `"effect": 1`.',
      fix: 'Write "effect": 1.',
      wrong: paid(0),
      right: paid(1),
      check(type, report) {
        for (const [, cost] of listMembers(getMember(type.node, 'tokenCost'))) {
          if (cost.kind !== 'object' || !isUntransferable(cost, type)) continue;
          const effect = getMember(cost, 'effect');
          if ((effect === undefined ? 0n : getInteger(effect)) !== BURN)
            report(effect ?? cost, {
              message: 'the token cannot be transferred: the cost must burn it',
              ...(effect === undefined ? {} : replaceBy(effect, 1)),
            });
        }
      },
    }),
    needs: ['tokenCost'],
  },
];
