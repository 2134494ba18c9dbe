import { readIdentifier } from '../model/identifier.js';
import { LIMITS } from '../protocol/limits.js';
import { describeSince } from '../protocol/protocol-versions.js';
import { isFilledIn } from './missing-member.js';
import { contract, note, EXAMPLE_OWNER_ID, update } from './example.js';
import type { Rule } from './rule.js';
import { getInteger, getMember, getPointer, type JsonNode } from '../source/json-node.js';
import { truncate, excerpt } from '../source/excerpt.js';
import { findConfigChanges } from '../update/config-changes.js';
import type { ContractUpdate } from '../update/contract-update.js';

const ANOTHER_ID = '5zcXZpTLWFwZjKjq3ME5KVavtZa9aUaZESVzurndehBA';

/** Reads an identifier of both sides; returns undefined unless both have a well-formed one. */
function identifiers({ before, after }: ContractUpdate, name: string) {
  const [old, updated] = [getMember(before.root, name), getMember(after.root, name)];
  const [oldBytes, newBytes] = [readIdentifier(old), readIdentifier(updated)];
  if (oldBytes === undefined || newBytes === undefined) return undefined;
  return { old, updated, isSame: oldBytes.join() === newBytes.join() };
}

function versionOf(node: JsonNode | undefined): bigint | undefined {
  const version = getInteger(node);
  return version !== undefined && version >= 0n && version <= LIMITS.u32 ? version : undefined;
}

const second = (members: Readonly<Record<string, unknown>> = {}) => contract({ version: 2, ...members });
const withConfig = (members: Readonly<Record<string, unknown>>) => ({
  config: { $formatVersion: '1', ...members },
});

