import type { Shape } from '../model/decoding.js';
import { findDecodingErrors } from '../model/decoding.js';
import { parsePosition, type Contract } from '../model/contract.js';
import { GROUP_SHAPE, TOKEN_SHAPE } from '../model/token-shape.js';
import { contract, grouped, update, withToken } from './example.js';
import type { Report, Rule } from './rule.js';
import { canonicalText } from '../source/canonical-text.js';
import { getMember, asObject, type JsonNode } from '../source/json-node.js';
import type { ContractUpdate } from '../update/contract-update.js';
import { formatDecoded } from '../update/decoded-text.js';

type Kind = 'groups' | 'tokens';

const UPDATE_REJECTION = { name: 'DataContractUpdateActionNotAllowedError', code: 40004 };
const SHAPES: Readonly<Record<Kind, Shape>> = { groups: GROUP_SHAPE, tokens: TOKEN_SHAPE };

/** Lists the groups or tokens of a contract by position. */
export function listEntries({ root, readsTokens }: Contract, kind: Kind): Map<bigint, JsonNode> {
  const entries = new Map<bigint, JsonNode>();
  if (!readsTokens) return entries;
  for (const [key, node] of asObject(getMember(root, kind))?.members ?? []) {
    const position = parsePosition(key);
    if (position !== undefined) entries.set(position, node);
  }
  return entries;
}

function reportRemoved({ before, after, isWhole }: ContractUpdate, kind: Kind, report: Report): void {
  const node = getMember(after.root, kind);
  if (!isWhole || (node !== undefined && node.kind !== 'object')) return;
  const remaining = listEntries(after, kind);
  for (const position of listEntries(before, kind).keys())
    if (!remaining.has(position))
      report(node, { message: `${kind.slice(0, -1)} ${position} is removed: ${kind} cannot be removed` });
}

function reportChanged({ before, after, isWhole }: ContractUpdate, kind: Kind, report: Report): void {
  if (!isWhole) return;
  const remaining = listEntries(after, kind);
  for (const [position, old] of listEntries(before, kind)) {
    const node = remaining.get(position);
    if (node === undefined || isSame(old, node, SHAPES[kind])) continue;
    report(node, {
      message: `${kind.slice(0, -1)} ${position} differs from the baseline: ${kind} cannot change`,
      isAtName: true,
    });
  }
}

/**
 * Compares two groups or tokens. Another rule reports an update that cannot be decoded; a baseline that cannot be
 * decoded, such as one of an older format, is compared as text.
 */
function isSame(before: JsonNode, after: JsonNode, shape: Shape): boolean {
  if (findDecodingErrors(after, shape).length > 0) return true;
  return findDecodingErrors(before, shape).length > 0
    ? canonicalText(before) === canonicalText(after)
    : formatDecoded(before, shape) === formatDecoded(after, shape);
}

const second = (value: Readonly<Record<string, unknown>>) => ({ ...value, version: 2 });

/** Lists the rules about updates of groups and tokens, in the order in which the platform checks them. */
export const ENTRY_UPDATE_RULES: readonly Rule<'update'>[] = [
  {
    code: 'update-group-removed',
    title: 'A group is removed',
    about: 'update',
    severity: 'network',
    official: UPDATE_REJECTION,
    isActive: ({ tokens }) => tokens,
    why: 'Tokens may depend on the group. An update can add groups, and keeps all existing ones. (`remove group`.)',
    fix: 'Restore the group.',
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
    severity: 'network',
    official: UPDATE_REJECTION,
    isActive: ({ tokens }) => tokens,
    why: 'The members of a group, their powers and the required power are fixed at registration. (`change group at position N is not allowed`.)',
    fix: 'Keep the group of the baseline, or add another one.',
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
    severity: 'network',
    official: UPDATE_REJECTION,
    isActive: ({ tokens }) => tokens,
    why: 'Identities may have the token. An update can add tokens, and keeps all existing ones. (`remove token at position N`.)',
    fix: 'Restore the token.',
    wrong: update(withToken(), contract({ version: 2 })),
    right: update(withToken(), second(withToken())),
    check(subject, report) {
      reportRemoved(subject, 'tokens', report);
    },
  },
  {
    code: 'update-token-changed',
    title: 'The configuration of a token is changed',
    about: 'update',
    severity: 'network',
    official: UPDATE_REJECTION,
    isActive: ({ tokens }) => tokens,
    why: 'A contract update cannot change a registered token. A token config update, which is another transition, changes what the rules of the token allow. The decoded values count: writing a default explicitly is no change. (`update token at position N`.)',
    fix: 'Keep the token of the baseline, and change its configuration by a token config update.',
    wrong: update(withToken(), second(withToken({ baseSupply: 100 }))),
    right: update(withToken(), second(withToken({ baseSupply: 0 }))),
    check(subject, report) {
      reportChanged(subject, 'tokens', report);
    },
  },
];
