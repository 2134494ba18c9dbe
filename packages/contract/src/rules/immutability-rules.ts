import { firstName, isTransient, listImmutable } from '../model/type-traits.js';
import { canChangeOwner } from '../model/document-type.js';
import { listSingleReferences } from '../model/document-reference.js';
import { truncate } from '../source/excerpt.js';
import { getMember } from '../source/json-node.js';
import { IDENTIFIER_PROPERTY, note } from './example.js';
import { extendedRule, type Rule } from './rule.js';
import { suggestName } from './suggest-name.js';

const fixedNote = (immutable: readonly unknown[], members: object = {}) =>
  note({ documentsMutable: true, immutable, ...members });
const REPLIES = {
  type: 'array',
  maxItems: 3,
  position: 0,
  items: { ...IDENTIFIER_PROPERTY, refersTo: { type: 'deletableDocument', documentType: 'note' } },
};

const ownedContract = (members: object) =>
  note({
    documentsMutable: true,
    immutable: ['app'],
    properties: {
      app: {
        ...IDENTIFIER_PROPERTY,
        position: 0,
        refersTo: { type: 'contract', contractRequirements: { owner: 'self' } },
      },
    },
    ...members,
  });

/** Lists the rules about properties that a replace cannot change. */
export const IMMUTABILITY_RULES: readonly Rule<'document-type'>[] = [
  extendedRule({
    code: 'immutable-property',
    title: 'immutable names no property that can be kept',
    about: 'document-type',
    why: 'An entry names a property directly under the type that is stored: no path, no name of the system, no transient property, and none twice. Changing such a property is rejected with 40128.',
    fix: 'Name a property of the type, once.',
    wrong: fixedNote(['txt']),
    right: fixedNote(['text']),
    check(type, report) {
      const seen = new Set<string>();
      for (const { node, name } of listImmutable(type)) {
        const at = node.kind === 'object' ? getMember(node, 'property') : node;
        const property = type.fields.get(name);
        if (property?.place !== 'top')
          report(at, {
            message: `"${truncate(name)}" is no property directly under the document type`,
            ...(type.contract.isOversized
              ? {}
              : suggestName(
                  name,
                  type.properties.map((own) => own.name),
                )),
          });
        else if (isTransient(type, name))
          report(at, { message: `"${truncate(name)}" is transient: nothing of it is kept` });
        else if (seen.has(name)) report(at, { message: `"${truncate(name)}" has another entry` });
        seen.add(name);
      }
    },
  }),
  extendedRule({
    code: 'immutable-needless',
    title: 'A type whose documents never change has immutable',
    about: 'document-type',
    why: '`immutable` needs documents that can be replaced: with `documentsMutable: false` every property is fixed.',
    fix: 'Remove immutable, or make the documents mutable.',
    wrong: note({ documentsMutable: false, immutable: ['text'] }),
    right: note({ documentsMutable: false }),
    check({ node, isMutable }, report) {
      const list = getMember(node, 'immutable');
      if (list !== undefined && !isMutable)
        report(list, { message: 'documents of the type are never replaced', isAtName: true });
    },
  }),
  extendedRule({
    code: 'immutable-dead-references',
    title: 'An immutable list or object refers to documents that can be deleted',
    about: 'document-type',
    why: 'A replace reads references to deletable documents again, and an immutable list or object could not lose a dead one: every replace would fail. Directly under the type such a reference may be cleared.',
    fix: 'Refer to permanent documents, or remove the entry from immutable.',
    wrong: note({ documentsMutable: true, immutable: ['ids'], properties: { ids: REPLIES } }),
    right: note({ documentsMutable: true, properties: { ids: REPLIES } }),
    check(type, report) {
      const fixed = new Set(listImmutable(type).map(({ name }) => name));
      for (const { kind, place, carrier, node } of listSingleReferences(type))
        if (
          kind === 'deletableDocument' &&
          (place === 'element' || (carrier?.place === 'nested' && getMember(node, 'findBy') === undefined)) &&
          fixed.has(firstName(carrier?.path ?? ''))
        )
          report(node, {
            message: `"${truncate(carrier?.path ?? '')}" is immutable, and refers to documents that can be deleted`,
          });
    },
  }),
  extendedRule({
    code: 'immutable-contract-owner',
    title: 'An immutable reference requires what a new owner could not keep',
    about: 'document-type',
    why: 'A reference to a contract with the requirement `owner` compares its owner with that of the document. Documents that are transferred or sold get another owner, and an immutable reference could not follow.',
    fix: 'Remove the property from immutable, or forbid transfers and trade.',
    wrong: ownedContract({ transferable: 1 }),
    right: ownedContract({}),
    check(type, report) {
      const fixed = new Set(listImmutable(type).map(({ name }) => name));
      if (!canChangeOwner(type)) return;
      for (const { carrier, node } of listSingleReferences(type)) {
        const owner = getMember(getMember(node, 'contractRequirements'), 'owner');
        const path = carrier?.path ?? '';
        if (owner !== undefined && fixed.has(firstName(path)))
          report(owner, { message: `"${truncate(path)}" is immutable, and documents change their owner` });
      }
    },
  }),
];
