import type { ProtocolRules } from '../protocol/protocol-rules.js';
import { canChangeOwner } from '../model/document-type.js';
import type { DocumentType } from '../model/contract-model.js';
import { listModeratorFields } from '../model/type-traits.js';
import { GENERATED_PROPERTIES } from '../protocol/keywords.js';
import { getInteger, getItems, getMember, getText } from '../source/json-node.js';

/** Describes a system property of documents. */
export interface SystemField {
  readonly name: string;
  readonly type: 'Identifier' | 'bigint' | 'number' | 'Date';
  readonly description: string;
  readonly isOptional?: boolean;
}

/** Describes a time or a height that the platform records. */
function describeGenerated(name: string, isClient: boolean): Pick<SystemField, 'type' | 'description'> {
  if (name.endsWith('CoreBlockHeight'))
    return { type: 'number', description: 'The known layer-1 height at that time.' };
  if (name.endsWith('BlockHeight')) return { type: 'bigint', description: 'The height of the block.' };
  return isClient
    ? { type: 'Date', description: 'The time of the block.' }
    : { type: 'bigint', description: 'The time of the block, in milliseconds since the beginning of 1970.' };
}

/**
 * Lists the system properties of documents of a type.
 * @param isClient true for times as `Date`
 *
 * Source: `packages/rs-dpp/src/document` in dashpay/platform.
 */
export function listSystemFields(
  type: DocumentType,
  { creatorId }: ProtocolRules,
  isClient: boolean,
): SystemField[] {
  const required = new Set(getItems(getMember(type.node, 'required')).map(getText));
  const isTradable = getInteger(getMember(type.node, 'tradeMode')) === 1n;
  const fields: SystemField[] = [
    {
      name: '$id',
      type: 'Identifier',
      description: 'Derived from the contract, the owner, the type and the entropy.',
    },
    { name: '$ownerId', type: 'Identifier', description: 'The identity that owns the document.' },
  ];
  const isModerated = listModeratorFields(type).length > 0;
  if (type.isMutable || canChangeOwner(type) || isModerated)
    fields.push({
      name: '$revision',
      type: 'bigint',
      description: '1 at first; each change adds 1.',
    });
  for (const name of GENERATED_PROPERTIES)
    if (required.has(name)) fields.push({ name, ...describeGenerated(name, isClient) });
  if (creatorId && canChangeOwner(type))
    fields.push({
      name: '$creatorId',
      type: 'Identifier',
      description: 'The identity that created the document.',
    });
  if (isModerated)
    fields.push(
      {
        name: '$moderatedAt',
        type: 'bigint',
        description:
          'The time of the last change by a moderator, in milliseconds since the beginning of 1970.',
        isOptional: true,
      },
      {
        name: '$moderatedBy',
        type: 'Identifier',
        description: 'The moderator who changed the document last.',
        isOptional: true,
      },
    );
  if (isTradable)
    fields.push({
      name: '$price',
      type: 'bigint',
      description: 'In credits; only while the document is for sale.',
      isOptional: true,
    });
  return fields;
}
