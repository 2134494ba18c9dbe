const SYSTEM: Readonly<Record<string, string>> = {
  $ownerId: 'owner',
  $creatorId: 'creator',
  $createdAt: 'creation time',
  $updatedAt: 'time of the last change',
  $transferredAt: 'time of the last transfer',
  $createdAtBlockHeight: 'block of creation',
  $updatedAtBlockHeight: 'block of the last change',
  $transferredAtBlockHeight: 'block of the last transfer',
  $createdAtCoreBlockHeight: 'layer 1 block of creation',
  $updatedAtCoreBlockHeight: 'layer 1 block of the last change',
  $transferredAtCoreBlockHeight: 'layer 1 block of the last transfer',
};

/** Describes a system field; `undefined` for a property of the contract. */
export function describeSystemField(name: string): string | undefined {
  return SYSTEM[name];
}
