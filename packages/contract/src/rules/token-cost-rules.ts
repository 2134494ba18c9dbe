import { byteArray, identifierOf } from '../model/identifier.js';
import { ACTIONS } from '../protocol/keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { cut, excerpt, integerOf, member, objectOf, type JsonNode } from '../source/json-node.js';
import type { DocumentType } from '../model/document-type.js';
import { contract, note, withToken } from './example.js';
import { OFFICIAL, type Report, type RuleAbout } from './rule.js';

const between = (least: bigint, most: bigint) => (node: JsonNode) => {
  const value = integerOf(node);
  return value !== undefined && value >= least && value <= most;
};

const MEMBERS: Readonly<Record<string, { expected: string; fits: (node: JsonNode) => boolean }>> = {
  contractId: {
    expected: 'an array of 32 bytes',
    fits: (node) => node.kind === 'array' && byteArray(node) !== undefined,
  },
  tokenPosition: { expected: 'an integer from 0 to 65535', fits: between(0n, LIMITS.tokenPosition) },
  amount: {
    expected: `an integer from 1 to ${LIMITS.tokenCostAmount}`,
    fits: between(1n, LIMITS.tokenCostAmount),
  },
  effect: { expected: '0 (to the owner of the contract) or 1 (burn)', fits: between(0n, 1n) },
  gasFeesPaidBy: {
    expected: '0 (the document owner), 1 (the contract owner) or 2 (the contract owner if possible)',
    fits: between(0n, 2n),
  },
};
const REQUIRED = ['tokenPosition', 'amount'];

/** The actions of a type that cost tokens, as far as they are objects. */
function costs({ node }: DocumentType): JsonNode[] {
  return ACTIONS.flatMap((action) => objectOf(member(member(node, 'tokenCost'), action)) ?? []);
}

function checkCost(name: string, node: JsonNode, report: Report): void {
  if (node.kind !== 'object') {
    report(node, { message: `expected the cost of ${name} as an object, found ${excerpt(node)}` });
    return;
  }
  for (const [key, value] of node.members) {
    const known = MEMBERS[key];
    if (known === undefined || !Object.hasOwn(MEMBERS, key))
      report(value, {
        message: `expected one of ${Object.keys(MEMBERS).join(', ')}, found "${cut(key)}"`,
        atName: true,
      });
    else if (!known.fits(value))
      report(value, { message: `expected ${key} as ${known.expected}, found ${excerpt(value)}` });
  }
  for (const key of REQUIRED)
    if (!node.members.has(key))
      report(node, { message: `expected ${key} in the cost of ${name}, found none` });
}

const priced = (cost: object) => ({
  ...withToken(),
  documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amount: 1, ...cost } } }),
});
const FOREIGN = Array.from({ length: 32 }, (_, at) => at);

/** What holds for the token costs of a document type. */
export const TOKEN_COST_RULES: readonly RuleAbout<'document-type'>[] = [
  {
    code: 'token-cost-shape',
    title: 'A token cost is malformed',
    about: 'document-type',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: '`tokenCost` has costs for create, replace, delete, transfer, update_price and purchase. A cost has `tokenPosition` and `amount`, and may have `contractId` (32 bytes, not base58), `effect` and `gasFeesPaidBy`.',
    mend: 'Correct the cost.',
    wrong: priced({ amount: 0 }),
    right: priced({}),
    check({ node }, report) {
      const tokenCost = member(node, 'tokenCost');
      if (tokenCost === undefined) return;
      if (tokenCost.kind !== 'object') {
        report(tokenCost, { message: `expected tokenCost as an object, found ${excerpt(tokenCost)}` });
        return;
      }
      for (const [action, cost] of tokenCost.members) {
        if ((ACTIONS as readonly string[]).includes(action)) checkCost(action, cost, report);
        else
          report(cost, {
            message: `expected one of ${ACTIONS.join(', ')}, found "${cut(action)}"`,
            atName: true,
          });
      }
    },
  },
  {
    code: 'token-cost-unknown-token',
    title: 'A cost is in a token that the contract does not have',
    about: 'document-type',
    verdict: 'network',
    official: { name: 'InvalidTokenPositionError', code: 10451 },
    holds: ({ tokens }) => tokens,
    why: 'A cost without `contractId` is in a token of the same contract, which must have one at that position.',
    mend: 'Define the token, or name the contract that has it.',
    wrong: contract({ documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amount: 1 } } }) }),
    right: priced({}),
    check(subject, report) {
      for (const cost of costs(subject)) {
        const position = member(cost, 'tokenPosition');
        const number = integerOf(position);
        if (member(cost, 'contractId') !== undefined || number === undefined) continue;
        if (number < 0n || number > LIMITS.tokenPosition || subject.contract.tokenPositions.has(number))
          continue;
        report(position, {
          message: `expected a token of this contract, found position ${number}, where there is none`,
        });
      }
    },
  },
  {
    code: 'token-cost-own-contract',
    title: 'A cost names its own contract',
    about: 'document-type',
    verdict: 'network',
    official: { name: 'RedundantDocumentPaidForByTokenWithContractId', code: 10275 },
    holds: ({ tokens }) => tokens,
    why: 'A cost in a token of the same contract has no `contractId`.',
    mend: 'Remove the contractId.',
    wrong: {
      ...priced({ contractId: FOREIGN }),
      id: '1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE',
    },
    right: priced({}),
    check(subject, report) {
      const own = identifierOf(member(subject.contract.root, 'id'));
      for (const cost of costs(subject)) {
        const named = member(cost, 'contractId');
        const bytes = byteArray(named);
        if (own === undefined || bytes === undefined || !bytes.every((byte, at) => byte === own[at]))
          continue;
        report(named, { message: 'expected no contractId for a token of this contract, found its own id' });
      }
    },
  },
  {
    code: 'token-cost-foreign-burn',
    title: 'A cost burns a token of another contract',
    about: 'document-type',
    verdict: 'network',
    official: { name: 'TokenPaymentByBurningOnlyAllowedOnInternalTokenError', code: 10261 },
    holds: ({ tokens }) => tokens,
    why: 'Only tokens of the same contract can be burnt as a payment.',
    mend: 'Set effect to 0, or leave it out: the owner of the contract gets the tokens.',
    wrong: priced({ contractId: FOREIGN, effect: 1 }),
    right: priced({ contractId: FOREIGN }),
    check(subject, report) {
      const own = identifierOf(member(subject.contract.root, 'id'));
      for (const cost of costs(subject)) {
        const bytes = byteArray(member(cost, 'contractId'));
        const effect = member(cost, 'effect');
        if (bytes === undefined || integerOf(effect) !== 1n) continue;
        if (own !== undefined && bytes.every((byte, at) => byte === own[at])) continue;
        report(effect, { message: 'expected effect 0 for a token of another contract, found 1 (burn)' });
      }
    },
  },
];
