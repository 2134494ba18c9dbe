import type { OfficialError } from '../diagnostic/diagnostic.js';
import { readModeration, type Moderation } from '../model/moderation.js';
import { canonicalText } from '../source/canonical-text.js';
import { truncate } from '../source/excerpt.js';
import { getInteger, getMember } from '../source/json-node.js';
import { contract, note, noteOf, TEXT_PROPERTY, update } from './example.js';
import { moderated } from './moderation-config-rules.js';
import { EXTENDED_ERRORS, extendedRule, type Rule } from './rule.js';

const REQUIRED: OfficialError = {
  name: 'DataContractInvalidRequiredFieldsUpdateError',
  code: 10276,
  layer: 'update',
};
const CONFIG: OfficialError = { name: 'DataContractConfigUpdateError', code: 40002, layer: 'update' };

const fixed = (immutable: readonly unknown[]) => note({ documentsMutable: true, immutable });
const second = (value: object) => ({ ...value, version: 2 });
const withTitle = (members: object, required: readonly string[]) =>
  contract({
    documentSchemas: note({
      properties: { text: TEXT_PROPERTY, title: { ...TEXT_PROPERTY, position: 1, ...members } },
      required,
    }),
  });
const scores = (maximum: number) =>
  noteOf({
    scores: { type: 'array', items: { type: 'integer', minimum: 0, maximum }, maxItems: 4, position: 0 },
  });

const SMALL = {
  ...TEXT_PROPERTY,
  position: 1,
  generatedFrom: { function: 'sys.stringTransformations.lowercase', params: ['text'] },
};
const withLetter = (requiredSince: number) =>
  contract({
    documentSchemas: {
      ...note(),
      letter: Object(
        note({ properties: { text: { ...TEXT_PROPERTY, requiredSince } }, required: ['text'] })['note'],
      ),
    },
  });

/** Lists the rules about updates of document types in the extended language. */
export const EXTENDED_TYPE_UPDATE_RULES: readonly Rule<'type-update'>[] = [
  extendedRule({
    code: 'update-immutable',
    title: 'An immutable property becomes mutable',
    about: 'type-update',
    official: EXTENDED_ERRORS.option,
    why: '`immutable` may gain entries, and an entry may lose its condition. No entry is dropped, gets a condition, or another one: readers rely on what is fixed. The order is free.',
    fix: 'Keep the entry of the baseline.',
    wrong: update(fixed(['text']), fixed([])),
    right: update(fixed([]), fixed(['text'])),
    check({ extended }, report) {
      for (const { name, node, message } of extended?.thawed ?? [])
        report(node, { message: `"${truncate(name)}" cannot become mutable: ${message}` });
    },
  }),
  extendedRule({
    code: 'update-required-since',
    title: 'The required properties change without requiredSince',
    about: 'type-update',
    official: REQUIRED,
    why: 'An update may add a property that is required since its version: `requiredSince` is the new version of the contract. A property that exists can neither become required nor stop being so.',
    fix: 'Keep the list of the baseline, or give a new property "requiredSince" with the new version.',
    wrong: update(withTitle({}, ['text']), second(withTitle({}, ['text', 'title']))),
    right: update(contract(), second(withTitle({ requiredSince: 2 }, ['title']))),
    check({ extended }, report) {
      for (const { name, node, message } of extended?.required ?? [])
        report(node, { message: `"${truncate(name)}" is required otherwise than before: ${message}` });
    },
  }),
  extendedRule({
    code: 'update-generated-from',
    title: 'A new property is generated from one that documents have already',
    about: 'type-update',
    official: EXTENDED_ERRORS.option,
    why: 'Registered documents have the value of the parameter, and no generated value: a replace would be rejected until it is filled in. An update may add a generated property together with its parameter.',
    fix: 'Remove generatedFrom, or add a parameter as well.',
    wrong: update(noteOf({ text: TEXT_PROPERTY }), noteOf({ text: TEXT_PROPERTY, small: SMALL })),
    right: update(
      noteOf({ label: TEXT_PROPERTY }),
      noteOf({ label: TEXT_PROPERTY, text: { ...TEXT_PROPERTY, position: 2 }, small: SMALL }),
    ),
    check({ extended }, report) {
      for (const { name, node, message } of extended?.generated ?? [])
        report(node, { message: `"${truncate(name)}" cannot be added: ${message}` });
    },
  }),
  extendedRule({
    code: 'update-stored-width',
    title: 'A stored value becomes of another width or kind',
    about: 'type-update',
    official: EXTENDED_ERRORS.option,
    why: 'Stored documents are read by the new schema: an integer, also as an element of a list, keeps the width that its bounds give it, and the elements of a list keep their kind.',
    fix: 'Keep the bounds of the baseline, or add a property.',
    wrong: update(scores(100), scores(300)),
    right: update(scores(100), scores(200)),
    check({ extended }, report) {
      for (const { name, node, message } of extended?.stored ?? [])
        report(node, { message: `"${truncate(name)}" cannot change: ${message}` });
    },
  }),
];

