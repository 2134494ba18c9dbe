import { capitalize, describeSince } from '../protocol/protocol-versions.js';
import { indexed, note, noteOf, update } from './example.js';
import { OFFICIAL_ERRORS, type Rule } from './rule.js';
import { getMember } from '../source/json-node.js';
import { truncate } from '../source/excerpt.js';

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }] };
const BY_OWNER = { name: 'byOwner', properties: [{ $ownerId: 'asc' }] };
const hash = (members: object) =>
  noteOf({ hash: { type: 'array', byteArray: true, position: 0, ...members } });

const lengthText = (bytes: bigint | undefined): string =>
  bytes === undefined ? 'variable length' : `${bytes} bytes`;

/** Lists the rules about updates of a document type, in the order in which the platform checks them. */
export const TYPE_UPDATE_RULES: readonly Rule<'type-update'>[] = [
  {
    code: 'update-type-option',
    title: 'An option of a document type is changed',
    about: 'type-update',
    severity: 'network',
    official: { name: 'DocumentTypeUpdateError', code: 40212 },
    why: 'The options of a document type are fixed when it is registered: who can create documents, whether they can be traded, transferred, deleted, replaced, counted and summed, whether history is recorded, and which keys they require. The effective value counts.',
    fix: 'Keep the option of the baseline, or add a document type with the other one.',
    wrong: update(note(), note({ documentsMutable: false })),
    right: update(note({ documentsMutable: false }), note({ documentsMutable: false })),
    check({ options, after }, report) {
      for (const { name, before, after: found, node } of options)
        report(node ?? after.node, {
          message: `${name} of "${truncate(after.name)}" cannot change from ${truncate(String(before))} to ${truncate(String(found))}`,
        });
    },
  },
  {
    code: 'update-index',
    title: 'The indices of a document type are changed',
    about: 'type-update',
    severity: 'network',
    official: { name: 'DataContractInvalidIndexDefinitionUpdateError', code: 10217 },
    why: `The indices of a document type are fixed when it is registered: none can be added, removed, renamed, changed or reordered. If only other members of an index change and its levels stay the same, the platform fails without a consensus error. ${capitalize(describeSince('extendedLanguage'))} indices are compared by name: their order is free, every other change has the error, and another spelling of the same (\`skipIfAbsent: true\` for the list of all optional properties) is none.`,
    fix: 'Restore the indices of the baseline. A new document type can have other indices.',
    wrong: update(indexed(BY_TEXT), indexed(BY_TEXT, BY_OWNER)),
    right: update(indexed(BY_TEXT, BY_OWNER), indexed(BY_TEXT, BY_OWNER)),
    check({ indices, after }, report) {
      if (indices === undefined) return;
      const { path, isSameTree } = indices;
      const summary = indices.summary
        .slice(0, 5)
        .map((text) => truncate(text))
        .join(', ');
      report(indices.place, {
        message: `indices of "${truncate(after.name)}" cannot change: ${summary}${path === undefined ? '' : `; the network reports ${truncate(path)}`}`,
        ...(isSameTree ? { official: OFFICIAL_ERRORS.protocol } : {}),
      });
    },
  },
  {
    code: 'update-byte-width',
    title: 'The length of a byte array is changed',
    about: 'type-update',
    severity: 'network',
    official: { name: 'DocumentTypeUpdateError', code: 40212 },
    why: 'A byte array with equal `minItems` and `maxItems` is stored without its length, any other with it. Neither can become the other, and a fixed length cannot change, or stored documents could not be read. (Builds of the platform before this rule accept it.)',
    fix: 'Keep `minItems` and `maxItems` of the baseline, or add a property.',
    wrong: update(hash({ minItems: 32, maxItems: 32 }), hash({ minItems: 20, maxItems: 32 })),
    right: update(hash({ minItems: 20, maxItems: 32 }), hash({ minItems: 20, maxItems: 64 })),
    check({ widths, rejectedNodes }, report) {
      for (const { path, schema, place, before, after } of widths) {
        const bounds = ['minItems', 'maxItems'].map((name) => getMember(schema, name));
        if (bounds.some((node) => node !== undefined && !rejectedNodes.isClean(node))) continue;
        report(place, {
          message: `length of ${truncate(path)} cannot change from ${lengthText(before)} to ${lengthText(after)}`,
        });
      }
    },
  },
];
