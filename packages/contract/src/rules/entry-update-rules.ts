import type { Shape } from '../model/decoding.js';
import { findDecodingErrors } from '../model/decoding.js';
import { parsePosition, type Contract } from '../model/contract.js';
import { COMPARED_TOKEN_SHAPE, FIXED_TOKEN_MEMBERS, GROUP_SHAPE, TOKEN_SHAPE } from '../model/token-shape.js';
import { contract, grouped, update, withToken } from './example.js';
import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { extendedRule, type Report, type Rule } from './rule.js';
import { canonicalText } from '../source/canonical-text.js';
import { getBoolean, getMember, asObject, type JsonNode } from '../source/json-node.js';
import type { ContractUpdate } from '../update/contract-update.js';
import { formatDecoded } from '../update/decoded-text.js';

type Kind = 'groups' | 'tokens';

const UPDATE_REJECTION = { name: 'DataContractUpdateActionNotAllowedError', code: 40004 };
/** Returns the shape by which two groups or tokens are compared. */
const shapeOf = (kind: Kind, { extendedLanguage }: ProtocolRules): Shape => {
  if (kind === 'groups') return GROUP_SHAPE;
  return extendedLanguage ? COMPARED_TOKEN_SHAPE : TOKEN_SHAPE;
};

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

function reportChanged(
  { before, after, isWhole }: ContractUpdate,
  kind: Kind,
  report: Report,
  protocol: ProtocolRules,
): void {
  if (!isWhole) return;
  const remaining = listEntries(after, kind);
  for (const [position, old] of listEntries(before, kind)) {
    const node = remaining.get(position);
    if (node === undefined || isSame(old, node, shapeOf(kind, protocol))) continue;
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
    check(subject, report, protocol) {
      reportChanged(subject, 'groups', report, protocol);
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
    check(subject, report, protocol) {
      reportChanged(subject, 'tokens', report, protocol);
    },
  },
  extendedRule({
    code: 'update-token-fixed',
    title: 'A token becomes transferable, or gets a shielded pool',
    about: 'update',
    official: { name: 'DataContractTokenConfigurationUpdateError', code: 10250, layer: 'update' },
    why: 'Whether a token can be transferred, and whether it has a shielded pool, is fixed at its registration.',
    fix: 'Keep the member of the baseline.',
    wrong: update(
      withToken({ $formatVersion: '1', transferable: false }),
      second(withToken({ $formatVersion: '1' })),
    ),
    right: update(
      withToken({ $formatVersion: '1', transferable: true }),
      second(withToken({ $formatVersion: '1' })),
    ),
    check({ before, after, isWhole }, report) {
      if (!isWhole) return;
      const remaining = listEntries(after, 'tokens');
      for (const [position, old] of listEntries(before, 'tokens')) {
        const token = remaining.get(position);
        for (const [name, preset] of token === undefined ? [] : Object.entries(FIXED_TOKEN_MEMBERS)) {
          const node = getMember(token, name);
          const values = [getBoolean(getMember(old, name)) ?? preset, getBoolean(node) ?? preset];
          if (values[0] !== values[1])
            report(node ?? token, {
              message: `${name} of token ${position} cannot change from ${String(values[0])} to ${String(values[1])}`,
            });
        }
      }
    },
  }),
];
