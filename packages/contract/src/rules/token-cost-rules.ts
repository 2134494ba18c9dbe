import { readBytes32, readIdentifier } from '../model/identifier.js';
import { ACTIONS } from '../protocol/keywords.js';
import { findLaterVersion } from '../protocol/later-keywords.js';
import { LIMITS } from '../protocol/limits.js';
import { getInteger, getMember, asObject, type JsonNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import type { DocumentType } from '../model/contract-model.js';
import {
  capitalize,
  describeCorrection,
  describeLater,
  describeUntil,
} from '../protocol/protocol-versions.js';
import { contract, note, withToken } from './example.js';
import { needMembers, OFFICIAL_ERRORS, type Report, type Rule } from './rule.js';
import { addMember, readAsInteger, replaceBy, type SingleReading } from './single-reading.js';
import { suggestName } from './suggest-name.js';

const between = (min: bigint, max: bigint) => (node: JsonNode) => {
  const value = getInteger(node);
  return value !== undefined && value >= min && value <= max;
};

const MEMBERS: Readonly<Record<string, { expected: string; fits: (node: JsonNode) => boolean }>> = {
  contractId: {
    expected: 'an array of 32 bytes',
    fits: (node) => node.kind === 'array' && readBytes32(node) !== undefined,
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
/** Members that a later protocol version adds. */
const LATER_MEMBERS: typeof MEMBERS = {
  optional: { expected: 'true or false', fits: ({ kind }) => kind === 'boolean' },
};
const REQUIRED = ['tokenPosition', 'amount'];

/** Returns the members of a cost in a protocol version. */
const membersOf = ({ extendedLanguage }: ProtocolRules): typeof MEMBERS =>
  extendedLanguage ? { ...MEMBERS, ...LATER_MEMBERS } : MEMBERS;

/** Lists the costs of a type that are objects. */
function costs({ node }: DocumentType): JsonNode[] {
  const tokenCost = getMember(node, 'tokenCost');
  return tokenCost === undefined
    ? []
    : ACTIONS.flatMap((action) => asObject(getMember(tokenCost, action)) ?? []);
}

/** Suggests the value of a member of a cost: the number of its text, or the bytes of an identifier. */
function fixMember(key: string, value: JsonNode): SingleReading {
  if (key === 'contractId') {
    const bytes = readIdentifier(value);
    return value.kind === 'string' && bytes !== undefined
      ? { ...replaceBy(value, [...bytes]), fix: 'Write the identifier as an array of its 32 bytes.' }
      : {};
  }
  return readAsInteger(value);
}

function reportUnknown(key: string, value: JsonNode, report: Report, protocol: ProtocolRules): void {
  const later = findLaterVersion('token-cost', key, protocol);
  const names = Object.keys(membersOf(protocol));
  report(value, {
    message: `unknown member "${truncate(key)}"`,
    note: later === undefined ? `a cost has ${names.join(', ')}` : describeLater(later),
    isAtName: true,
    ...(later === undefined ? suggestName(key, names) : {}),
  });
}

function checkCost(
  name: string,
  node: JsonNode,
  { contract: { tokenPositions } }: DocumentType,
  report: Report,
  protocol: ProtocolRules,
): void {
  const [position, ...others] = [...tokenPositions];
  if (node.kind !== 'object') {
    const isAmount = between(1n, LIMITS.tokenCostAmount)(node);
    report(node, {
      message: `expected an object for the cost of ${name}, found ${excerpt(node)}`,
      ...(isAmount && position !== undefined && others.length === 0
        ? replaceBy(node, { tokenPosition: Number(position), amount: Number(getInteger(node)) })
        : {}),
    });
    return;
  }
  const members = membersOf(protocol);
  for (const [key, value] of node.members) {
    const known = members[key];
    if (known === undefined || !Object.hasOwn(members, key)) reportUnknown(key, value, report, protocol);
    else if (!known.fits(value))
      report(value, {
        message: `expected ${known.expected} for ${key}, found ${excerpt(value)}`,
        ...fixMember(key, value),
      });
  }
  for (const key of REQUIRED) {
    // Another finding suggests the name.
    const isMeant = [...node.members.keys()].some(
      (found) =>
        !Object.hasOwn(members, found) && suggestName(found, Object.keys(members)).suggestion === key,
    );
    if (node.members.has(key) || isMeant) continue;
    const isOnly = key === 'tokenPosition' && others.length === 0 && !node.members.has('contractId');
    report(node, {
      message: `${key} of the cost of ${name} is missing`,
      ...(isOnly && position !== undefined ? addMember(node, 'tokenPosition', Number(position)) : {}),
    });
  }
}

const priced = (cost: object) => ({
  ...withToken(),
  documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amount: 1, ...cost } } }),
});
const FOREIGN = Array.from({ length: 32 }, (_, at) => at);

