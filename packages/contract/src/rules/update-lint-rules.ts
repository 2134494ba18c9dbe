import { capitalize, describeUntil, describeCorrection } from '../protocol/protocol-versions.js';
import { contract, distributed, noteOf, TEXT_PROPERTY, update, withToken } from './example.js';
import type { Rule } from './rule.js';
import { truncate } from '../source/excerpt.js';
import { getMember, type JsonNode } from '../source/json-node.js';
import type { ContractUpdate } from '../update/contract-update.js';
import { listEntries } from './entry-update-rules.js';

const rated = (maximum: number) => noteOf({ rating: { type: 'integer', minimum: 0, maximum, position: 0 } });

const DISTRIBUTED = distributed({
  $type: 'blockBasedDistribution',
  interval: 100,
  function: { $type: 'fixedAmount', amount: 5 },
});

/** Lists the tokens that an update adds. */
function listNewTokens({ before, after, isWhole }: ContractUpdate): [bigint, JsonNode][] {
  const registered = listEntries(before, 'tokens');
  return isWhole ? [...listEntries(after, 'tokens')].filter(([position]) => !registered.has(position)) : [];
}

/** Finds a distribution of a token, perpetual or pre-programmed. */
function findDistribution(token: JsonNode): JsonNode | undefined {
  const rules = getMember(token, 'distributionRules');
  return ['perpetualDistribution', 'preProgrammedDistribution']
    .map((name) => getMember(rules, name))
    .find((node) => node !== undefined && node.kind !== 'null');
}

/** Lists the lints of updates of a contract: accepted and risky. */
export const CONTRACT_UPDATE_LINT_RULES: readonly Rule<'update'>[] = [
  {
    code: 'update-token-distribution-unusable',
    title: 'An update adds a token with a distribution',
    about: 'update',
    severity: 'unusable',
    isActive: ({ tokens, defects }) => tokens && defects.includes('addsTokensEmpty'),
    why: `${capitalize(describeUntil('addsTokensEmpty'))} an update does not set up the distribution of a new token: the network accepts it and fails at every claim. A token cannot be removed. ${capitalize(describeCorrection('addsTokensEmpty'))} sets it up.`,
    fix: 'Register a new contract for the token, or remove its distribution.',
    wrong: update(contract(), { ...DISTRIBUTED, version: 2 }),
    right: update(DISTRIBUTED, { ...DISTRIBUTED, version: 2 }),
    check(subject, report) {
      for (const [position, node] of listNewTokens(subject)) {
        const distribution = findDistribution(node);
        if (distribution !== undefined)
          report(distribution, {
            message: `token ${position} is new: an update does not set up its distribution, and nothing can be claimed`,
            isAtName: true,
          });
      }
    },
  },
  {
    code: 'update-token-added',
    title: 'A token is added by an update',
    about: 'update',
    severity: 'warning',
    isActive: ({ tokens, defects }) => tokens && defects.includes('addsTokensEmpty'),
    why: `${capitalize(describeUntil('addsTokensEmpty'))} an update does not mint the \`baseSupply\` of a new token.`,
    fix: 'Register a new contract for the token, or set baseSupply to 0 and mint it manually.',
    wrong: update(contract(), { ...withToken(), version: 2 }),
    right: update(withToken(), { ...withToken(), version: 2 }),
    check(subject, report) {
      for (const [position, node] of listNewTokens(subject))
        if (findDistribution(node) === undefined)
          report(node, {
            message: `token ${position} is new: its base supply is not minted`,
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
    isActive: ({ sizedIntegers, extendedLanguage }) => sizedIntegers && !extendedLanguage,
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
    isActive: ({ extendedLanguage }) => !extendedLanguage,
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
