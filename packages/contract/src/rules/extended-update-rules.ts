import type { OfficialError } from '../diagnostic/diagnostic.js';
import { readModeration, type Moderation } from '../model/moderation.js';
import { canonicalText } from '../source/canonical-text.js';
import { truncate } from '../source/excerpt.js';
import { getMember } from '../source/json-node.js';
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
