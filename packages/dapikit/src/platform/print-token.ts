import { printable } from '../program/printable.js';
import { membersOf } from './members.js';
import { dashOf, type DescribeResult } from './print-result.js';
import { word } from './word.js';

/** Describes a change of a token: whether it is done or a group decides, and the fee. */
export const describeTokenChange =
  (done: string): DescribeResult =>
  (answer) => {
    const { isExecuted, actionId, fee } = membersOf(answer);
    const charged = fee === undefined ? '' : `, fee ${dashOf(fee)} (estimate)`;
    const head = isExecuted === false ? `proposed to the group as action ${word(actionId)}` : done;
    return printable(`${head}${charged}`);
  };

/** Describes the account of an identity. */
export const describeBalance: DescribeResult = (answer, label) => {
  const { identityId, balance, isFrozen } = membersOf(answer);
  return printable(`${label(word(identityId))} has ${word(balance)}${isFrozen === true ? ', frozen' : ''}`);
};

/** Describes a token: its place, its supply, its price. */
export const describeToken: DescribeResult = (answer, label) => {
  const { id, contractId, position, totalSupply, isPaused, price } = membersOf(answer);
  return [
    `token ${word(position)} of ${label(word(contractId))}`,
    `  id      ${word(id)}`,
    `  supply  ${word(totalSupply)}`,
    `  price   ${describePrice(price)}`,
    ...(isPaused === true ? ['  paused'] : []),
  ]
    .map((line) => printable(line))
    .join('\n');
};

function describePrice(schedule: unknown): string {
  const { price, prices } = membersOf(schedule);
  if (price !== undefined) return `${word(price)} credits each`;
  const steps = Object.entries(membersOf(prices)).map(
    ([from, each]) => `from ${from}: ${word(each)} credits each`,
  );
  return steps.length === 0 ? 'not for sale' : steps.join(', ');
}
