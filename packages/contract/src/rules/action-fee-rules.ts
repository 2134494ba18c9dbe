import type { OfficialError } from '../diagnostic/diagnostic.js';
import { listMembers } from '../model/document-reference.js';
import { readModeration } from '../model/moderation.js';
import { ACTIONS } from '../protocol/keywords.js';
import { getInteger, getMember } from '../source/json-node.js';
import { contract, note } from './example.js';
import { extendedRule, needMembers, type Rule } from './rule.js';

const MAX_CREDITS = 2n ** 63n - 1n;
const WITHOUT_MODERATION: OfficialError = {
  name: 'DocumentActionFeesWithoutModerationError',
  code: 10902,
  layer: 'basic',
};
const priced = (actionFees: object) => contract({ documentSchemas: note({ actionFees }) });
const NAMES: readonly string[] = ACTIONS;

/** Lists the rules about fees of actions with documents. */
export const ACTION_FEE_RULES: readonly Rule<'document-type'>[] = needMembers(
  ['actionFees'],
  [
    extendedRule({
      code: 'action-fee-amount',
      title: 'A fee of an action is nothing, or too much',
      about: 'document-type',
      why: '`actionFees` prices at least one action, each above 0, and the parts of the owner and of the moderators are at most 2^63 - 1 credits together.',
      fix: 'Write the credits of the owner, the moderators or both.',
      wrong: priced({ create: { owner: 0 } }),
      right: priced({ create: { owner: 1 } }),
      check({ node }, report) {
        const fees = getMember(node, 'actionFees');
        if (fees?.kind !== 'object') return;
        const actions = listMembers(fees).filter(([name]) => NAMES.includes(name));
        if (actions.length === 0) report(fees, { message: 'no action has a fee', isAtName: true });
        for (const [name, fee] of actions) {
          const parts = ['owner', 'moderators'].map((part) => getMember(fee, part));
          const amounts = parts.map((part) => (part === undefined ? 0n : getInteger(part)));
          if (fee.kind !== 'object' || fee.members.size === 0) continue;
          // Another rule reports an amount that is none.
          if (amounts.some((amount) => amount === undefined || amount < 0n)) continue;
          const sum = amounts.reduce<bigint>((total, amount) => total + (amount ?? 0n), 0n);
          if (sum === 0n) report(fee, { message: `the fee of ${name} is 0: remove it` });
          if (sum > MAX_CREDITS)
            report(fee, {
              message: `the fee of ${name} is ${sum} credits: at most ${MAX_CREDITS} are allowed`,
            });
        }
      },
    }),
    extendedRule({
      code: 'action-fee-moderators',
      title: 'Moderators get a fee in a contract without moderation',
      about: 'document-type',
      official: WITHOUT_MODERATION,
      why: 'A part of the moderators above 0 needs the `moderation` of the contract, in a config of format "2".',
      fix: 'Add "moderation" to the config, or give the part to the owner.',
      wrong: priced({ create: { moderators: 1 } }),
      right: priced({ create: { owner: 1, moderators: 0 } }),
      check({ node, contract: frame }, report) {
        if (frame.shape === 'documents' || readModeration(frame) !== undefined) return;
        for (const [, fee] of listMembers(getMember(node, 'actionFees'))) {
          const part = getMember(fee, 'moderators');
          if ((getInteger(part) ?? 0n) > 0n)
            report(part, { message: 'the contract has no moderation: nobody would get this part' });
        }
      },
    }),
  ],
);
