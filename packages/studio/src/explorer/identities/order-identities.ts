/** Matches names of the identities of masternodes and their voters. */
const OF_MASTERNODE = /^(?:voter of )?masternode \d+$/;
/** Matches aliases of the identities with which a network starts. */
const OF_MNEMONIC = /^identity-(\d+)-of-mnemonic-(\d+)$/;

/** Returns identities in the order of interest: own names, names of mnemonics, no name, masternodes; by name among these. */
export function orderIdentities<Identity extends { readonly id: string }>(
  identities: readonly Identity[],
  names: ReadonlyMap<string, string>,
): readonly Identity[] {
  const nameOf = ({ id }: Identity): string => names.get(id) ?? '';
  const sortedBy = (one: Identity): string => nameOf(one).replace(OF_MNEMONIC, '$2 $1');
  return identities.toSorted(
    (a, b) =>
      rankOf(nameOf(a)) - rankOf(nameOf(b)) ||
      sortedBy(a).localeCompare(sortedBy(b), 'en', { numeric: true }),
  );
}

function rankOf(name: string): number {
  if (OF_MASTERNODE.test(name)) return 3;
  if (name === '') return 2;
  return OF_MNEMONIC.test(name) ? 1 : 0;
}
