import { indexed, note, noteOf, update } from '../rules/example.js';
import { OFFICIAL, type RuleAbout } from '../rules/rule.js';
import { cut, member } from '../source/json-node.js';

const BY_TEXT = { name: 'byText', properties: [{ text: 'asc' }] };
const BY_OWNER = { name: 'byOwner', properties: [{ $ownerId: 'asc' }] };
const hash = (members: object) =>
  noteOf({ hash: { type: 'array', byteArray: true, position: 0, ...members } });

const lengthText = (bytes: bigint | undefined): string =>
  bytes === undefined ? 'a length that may vary' : `always ${bytes} bytes`;

/** What an update must keep of a document type, in the order in which the platform looks. */
export const TYPE_UPDATE_RULES: readonly RuleAbout<'type-update'>[] = [
  {
    code: 'update-type-option',
    title: 'An option of a document type is changed',
    about: 'type-update',
    verdict: 'network',
    official: { name: 'DocumentTypeUpdateError', code: 40212 },
    why: 'Whether documents can be created by anybody, traded, transferred, deleted, replaced, counted and summed, whether their history is kept, and which keys they take, is settled when the type is registered. What counts is the value in effect.',
    mend: 'Keep the registered option, or add a document type that has the other one.',
    wrong: update(note(), note({ documentsMutable: false })),
    right: update(note({ documentsMutable: false }), note({ documentsMutable: false })),
    check({ options, after }, report) {
      for (const { name, before, after: found, node } of options)
        report(node ?? after.node, {
          message: `expected ${name} of "${cut(after.name)}" as it is registered, ${cut(String(before))}, found ${cut(String(found))}`,
        });
    },
  },
  {
    code: 'update-index',
    title: 'The indices of a document type are changed',
    about: 'type-update',
    verdict: 'network',
    official: { name: 'DataContractInvalidIndexDefinitionUpdateError', code: 10217 },
    why: 'Indices are laid out when a document type is registered: none can be added, removed, renamed or changed later, nor put into another order. Where the levels of the indices stay the same and only something else about them changes, the platform fails without a consensus error.',
    mend: 'Put the indices back as they are registered. A new document type may have other indices.',
    wrong: update(indexed(BY_TEXT), indexed(BY_TEXT, BY_OWNER)),
    right: update(indexed(BY_TEXT, BY_OWNER), indexed(BY_TEXT, BY_OWNER)),
    check({ indices, after }, report) {
      if (indices === undefined) return;
      const { path, isSameTree } = indices;
      const summary = indices.summary.slice(0, 5).map(cut).join(', ');
      report(indices.place, {
        message: `expected the indices of "${cut(after.name)}" as they are registered, found: ${summary}${path === undefined ? '' : `; the network says: ${cut(path)}`}`,
        ...(isSameTree ? { official: OFFICIAL.protocol } : {}),
      });
    },
  },
  {
    code: 'update-byte-width',
    title: 'The length of a byte array is changed',
    about: 'type-update',
    verdict: 'network',
    official: { name: 'DocumentTypeUpdateError', code: 40212 },
    why: 'A byte array whose `minItems` and `maxItems` are the same is stored without its length; any other is stored with it. Neither can become the other, and a fixed length stays what it is, or stored documents could not be read. (Builds of the platform from before this rule let it pass.)',
    mend: 'Keep the registered `minItems` and `maxItems`, or add a property.',
    wrong: update(hash({ minItems: 32, maxItems: 32 }), hash({ minItems: 20, maxItems: 32 })),
    right: update(hash({ minItems: 20, maxItems: 32 }), hash({ minItems: 20, maxItems: 64 })),
    check({ widths, soundness }, report) {
      for (const { path, schema, place, before, after } of widths) {
        const bounds = ['minItems', 'maxItems'].map((name) => member(schema, name));
        if (bounds.some((node) => node !== undefined && !soundness.isSound(node))) continue;
        report(place, {
          message: `expected ${cut(path)} with ${lengthText(before)}, as it is registered, found ${lengthText(after)}`,
        });
      }
    },
  },
];
