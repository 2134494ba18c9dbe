import type { DocumentTypeDescription } from '@dapikit/contract';
import type { AttackRoom } from '../room/attack-room.js';
import { valueAt } from '../step/document-value.js';
import type { ContestName, Step } from '../step/step.js';

/** Returns whether masternodes vote on who gets some values of a type. */
export const hasContest = ({ indices }: DocumentTypeDescription): boolean =>
  indices.some(({ contested }) => contested !== undefined);

/** Names the contest that a create opens or joins; nothing where its type has none. */
export function contestOf(
  room: AttackRoom,
  { by, documentType, data }: Extract<Step, { readonly action: 'create' }>,
): ContestName | undefined {
  const index = room.types.get(documentType)?.indices.find(({ contested }) => contested !== undefined);
  if (index === undefined) return undefined;
  const indexValues = index.properties.map((path) =>
    path === '$ownerId' ? room.idOf(by) : valueAt(data, path),
  );
  return { documentType, indexName: index.name, indexValues };
}
