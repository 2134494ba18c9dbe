import { contract, noteOf, TEXT_PROPERTY, update, withToken } from './example.js';
import type { Rule } from './rule.js';
import { truncate } from '../source/excerpt.js';
import { listEntries } from './entry-update-rules.js';

const rated = (maximum: number) => noteOf({ rating: { type: 'integer', minimum: 0, maximum, position: 0 } });

/** Lists the lints of updates of a contract: accepted and risky. */
export const CONTRACT_UPDATE_LINT_RULES: readonly Rule<'update'>[] = [
  {
    code: 'update-token-added',
    title: 'A token is added by an update',
    about: 'update',
    severity: 'warning',
    isActive: ({ tokens }) => tokens,
    why: 'Until protocol 13 an update does not set up a new token fully: its `baseSupply` is not minted, and its distribution is not stored.',
    fix: 'Register a new contract for the token, or set baseSupply to 0 and mint it manually.',
    wrong: update(contract(), { ...withToken(), version: 2 }),
    right: update(withToken(), { ...withToken(), version: 2 }),
    check({ before, after, isWhole }, report) {
      if (!isWhole) return;
      const registered = listEntries(before, 'tokens');
      for (const [position, node] of listEntries(after, 'tokens'))
        if (!registered.has(position))
          report(node, {
            message: `token ${position} is new: its supply is not minted and its distribution does not run`,
            isAtName: true,
          });
    },
  },
];

/** Lists the lints of updates of a document type: accepted and risky. */
export const TYPE_UPDATE_LINT_RULES: readonly Rule<'type-update'>[] = [
  {
    code: 'update-integer-width',
    title: 'The stored width of an integer changes',
    about: 'type-update',
    severity: 'warning',
    isActive: ({ sizedIntegers }) => sizedIntegers,
    why: 'The bounds of an integer decide how many bytes it takes and whether it is signed. The network compares the bounds, not the width, and accepts looser ones; but stored documents have no layout of their own, and existing ones were written in the old width.',
    fix: 'Keep bounds of the same width, or add a property.',
    wrong: update(rated(100), rated(1000)),
    right: update(rated(100), rated(200)),
    check({ before, after, conflicts }, report) {
      // A bare map of document types does not have the option that decides on widths.
      if ((before.contract.shape === 'documents') !== (after.contract.shape === 'documents')) return;
      const rejected = new Set(conflicts.flatMap(({ place }) => [place, place.parent]));
      for (const { path, node, schema, storage } of after.fields.values()) {
        const old = before.fields.get(path)?.storage;
        if (old !== undefined && storage !== undefined && old !== storage && !rejected.has(schema))
          report(node, {
            message: `${truncate(path)} changes from ${old} to ${storage}: existing documents cannot be read`,
          });
      }
    },
  },
  {
    code: 'update-property-added',
    title: 'A new property can never be required',
    about: 'type-update',
    severity: 'hint',
    why: 'An update can add a property, but never to `required`: every reader must handle documents without it.',
    fix: 'No action needed if the property is optional; otherwise add a new document type.',
    wrong: update(
      noteOf({ text: TEXT_PROPERTY }),
      noteOf({ text: TEXT_PROPERTY, title: { ...TEXT_PROPERTY, position: 1 } }),
    ),
    right: update(noteOf({ text: TEXT_PROPERTY }), noteOf({ text: TEXT_PROPERTY })),
    check({ before, after }, report) {
      for (const property of after.properties)
        if (!before.fields.has(property.path))
          report(property.node, {
            message: `new property "${truncate(property.name)}" can never become required`,
            isAtName: true,
          });
    },
  },
];