/** Lists the rules about an update of a contract as a whole, in the order in which the platform checks them. */
export const CONTRACT_UPDATE_RULES: readonly Rule<'update'>[] = [
  {
    code: 'update-other-contract',
    title: 'The update has the id of another contract',
    about: 'update',
    severity: 'network',
    official: { name: 'DataContractNotPresentError', code: 10400 },
    why: 'The `id` selects the contract to update and never changes. Checked where both sides have one.',
    fix: 'Use the id of the baseline.',
    wrong: update(contract(), second({ id: ANOTHER_ID })),
    right: update(contract(), second()),
    check(subject, report) {
      const ids = subject.isWhole ? identifiers(subject, 'id') : undefined;
      if (ids?.isSame === false)
        report(ids.updated, {
          message: `id ${excerpt(ids.updated)} differs from the baseline: ${excerpt(ids.old)}`,
        });
    },
  },
  {
    code: 'update-owner',
    title: 'The update has another owner',
    about: 'update',
    severity: 'network',
    official: { name: 'DataContractUpdatePermissionError', code: 40003 },
    why: 'Only the identity that registered a contract can update it, and the owner cannot change. Checked where both sides have one.',
    fix: 'Use the owner of the baseline.',
    wrong: update(contract(), second({ ownerId: ANOTHER_ID })),
    right: update(contract(), second({ ownerId: EXAMPLE_OWNER_ID })),
    check(subject, report) {
      const owners = subject.isWhole ? identifiers(subject, 'ownerId') : undefined;
      if (owners?.isSame === false)
        report(owners.updated, {
          message: `owner ${excerpt(owners.updated)} differs from the baseline: ${excerpt(owners.old)}`,
        });
    },
  },
  {
    code: 'update-version',
    title: 'The version of an update is not the next one',
    about: 'update',
    severity: 'network',
    official: { name: 'InvalidDataContractVersionError', code: 10212 },
    why: 'Each update adds exactly 1 to the version. Checked where both sides have one, and the update has its id: the tool that fills in the id writes the next version, too.',
    fix: 'Set the version to that of the baseline plus 1.',
    wrong: update(contract(), contract()),
    right: update(contract(), second()),
    check({ before, after, isWhole }, report) {
      const node = getMember(after.root, 'version');
      const [old, updated] = [versionOf(getMember(before.root, 'version')), versionOf(node)];
      if (!isWhole || node === undefined || old === undefined || updated === undefined) return;
      if (isFilledIn('id', after)) return;
      if (updated === old + 1n) return;
      report(node, {
        message: `version is ${updated}: it must be ${old + 1n} after ${old}`,
        ...(updated < old
          ? { fix: `Set the version to ${old + 1n}; or are the baseline and the update swapped?` }
          : { patch: [{ op: 'replace', path: getPointer(node), value: Number(old + 1n) }] }),
      });
    },
  },
  {
    code: 'update-readonly',
    title: 'The baseline is read-only',
    about: 'update',
    severity: 'network',
    official: { name: 'DataContractIsReadonlyError', code: 40001 },
    why: 'A contract that was registered with `readonly` can never be updated.',
    fix: 'Register a new contract.',
    wrong: update(contract(withConfig({ readonly: true })), second(withConfig({ readonly: true }))),
    right: update(contract(withConfig({ readonly: false })), second(withConfig({ readonly: false }))),
    check({ before, after, isWhole }, report) {
      if (before.shape === 'documents' || !before.config.readonly) return;
      report(isWhole ? (optionNode(after, 'readonly') ?? after.root) : after.root, {
        message: 'the contract is registered as read-only: it can never be updated',
      });
    },
  },
  {
    code: 'update-config',
    title: 'An option of the contract is changed',
    about: 'update',
    severity: 'network',
    official: { name: 'DataContractConfigUpdateError', code: 40002 },
    why: `An update cannot make a contract read-only, nor change \`keepsHistory\`, \`canBeDeleted\`, the three defaults for documents or the two key requirements; ${describeSince('aggregates')} it cannot turn \`sizedIntegerTypes\` off. The effective value counts: an omitted option has its default.`,
    fix: 'Keep the option of the baseline.',
    wrong: update(contract(), second(withConfig({ keepsHistory: true }))),
    right: update(contract(), second(withConfig({ keepsHistory: false }))),
    check({ before, after, isWhole, rejectedNodes }, report, protocol) {
      const isUnread = after.configNode !== undefined && after.configNode.kind !== 'object';
      if (!isWhole || isUnread) return;
      for (const change of findConfigChanges(before.config, after.config, protocol)) {
        const node = optionNode(after, change.name);
        if (node !== undefined && !rejectedNodes.isClean(node)) continue;
        // A config of an old format has no integer sizes, and another rule rejects its format.
        if (change.name === 'sizedIntegerTypes' && after.config.format < protocol.lowestConfigFormat)
          continue;
        const isFlag = typeof change.before === 'boolean';
        report(node ?? after.configNode ?? after.root, {
          message: `${change.name} cannot change from ${truncate(String(change.before))} to ${truncate(String(change.after))}${node === undefined ? ' (the default)' : ''}`,
          ...(node !== undefined && isFlag
            ? { patch: [{ op: 'replace', path: getPointer(node), value: change.before }] }
            : {}),
        });
      }
    },
  },
  {
    code: 'update-type-removed',
    title: 'A document type is removed',
    about: 'update',
    severity: 'network',
    official: { name: 'DocumentTypeUpdateError', code: 40212 },
    why: 'Documents of the type may exist. An update can add document types, and keeps all existing ones.',
    fix: 'Restore the document type.',
    wrong: update({ ...note(), ...renamed('memo') }, note()),
    right: update(note(), { ...note(), ...renamed('memo') }),
    check({ before, after }, report) {
      const isMissing = after.shape === 'official' && after.documentsNode === undefined;
      const documents = after.documentsNode ?? after.root;
      if (isMissing || documents.kind !== 'object') return;
      for (const { name } of before.documentTypes)
        if (getMember(documents, name) === undefined)
          report(documents, {
            message: `document type "${truncate(name)}" is removed: document types cannot be removed`,
          });
    },
  },
];

function renamed(name: string) {
  return { [name]: note()['note'] };
}

function optionNode(
  { shape, root, configNode }: ContractUpdate['after'],
  name: string,
): JsonNode | undefined {
  return getMember(configNode, name) ?? (shape === 'specification' ? getMember(root, name) : undefined);
}