/** Says how a moderation changes in a way that no update can; undefined if it does not. */
function explainChange(before: Moderation | undefined, after: Moderation | undefined): string | undefined {
  if (before === undefined)
    return after === undefined ? undefined : 'it cannot be added to a registered contract';
  if (after === undefined) return 'it cannot be removed';
  if (before.lists.join() !== after.lists.join())
    return `the lists that the contract keeps cannot change from ${before.lists.join(', ') || 'none'} to ${after.lists.join(', ') || 'none'}`;
  if (before.kind !== 'elected' && after.kind !== 'elected') return undefined;
  if (before.kind !== after.kind) return 'an election can be neither declared nor left';
  const [old, updated] = [before, after].map(({ moderators }) =>
    moderators === undefined ? '' : canonicalText(moderators),
  );
  return old === updated ? undefined : 'an election cannot change';
}

/** Lists the rules about updates of contracts in the extended language. */
export const EXTENDED_CONTRACT_UPDATE_RULES: readonly Rule<'update'>[] = [
  extendedRule({
    code: 'update-added-required-since',
    title: 'A property of an added document type is required since another version',
    about: 'update',
    official: REQUIRED,
    why: 'A document type that an update adds has no documents of earlier versions: its marks of `requiredSince` are the new version of the contract.',
    fix: 'Write the new version, or remove requiredSince.',
    wrong: update(contract(), second(withLetter(1))),
    right: update(contract(), second(withLetter(2))),
    check({ before, after, isWhole }, report) {
      const version = getInteger(getMember(after.root, 'version'));
      if (!isWhole || version === undefined) return;
      const known = new Set(before.documentTypes.map(({ name }) => name));
      for (const { name, properties } of after.documentTypes) {
        if (known.has(name)) continue;
        for (const { node } of properties) {
          const since = getMember(node, 'requiredSince');
          const value = getInteger(since);
          if (value !== undefined && value < version)
            report(since, {
              message: `requiredSince ${value} is before version ${version}, which adds "${truncate(name)}"`,
            });
        }
      }
    },
  }),
  extendedRule({
    code: 'update-moderation',
    title: 'The moderation of a contract changes',
    about: 'update',
    official: CONFIG,
    why: 'The lists that a contract keeps are fixed, and a moderation cannot be added later. The owner may appoint other moderators; an elected team is neither declared, changed nor left.',
    fix: 'Keep the moderation of the baseline.',
    wrong: update(moderated({}), second(moderated({ warnings: true }))),
    right: update(moderated({}), second(moderated({ warnings: false }))),
    check({ before, after, isWhole }, report) {
      if (!isWhole) return;
      const problem = explainChange(readModeration(before), readModeration(after));
      const node = getMember(after.configNode, 'moderation') ?? after.configNode ?? after.root;
      if (problem !== undefined) report(node, { message: `the moderation cannot change: ${problem}` });
    },
  }),
];
