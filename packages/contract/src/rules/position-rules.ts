import { LIMITS } from '../protocol/limits.js';
import type { Property } from '../model/property.js';
import { excerpt, integerOf, member, objectOf, pointerTo, textOf } from '../source/json-node.js';
import type { DocumentType } from '../model/document-type.js';
import { nested, noteOf, TEXT } from './example.js';
import { gapsIn } from './gaps-in.js';
import { PROPERTY_KEYWORDS } from './keyword-shape.js';
import { freePosition, rowFault } from './position-row.js';
import { isClosed } from './property-types.js';
import { MISSING_POSITIONS, OFFICIAL, type Finding, type RuleAbout } from './rule.js';
import { isMisspelt } from './unknown-name.js';

/** Positions are looked at in their order: a gap before one that is too large is what the network sees first. */
const leavesGap = (documentType: DocumentType | undefined): boolean => {
  if (documentType === undefined || documentType.contract.isOversized) return false;
  const positions = documentType.properties.map(({ node }) => integerOf(member(node, 'position')));
  return gapsIn(positions.filter((at) => at === undefined || at <= LIMITS.u32)).length > 0;
};

/** A property without a position, unless that is misspelled, and the position that it gets. */
function missingPosition(property: Property, row: readonly Property[]): Finding | undefined {
  const { node, contract } = property;
  if (node.kind !== 'object' || node.members.has('position')) return undefined;
  if (isClosed(property) && isMisspelt('position', node, PROPERTY_KEYWORDS, contract)) return undefined;
  const message = 'expected a position, found none';
  const free = contract.isOversized ? undefined : freePosition(property, row);
  if (free === undefined) return { message };
  const path = `${pointerTo(node)}/position`;
  return {
    message,
    mend: `Add "position": ${free}.`,
    patch: [{ op: 'add', path, value: Number(free) }],
  };
}

/** What holds for the positions of properties; gaps directly under a document type are a rule about that type. */
export const POSITION_RULES: readonly RuleAbout<'property'>[] = [
  {
    code: 'position-missing',
    title: 'A property has no position',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.value,
    why: 'Every property has a `position`: documents are stored in that order. It stands beside `$ref`, too.',
    mend: 'Add a position: the next number that is free.',
    wrong: noteOf({ text: { type: 'string', maxLength: 63 } }),
    right: noteOf({ text: { type: 'string', maxLength: 63, position: 0 } }),
    check(property, report) {
      const { place, documentType, node } = property;
      if (place !== 'top' && place !== 'system') return;
      const finding = missingPosition(property, documentType?.properties ?? []);
      if (finding !== undefined) report(node, finding);
    },
  },
  {
    code: 'position-missing-nested',
    title: 'A property of an object has no position',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'The properties of an object have positions of their own, from 0.',
    mend: 'Add a position: the next number that is free in this object.',
    wrong: nested({ city: { type: 'string', maxLength: 63 } }),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check({ children, node: parent, isOpen }, report) {
      if (isOpen || textOf(member(parent, 'type')) !== 'object') return;
      for (const child of children) {
        const finding = missingPosition(child, children);
        if (finding !== undefined) report(child.node, finding);
      }
    },
  },
  {
    code: 'position-value',
    title: 'A position is no integer from 0',
    about: 'property',
    verdict: 'network',
    official: OFFICIAL.schema,
    why: 'A position is an integer from 0 to 4294967295.',
    mend: 'Write the position as an integer.',
    wrong: noteOf({ text: { ...TEXT, position: '0' } }),
    right: noteOf({ text: TEXT }),
    check({ node, place, isOpen, documentType }, report) {
      const position = member(node, 'position');
      const number = integerOf(position);
      const isTop = place === 'top' || place === 'system';
      if (position === undefined || (isOpen && !isTop)) return;
      const isFound = number !== undefined && number >= 0n;
      // Inside objects the network does not read the position, so that nothing limits it.
      if (isFound && (number <= LIMITS.u32 || !isTop)) return;
      const isRead = isFound && number <= BigInt(Number.MAX_SAFE_INTEGER);
      const read = leavesGap(documentType) ? MISSING_POSITIONS : OFFICIAL.protocol;
      const notRead = isFound || isOpen ? OFFICIAL.value : OFFICIAL.schema;
      report(position, {
        message: `expected an integer from 0 to ${LIMITS.u32}, found ${excerpt(position)}`,
        official: isRead ? read : notRead,
      });
    },
  },
  {
    code: 'position-nested-order',
    title: 'The positions in an object leave a gap or come twice',
    about: 'property',
    verdict: 'specification',
    why: 'The specification counts positions from 0 without gaps at every level; the network checks that only directly under a document type.',
    mend: 'Number the properties of the object from 0 without gaps.',
    wrong: nested({ city: { type: 'string', maxLength: 63, position: 7 } }),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check({ children, schema, node }, report) {
      const fault = schema === node ? rowFault(children) : undefined;
      if (fault === undefined) return;
      const { node: at = objectOf(member(schema, 'properties')), message, patch } = fault;
      report(at, { message: `${message}; the network would let it pass`, patch });
    },
  },
];
