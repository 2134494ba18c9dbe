import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { changesHands, type DocumentType } from '../model/document-type.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { integerOf, itemsOf, member, textOf } from '../source/json-node.js';

/** A field that the platform gives to documents. */
export interface SystemField {
  readonly name: string;
  readonly type: 'Identifier' | 'bigint' | 'number';
  readonly description: string;
  readonly isOptional?: boolean;
}

const time = (name: string): string =>
  name.endsWith('CoreBlockHeight')
    ? 'The layer-1 height that was known then.'
    : name.endsWith('BlockHeight')
      ? 'The height of the block.'
      : 'The time of the block, in milliseconds since the beginning of 1970.';

/**
 * The fields that documents of a type have besides their data.
 *
 * Source: `packages/rs-dpp/src/document` in dashpay/platform.
 */
export function systemFields(type: DocumentType, { creatorId }: ProtocolRules): SystemField[] {
  const required = new Set(itemsOf(member(type.node, 'required')).map(textOf));
  const isTradable = integerOf(member(type.node, 'tradeMode')) === 1n;
  const fields: SystemField[] = [
    {
      name: '$id',
      type: 'Identifier',
      description: 'Derived from the contract, the owner, the type and the entropy.',
    },
    { name: '$ownerId', type: 'Identifier', description: 'The identity that owns the document.' },
  ];
  if (type.mutable || changesHands(type))
    fields.push({
      name: '$revision',
      type: 'bigint',
      description: '1 at first, one more after each change.',
    });
  for (const name of GENERATED_PROPERTIES)
    if (required.has(name))
      fields.push({
        name,
        type: name.endsWith('CoreBlockHeight') ? 'number' : 'bigint',
        description: time(name),
      });
  if (creatorId && changesHands(type))
    fields.push({
      name: '$creatorId',
      type: 'Identifier',
      description: 'The identity that created the document.',
    });
  if (isTradable)
    fields.push({
      name: '$price',
      type: 'bigint',
      description: 'In credits; only while the document is for sale.',
      isOptional: true,
    });
  return fields;
}
