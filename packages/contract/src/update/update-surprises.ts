import { contract, noteOf, TEXT, update, withToken } from '../rules/example.js';
import { listedFields } from '../model/fields.js';
import type { RuleAbout } from '../rules/rule.js';
import { cut } from '../source/json-node.js';
import { entriesOf } from './entry-update-rules.js';

const rated = (maximum: number) => noteOf({ rating: { type: 'integer', minimum: 0, maximum, position: 0 } });

/** What an update may do and what yet surprises, of the contract. */
export const CONTRACT_UPDATE_SURPRISES: readonly RuleAbout<'update'>[] = [
  {
    code: 'update-token-added',
    title: 'A token is added by an update',
    about: 'update',
    verdict: 'warning',
    holds: ({ tokens }) => tokens,
    why: 'Until protocol 13 a token that an update adds is not set up in full: its `baseSupply` is not minted, and nothing is stored for its distribution.',
    mend: 'Give the token a new contract, or none to start with and mint it by hand.',
    wrong: update(contract(), { ...withToken(), version: 2 }),
    right: update(withToken(), { ...withToken(), version: 2 }),
    check({ before, after, isWhole }, report) {
      if (!isWhole) return;
      const registered = entriesOf(before, 'tokens');
      for (const [position, node] of entriesOf(after, 'tokens'))
        if (!registered.has(position))
          report(node, {
            message: `expected token ${position} to be there from the start, found it new: its supply is not minted and it is not distributed`,
            atName: true,
          });
    },
  },
];

/** What an update may do and what yet surprises, of a document type. */
export const TYPE_UPDATE_SURPRISES: readonly RuleAbout<'type-update'>[] = [
  {
    code: 'update-integer-width',
    title: 'An integer is stored in another width',
    about: 'type-update',
    verdict: 'warning',
    holds: ({ sizedIntegers }) => sizedIntegers,
    why: 'The bounds of an integer decide how many bytes it takes and whether it has a sign. The network compares the bounds and not the width, so that it accepts looser ones; but documents are stored without their layout, and those that exist were written in the old width.',
    mend: 'Keep bounds of the same width, or add a property.',
    wrong: update(rated(100), rated(1000)),
    right: update(rated(100), rated(200)),
    check({ before, after, faults }, report) {
      // Beside a bare map of document types the option that decides on widths is not known.
      if ((before.contract.shape === 'documents') !== (after.contract.shape === 'documents')) return;
      const refused = new Set(faults.flatMap(({ place }) => [place, place.parent]));
      for (const { path, node, schema, storage } of listedFields(after.properties)) {
        const old = before.fields.get(path)?.storage;
        if (old !== undefined && storage !== undefined && old !== storage && !refused.has(schema))
          report(node, {
            message: `expected ${cut(path)} to stay a ${old}, as it is registered, found a ${storage}`,
          });
      }
    },
  },
  {
    code: 'update-property-added',
    title: 'A property that is added can never be required',
    about: 'type-update',
    verdict: 'hint',
    why: 'An update can add a property, but not to `required`, now or later: every reader must cope with documents that lack it.',
    mend: 'Nothing, when it may be missing; else add a document type.',
    wrong: update(noteOf({ text: TEXT }), noteOf({ text: TEXT, title: { ...TEXT, position: 1 } })),
    right: update(noteOf({ text: TEXT }), noteOf({ text: TEXT })),
    check({ before, after }, report) {
      for (const property of after.properties)
        if (!before.fields.has(property.path))
          report(property.node, {
            message: `expected "${cut(property.name)}" in the registered type, found it new: it can never be required`,
            atName: true,
          });
    },
  },
];
