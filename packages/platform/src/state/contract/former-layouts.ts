import type { ContractDescription, PropertyDescription } from '@dapikit/contract';

/**
 * Returns whether documents of one description may be unreadable, or read otherwise, by the other: a property of a document type that both
 * have has another stored type. The network accepts such updates.
 */
export function hasOtherLayouts(before: ContractDescription, after: ContractDescription): boolean {
  const updated = new Map(after.documentTypes.map((type) => [type.name, type.properties]));
  return before.documentTypes.some(({ name, properties }) => differ(properties, updated.get(name) ?? []));
}

function differ(before: readonly PropertyDescription[], after: readonly PropertyDescription[]): boolean {
  const updated = new Map(after.map((property) => [property.name, property]));
  return before.some((property) => {
    const other = updated.get(property.name);
    return (
      other !== undefined &&
      (other.type !== property.type ||
        other.required !== property.required ||
        other.byteLength !== property.byteLength ||
        other.items?.type !== property.items?.type ||
        other.items?.byteLength !== property.items?.byteLength ||
        differ(property.properties, other.properties))
    );
  });
}
