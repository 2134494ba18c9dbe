import { identifierOf } from '../model/identifier.js';
import { LIMITS } from '../protocol/limits.js';
import { contract, note, OWNER, update } from '../rules/example.js';
import type { RuleAbout } from '../rules/rule.js';
import { cut, excerpt, integerOf, member, pointerTo, type JsonNode } from '../source/json-node.js';
import { configChanges } from './config-changes.js';
import type { ContractUpdate } from './contract-update.js';

const ANOTHER_ID = '5zcXZpTLWFwZjKjq3ME5KVavtZa9aUaZESVzurndehBA';

/** A member of both sides, where both have one that is well formed. */
function identifiers({ before, after }: ContractUpdate, name: string) {
  const [old, updated] = [member(before.root, name), member(after.root, name)];
  const [oldBytes, newBytes] = [identifierOf(old), identifierOf(updated)];
  if (oldBytes === undefined || newBytes === undefined) return undefined;
  return { old, updated, isSame: oldBytes.join() === newBytes.join() };
}

function versionOf(node: JsonNode | undefined): bigint | undefined {
  const version = integerOf(node);
  return version !== undefined && version >= 0n && version <= LIMITS.u32 ? version : undefined;
}

const second = (members: Readonly<Record<string, unknown>> = {}) => contract({ version: 2, ...members });
const withConfig = (members: Readonly<Record<string, unknown>>) => ({
  config: { $formatVersion: '1', ...members },
});

/** What an update must keep of a contract as a whole, in the order in which the platform looks. */
export const CONTRACT_UPDATE_RULES: readonly RuleAbout<'update'>[] = [
  {
    code: 'update-other-contract',
    title: 'The update is of another contract',
    about: 'update',
    verdict: 'network',
    official: { name: 'DataContractNotPresentError', code: 10400 },
    why: 'The `id` says which contract is updated. It never changes. Looked at where both sides have one.',
    mend: 'Keep the registered id.',
    wrong: update(contract(), second({ id: ANOTHER_ID })),
    right: update(contract(), second()),
    check(subject, report) {
      const ids = subject.isWhole ? identifiers(subject, 'id') : undefined;
      if (ids?.isSame === false)
        report(ids.updated, {
          message: `expected the registered id ${excerpt(ids.old)}, found ${excerpt(ids.updated)}`,
        });
    },
  },
  {
    code: 'update-owner',
    title: 'The update has another owner',
    about: 'update',
    verdict: 'network',
    official: { name: 'DataContractUpdatePermissionError', code: 40003 },
    why: 'Only the identity that registered a contract may update it, and the owner cannot be changed. Looked at where both sides have one.',
    mend: 'Keep the registered owner.',
    wrong: update(contract(), second({ ownerId: ANOTHER_ID })),
    right: update(contract(), second({ ownerId: OWNER })),
    check(subject, report) {
      const owners = subject.isWhole ? identifiers(subject, 'ownerId') : undefined;
      if (owners?.isSame === false)
        report(owners.updated, {
          message: `expected the registered owner ${excerpt(owners.old)}, found ${excerpt(owners.updated)}`,
        });
    },
  },
  {
    code: 'update-version',
    title: 'The version of an update is not the next one',
    about: 'update',
    verdict: 'network',
    official: { name: 'InvalidDataContractVersionError', code: 10212 },
    why: 'Each update adds exactly 1 to the version. Looked at where both sides have one.',
    mend: 'Set the version to the registered one plus 1.',
    wrong: update(contract(), contract()),
    right: update(contract(), second()),
    check({ before, after, isWhole }, report) {
      const node = member(after.root, 'version');
      const [old, updated] = [versionOf(member(before.root, 'version')), versionOf(node)];
      if (!isWhole || node === undefined || old === undefined || updated === undefined) return;
      if (updated === old + 1n) return;
      report(node, {
        message: `expected version ${old + 1n} after ${old}, found ${updated}`,
        ...(updated < old
          ? { mend: `Set the version to ${old + 1n}; or are the registered contract and its update swapped?` }
          : { patch: [{ op: 'replace', path: pointerTo(node), value: Number(old + 1n) }] }),
      });
    },
  },
  {
    code: 'update-readonly',
    title: 'The registered contract is read-only',
    about: 'update',
    verdict: 'network',
    official: { name: 'DataContractIsReadonlyError', code: 40001 },
    why: 'A contract that was registered with `readonly` can never be updated.',
    mend: 'Register a new contract.',
    wrong: update(contract(withConfig({ readonly: true })), second(withConfig({ readonly: true }))),
    right: update(contract(withConfig({ readonly: false })), second(withConfig({ readonly: false }))),
    check({ before, after, isWhole }, report) {
      if (before.shape === 'documents' || !before.config.readonly) return;
      report(isWhole ? (optionNode(after, 'readonly') ?? after.root) : after.root, {
        message: 'expected a contract that can be updated, found one that is registered as read-only',
      });
    },
  },
  {
    code: 'update-config',
    title: 'An option of the contract is changed',
    about: 'update',
    verdict: 'network',
    official: { name: 'DataContractConfigUpdateError', code: 40002 },
    why: 'An update may not make a contract read-only, nor change `keepsHistory`, `canBeDeleted`, the three defaults for documents or the two key requirements; from protocol 12 it may not turn `sizedIntegerTypes` off. What counts is the value in effect: an option that is left out has its default.',
    mend: 'Keep the registered option.',
    wrong: update(contract(), second(withConfig({ keepsHistory: true }))),
    right: update(contract(), second(withConfig({ keepsHistory: false }))),
    check({ before, after, isWhole, soundness }, report, protocol) {
      const isUnread = after.configNode !== undefined && after.configNode.kind !== 'object';
      if (!isWhole || isUnread) return;
      for (const change of configChanges(before.config, after.config, protocol)) {
        const node = optionNode(after, change.name);
        if (node !== undefined && !soundness.isSound(node)) continue;
        // A config of an old format has no sizes, and is refused for its format.
        if (change.name === 'sizedIntegerTypes' && after.config.format < protocol.lowestConfigFormat)
          continue;
        const isFlag = typeof change.before === 'boolean';
        report(node ?? after.configNode ?? after.root, {
          message: `expected ${change.name} as it is registered, ${cut(String(change.before))}, found ${cut(String(change.after))}${node === undefined ? ' by default' : ''}`,
          ...(node !== undefined && isFlag
            ? { patch: [{ op: 'replace', path: pointerTo(node), value: change.before }] }
            : {}),
        });
      }
    },
  },
  {
    code: 'update-type-removed',
    title: 'A document type is removed',
    about: 'update',
    verdict: 'network',
    official: { name: 'DocumentTypeUpdateError', code: 40212 },
    why: 'Documents of the type may exist. An update may add document types, but keeps all that there are.',
    mend: 'Put the document type back.',
    wrong: update({ ...note(), ...renamed('memo') }, note()),
    right: update(note(), { ...note(), ...renamed('memo') }),
    check({ before, after }, report) {
      const isMissing = after.shape === 'official' && after.documentsNode === undefined;
      const documents = after.documentsNode ?? after.root;
      if (isMissing || documents.kind !== 'object') return;
      for (const { name } of before.documentTypes)
        if (member(documents, name) === undefined)
          report(documents, { message: `expected the registered document type "${cut(name)}", found none` });
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
  return member(configNode, name) ?? (shape === 'specification' ? member(root, name) : undefined);
}
