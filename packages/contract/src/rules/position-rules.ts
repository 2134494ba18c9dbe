import { LIMITS } from '../protocol/limits.js';
import type { Property, DocumentType } from '../model/contract-model.js';
import { getInteger, getMember, asObject, getText, type JsonNode } from '../source/json-node.js';
import { excerpt } from '../source/excerpt.js';
import { nested, noteOf, TEXT_PROPERTY } from './example.js';
import { findGaps } from './find-gaps.js';
import { PROPERTY_KEYWORDS } from '../schema/keyword-shape.js';
import { findFreePosition, findPositionErrors } from './position-sequence.js';
import { isClosed } from '../schema/property-types.js';
import { MISSING_POSITIONS, OFFICIAL_ERRORS, type Finding, type Rule } from './rule.js';
import { addMember, readAsInteger } from './single-reading.js';
import { isMisspelled } from './misplaced-schema.js';

/** Returns whether the positions have a gap: the network reports it before a position that is too large. */
const leavesGap = (documentType: DocumentType | undefined): boolean => {
  if (documentType === undefined || documentType.contract.isOversized) return false;
  const positions = documentType.properties.map(({ node }) => getInteger(getMember(node, 'position')));
  return findGaps(positions.filter((at) => at === undefined || at <= LIMITS.u32)).length > 0;
};

/** Returns whether the object of a property has others: the network then compares their positions. */
const hasSiblings = ({ parent }: JsonNode): boolean => parent?.kind === 'object' && parent.members.size > 1;

/** Describes a missing position, unless its keyword is misspelled, and the position to add. */
function missingPosition(property: Property, row: readonly Property[]): Finding | undefined {
  const { node, contract } = property;
  if (node.kind !== 'object' || node.members.has('position')) return undefined;
  if (isClosed(property) && isMisspelled('position', node, PROPERTY_KEYWORDS, contract)) return undefined;
  const message = 'position is missing';
  const free = contract.isOversized ? undefined : findFreePosition(property, row);
  return { message, ...(free === undefined ? {} : addMember(node, 'position', Number(free))) };
}

/**
 * Lists the rules about the positions of properties. A rule about the document type reports gaps directly under it.
 */
export const POSITION_RULES: readonly Rule<'property'>[] = [
  {
    code: 'position-missing',
    title: 'A property has no position',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.value,
    why: 'Every property has a `position`, also beside `$ref`: documents are stored in that order.',
    fix: 'Add the next free number as position.',
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
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'The properties of an object have positions of their own, from 0.',
    fix: 'Add the next free number of this object as position.',
    wrong: nested({ city: { type: 'string', maxLength: 63 } }),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check({ children, node: parent, isOpen }, report) {
      if (isOpen || getText(getMember(parent, 'type')) !== 'object') return;
      for (const child of children) {
        const finding = missingPosition(child, children);
        if (finding !== undefined) report(child.node, finding);
      }
    },
  },
  {
    code: 'position-value',
    title: 'A position is not an integer from 0',
    about: 'property',
    severity: 'network',
    official: OFFICIAL_ERRORS.schema,
    why: 'A position is an integer from 0 to 4294967295.',
    fix: 'Write the position as an integer.',
    wrong: noteOf({ text: { ...TEXT_PROPERTY, position: '0' } }),
    right: noteOf({ text: TEXT_PROPERTY }),
    check({ node, place, isOpen, isParsed, documentType }, report) {
      const position = getMember(node, 'position');
      const number = getInteger(position);
      const isTop = place === 'top' || place === 'system';
      if (position === undefined || (isOpen && !isTop)) return;
      const isFound = number !== undefined && number >= 0n;
      // Inside objects the network only sorts by the position: it limits it to what is read as an integer.
      const isRead = isFound && number <= BigInt(Number.MAX_SAFE_INTEGER);
      if (isFound && (number <= LIMITS.u32 || (!isTop && (isRead || !isParsed || !hasSiblings(node)))))
        return;
      const read = leavesGap(documentType) ? MISSING_POSITIONS : OFFICIAL_ERRORS.protocol;
      const notRead = isFound || isOpen ? OFFICIAL_ERRORS.value : OFFICIAL_ERRORS.schema;
      report(position, {
        message: `expected an integer from 0 to ${LIMITS.u32} for position, found ${excerpt(position)}`,
        ...readAsInteger(position, (value) => value >= 0n && value <= LIMITS.u32),
        official: isRead ? read : notRead,
      });
    },
  },
  {
    code: 'position-nested-order',
    title: 'The positions in an object have a gap or a repetition',
    about: 'property',
    severity: 'specification',
    why: 'The specification requires positions from 0 without gaps at every level; the network checks only those directly under a document type.',
    fix: 'Number the properties of the object from 0 without gaps.',
    wrong: nested({ city: { type: 'string', maxLength: 63, position: 7 } }),
    right: nested({ city: { type: 'string', maxLength: 63, position: 0 } }),
    check({ children, schema, node }, report) {
      const errors = schema === node ? findPositionErrors(children, BigInt(Number.MAX_SAFE_INTEGER)) : [];
      for (const { node: at = asObject(getMember(schema, 'properties')), message, ...fix } of errors)
        report(at, { ...fix, message: `${message}; the network accepts it` });
    },
  },
];
