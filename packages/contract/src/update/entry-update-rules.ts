import type { Shape } from '../model/decoding.js';
import { decodingFaults } from '../model/decoding.js';
import { positionKey, type Contract } from '../model/contract.js';
import { GROUP_SHAPE, TOKEN_SHAPE } from '../model/token-shape.js';
import { contract, grouped, update, withToken } from '../rules/example.js';
import type { Report, RuleAbout } from '../rules/rule.js';
import { canonicalText } from '../source/canonical-text.js';
import { member, objectOf, type JsonNode } from '../source/json-node.js';
import type { ContractUpdate } from './contract-update.js';
import { decodedText } from './decoded-text.js';

type Kind = 'groups' | 'tokens';

const OFFICIAL_REFUSAL = { name: 'DataContractUpdateActionNotAllowedError', code: 40004 };
const SHAPES: Readonly<Record<Kind, Shape>> = { groups: GROUP_SHAPE, tokens: TOKEN_SHAPE };

/** The groups or tokens of a contract, by position. */
export function entriesOf({ root, tokensRead }: Contract, kind: Kind): Map<bigint, JsonNode> {
  const entries = new Map<bigint, JsonNode>();
  if (!tokensRead) return entries;
  for (const [key, node] of objectOf(member(root, kind))?.members ?? []) {
    const position = positionKey(key);
    if (position !== undefined) entries.set(position, node);
  }
  return entries;
}

function reportRemoved({ before, after, isWhole }: ContractUpdate, kind: Kind, report: Report): void {
  const node = member(after.root, kind);
  if (!isWhole || (node !== undefined && node.kind !== 'object')) return;
  const kept = entriesOf(after, kind);
  for (const position of entriesOf(before, kind).keys())
    if (!kept.has(position))
      report(node, { message: `expected the registered ${kind.slice(0, -1)} ${position}, found none` });
}

function reportChanged({ before, after, isWhole }: ContractUpdate, kind: Kind, report: Report): void {
  if (!isWhole) return;
  const kept = entriesOf(after, kind);
  for (const [position, old] of entriesOf(before, kind)) {
    const node = kept.get(position);
    if (node === undefined || isSame(old, node, SHAPES[kind])) continue;
    report(node, {
      message: `expected ${kind.slice(0, -1)} ${position} as it is registered, found another`,
      atName: true,
    });
  }
}

/**
 * What cannot be decoded in the update is told by another rule; what cannot be decoded on the registered side, such as an
 * older dialect, is compared as it is written.
 */
function isSame(before: JsonNode, after: JsonNode, shape: Shape): boolean {
  if (decodingFaults(after, shape).length > 0) return true;
  return decodingFaults(before, shape).length > 0
    ? canonicalText(before) === canonicalText(after)
    : decodedText(before, shape) === decodedText(after, shape);
}

const second = (value: Readonly<Record<string, unknown>>) => ({ ...value, version: 2 });

/** What an update must keep of groups and tokens, in the order in which the platform looks. */
export const ENTRY_UPDATE_RULES: readonly RuleAbout<'update'>[] = [
  {
    code: 'update-group-removed',
    title: 'A group is removed',
    about: 'update',
    verdict: 'network',
    official: OFFICIAL_REFUSAL,
    holds: ({ tokens }) => tokens,
    why: 'Tokens may depend on the group. An update may add groups, but keeps all that there are. (`remove group`.)',
    mend: 'Put the group back.',
    wrong: update(grouped([1, 1], 2), contract({ version: 2 })),
    right: update(contract(), second(grouped([1, 1], 2))),
    check(subject, report) {
      reportRemoved(subject, 'groups', report);
    },
  },
  {
    code: 'update-group-changed',
    title: 'A group is changed',
    about: 'update',
    verdict: 'network',
    official: OFFICIAL_REFUSAL,
    holds: ({ tokens }) => tokens,
    why: 'The members of a group, their powers and the power that a decision takes are settled when the group is registered. (`change group at position N is not allowed`.)',
    mend: 'Keep the registered group, or add another one.',
    wrong: update(grouped([1, 1], 2), second(grouped([2, 2], 2))),
    right: update(grouped([2, 2], 2), second(grouped([2, 2], 2))),
    check(subject, report) {
      reportChanged(subject, 'groups', report);
    },
  },
  {
    code: 'update-token-removed',
    title: 'A token is removed',
    about: 'update',
    verdict: 'network',
    official: OFFICIAL_REFUSAL,
    holds: ({ tokens }) => tokens,
    why: 'Identities may hold the token. An update may add tokens, but keeps all that there are. (`remove token at position N`.)',
    mend: 'Put the token back.',
    wrong: update(withToken(), contract({ version: 2 })),
    right: update(withToken(), second(withToken())),
    check(subject, report) {
      reportRemoved(subject, 'tokens', report);
    },
  },
  {
    code: 'update-token-changed',
    title: 'The settings of a token are changed',
    about: 'update',
    verdict: 'network',
    official: OFFICIAL_REFUSAL,
    holds: ({ tokens }) => tokens,
    why: 'A contract update cannot change a token that is registered. What its rules allow to be changed is changed by a token config update, which is another transition. What counts is what is decoded: to spell out a default is no change. (`update token at position N`.)',
    mend: 'Keep the registered token, and change its settings by a token config update.',
    wrong: update(withToken(), second(withToken({ baseSupply: 100 }))),
    right: update(withToken(), second(withToken({ baseSupply: 0 }))),
    check(subject, report) {
      reportChanged(subject, 'tokens', report);
    },
  },
];
