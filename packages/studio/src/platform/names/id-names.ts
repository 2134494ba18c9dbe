import { getList, getText } from '../../json/json-values.js';
import { loadAliases } from '../../rpc/aliases.js';
import { RpcError } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';
import { useRequest } from '../../rpc/use-request.js';
import { DPNS_ID } from '../state/dpns-id.js';
import type { NamedId } from '../state/identity.js';

/** Most identities whose DPNS names are looked up at once: each takes a query. */
const MAX_LOOKUPS = 8;

/** Loads the names of ids: the alias of an identity or a contract, else the name of an identity in DPNS. */
export async function loadIdNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  if (ids.length === 0) return new Map();
  const aliases = await loadAliases();
  const named = ids.flatMap((id): [string, string][] => {
    const alias = aliases.get(id);
    return alias === undefined ? [] : [[id, alias]];
  });
  const others = ids.filter((id) => !aliases.has(id)).slice(0, MAX_LOOKUPS);
  const found = await Promise.all(others.map(async (id) => [id, await findDpnsName(id)] as const));
  return new Map([
    ...named,
    ...found.flatMap(([id, name]) => (name === undefined ? [] : [[id, name] as const])),
  ]);
}

/** Returns the ids that are named already, and the others as soon as their names are loaded. */
export function useIdNames(named: readonly NamedId[], ids: readonly string[]): readonly NamedId[] {
  const others = [...new Set(ids)].filter((id) => named.every((one) => one.id !== id)).toSorted();
  const { value } = useRequest(async () => loadIdNames(others), [others.join(' ')]);
  return value === undefined ? named : [...named, ...Array.from(value, ([id, name]) => ({ id, name }))];
}

/** Finds the name in DPNS that resolves to an identity; `undefined` where there is none, or the server does not say. */
async function findDpnsName(identityId: string): Promise<string | undefined> {
  try {
    const [name] = getList(
      await platform.poll('getDocuments', {
        contractId: DPNS_ID,
        documentType: 'domain',
        where: [['records.identity', '==', identityId]],
        limit: 1,
      }),
    );
    return name === undefined ? undefined : `${getText(name, 'label')}.${getText(name, 'parentDomainName')}`;
  } catch (error) {
    if (error instanceof RpcError) return undefined;
    throw error;
  }
}
