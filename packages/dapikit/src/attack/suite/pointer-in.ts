import type { ContractShape } from '@dapikit/contract';
import { schemaOf } from '../document/resolve-schema.js';
import { contractParts } from '../../migrate/contract-parts.js';

/**
 * Returns the JSON pointer of a place in a document type of a contract.
 *
 * @param place names of members; the name of an index stands for its number, a dotted path for nested properties
 */
export function pointerIn(
  { text, shape }: { readonly text: string; readonly shape: ContractShape },
  documentType: string,
  place: readonly string[],
): string {
  const { member, types } = contractParts(text, shape);
  const type = schemaOf(types.get(documentType));
  const keys = [...(member === undefined ? [] : [member]), documentType, ...place.slice(0, 1)];
  const [kind, name] = place;
  if (kind === 'indices' && name !== undefined) {
    const indices: readonly unknown[] = Array.isArray(type['indices']) ? type['indices'] : [];
    keys.push(String(indices.findIndex((index) => schemaOf(index)['name'] === name)));
  } else if (kind === 'properties' && name !== undefined)
    keys.push(...name.split('.').flatMap((key, at) => (at === 0 ? [key] : ['properties', key])));
  else keys.push(...place.slice(1));
  return keys.map((key) => `/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