/** Lists the rules about the token costs of a document type. */
export const TOKEN_COST_RULES: readonly Rule<'document-type'>[] = needMembers(
  ['tokenCost'],
  [
    {
      code: 'token-cost-shape',
      title: 'A token cost is malformed',
      about: 'document-type',
      severity: 'network',
      official: OFFICIAL_ERRORS.schema,
      why: '`tokenCost` has costs for create, replace, delete, transfer, update_price and purchase. A cost has `tokenPosition` and `amount`, and may have `contractId` (32 bytes, not base58), `effect` and `gasFeesPaidBy`.',
      fix: 'Write {"tokenPosition": …, "amount": …} for the action.',
      wrong: priced({ amount: 0 }),
      right: priced({}),
      check(subject, report, protocol) {
        const tokenCost = getMember(subject.node, 'tokenCost');
        if (tokenCost === undefined) return;
        if (tokenCost.kind !== 'object') {
          report(tokenCost, { message: `expected an object for tokenCost, found ${excerpt(tokenCost)}` });
          return;
        }
        for (const [action, cost] of tokenCost.members) {
          if ((ACTIONS as readonly string[]).includes(action))
            checkCost(action, cost, subject, report, protocol);
          else
            report(cost, {
              message: `unknown action "${truncate(action)}": it must be one of ${ACTIONS.join(', ')}`,
              isAtName: true,
            });
        }
      },
    },
    {
      code: 'token-cost-unknown-token',
      title: 'A cost uses a token that the contract does not have',
      about: 'document-type',
      severity: 'network',
      official: { name: 'InvalidTokenPositionError', code: 10451 },
      isActive: ({ tokens }) => tokens,
      why: 'A cost without `contractId` uses a token of the same contract, which must have one at that position.',
      fix: 'Define the token, or name the contract that has it.',
      wrong: contract({ documentSchemas: note({ tokenCost: { create: { tokenPosition: 0, amount: 1 } } }) }),
      right: priced({}),
      check(subject, report) {
        for (const cost of costs(subject)) {
          const position = getMember(cost, 'tokenPosition');
          const number = getInteger(position);
          if (getMember(cost, 'contractId') !== undefined || number === undefined) continue;
          if (number < 0n || number > LIMITS.tokenPosition || subject.contract.tokenPositions.has(number))
            continue;
          report(position, {
            message: `the contract has no token at position ${number}`,
          });
        }
      },
    },
    {
      code: 'token-cost-gas-ignored',
      title: 'A cost lets the owner of the contract pay the fee',
      about: 'document-type',
      severity: 'warning',
      isActive: ({ tokens, traps }) => tokens && traps.includes('ignoredSponsors'),
      why: `${capitalize(describeUntil('ignoredSponsors'))} the network stores \`gasFeesPaidBy\` and ignores it: who signs pays the fee in credits. From ${describeCorrection('ignoredSponsors')} the owner of the contract pays.`,
      fix: `Remove it, or expect users to pay the fee until the network runs ${describeCorrection('ignoredSponsors')}.`,
      wrong: priced({ gasFeesPaidBy: 1 }),
      right: priced({}),
      check(subject, report) {
        for (const cost of costs(subject)) {
          const payer = getMember(cost, 'gasFeesPaidBy');
          if (payer !== undefined && between(1n, 2n)(payer))
            report(payer, {
              message: `gasFeesPaidBy is ignored ${describeUntil('ignoredSponsors')}: who signs pays the fee`,
            });
        }
      },
    },
    {
      code: 'token-cost-own-contract',
      title: 'A cost names its own contract',
      about: 'document-type',
      severity: 'network',
      official: { name: 'RedundantDocumentPaidForByTokenWithContractId', code: 10275 },
      isActive: ({ tokens }) => tokens,
      why: 'A cost in a token of the same contract has no `contractId`.',
      fix: 'Remove the contractId.',
      wrong: {
        ...priced({ contractId: FOREIGN }),
        id: '1thX6LZfHDZZKUs92febYZhYRcXddmzfzF2NvTkPNE',
      },
      right: priced({}),
      check(subject, report) {
        const found = costs(subject);
        const own = found.length === 0 ? undefined : readIdentifier(getMember(subject.contract.root, 'id'));
        for (const cost of found) {
          const named = getMember(cost, 'contractId');
          const bytes = readBytes32(named);
          if (own === undefined || bytes === undefined || !bytes.every((byte, at) => byte === own[at]))
            continue;
          report(named, { message: 'contractId is the id of this contract: omit it for its own tokens' });
        }
      },
    },
    {
      code: 'token-cost-foreign-burn',
      title: 'A cost burns a token of another contract',
      about: 'document-type',
      severity: 'network',
      official: { name: 'TokenPaymentByBurningOnlyAllowedOnInternalTokenError', code: 10261 },
      isActive: ({ tokens }) => tokens,
      why: 'Only tokens of the same contract can be burnt as payment.',
      fix: 'Set effect to 0, or omit it: the owner of the contract gets the tokens.',
      wrong: priced({ contractId: FOREIGN, effect: 1 }),
      right: priced({ contractId: FOREIGN }),
      check(subject, report) {
        const found = costs(subject);
        const own = found.length === 0 ? undefined : readIdentifier(getMember(subject.contract.root, 'id'));
        for (const cost of found) {
          const bytes = readBytes32(getMember(cost, 'contractId'));
          const effect = getMember(cost, 'effect');
          if (bytes === undefined || getInteger(effect) !== 1n) continue;
          if (own !== undefined && bytes.every((byte, at) => byte === own[at])) continue;
          report(effect, { message: 'effect is 1 (burn): tokens of another contract cannot be burnt' });
        }
      },
    },
  ],
);
