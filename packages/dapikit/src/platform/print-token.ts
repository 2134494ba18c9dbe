import { printable } from '../program/printable.js';
import { membersOf } from './members.js';
import { dashOf, type DescribeResult } from './print-result.js';

/** Describes a change of a token: whether it is done or a group decides, and the fee. */
export const describeTokenChange =
  (done: string): DescribeResult =>
  (answer) => {
    const { isExecuted, actionId, fee } = membersOf(answer);
    const charged = fee === undefined ? '' : `, fee ${dashOf(fee)} (estimate)`;
    const head = isExecuted === false ? `proposed to the group as action ${text(actionId)}` : done;
    return printable(`${head}${charged}`);
  };

/** Describes the account of an identity. */
export const describeBalance: DescribeResult = (answer, label) => {
  const { identityId, balance, isFrozen } = membersOf(answer);
  return printable(`${label(text(identityId))} has ${text(balance)}${isFrozen === true ? ', frozen' : ''}`);
};

/** Describes a token: its place, its supply, its price. */
export const describeToken: DescribeResult = (answer, label) => {
  const { id, contractId, position, totalSupply, isPaused, price } = membersOf(answer);
  return [
    `token ${text(position)} of ${label(text(contractId))}`,
    `  id      ${text(id)}`,
    `  supply  ${text(totalSupply)}`,
    `  price   ${describePrice(price)}`,
    ...(isPaused === true ? ['  paused'] : []),
  ]
    .map((line) => printable(line))
    .join('\n');
};

function describePrice(schedule: unknown): string {
  const { price, prices } = membersOf(schedule);
  if (price !== undefined) return `${text(price)} credits each`;
  const steps = Object.entries(membersOf(prices)).map(
    ([from, each]) => `from ${from}: ${text(each)} credits each`,
  );
  return steps.length === 0 ? 'not for sale' : steps.join(', ');
}

const text = (value: unknown): string =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? 'none');
