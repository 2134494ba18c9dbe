import { getList, getText } from '../../json/json-values.js';
import { loadAliases } from '../../rpc/aliases.js';
import { DPNS_ID } from '../../platform/state/dpns-id.js';
import { RpcError } from '../../rpc/json-rpc-client.js';
import { platform } from '../../rpc/platform.js';

/** Most identities of a content whose DPNS names are looked up: each takes a query. */
const MAX_LOOKUPS = 8;
/** Quoted text that may be an id in base58: 32 bytes have 32 to 44 characters. */
const QUOTED_ID = /"([1-9A-HJ-NP-Za-km-z]{32,44})"/g;

/** Holds a part of a content: text, or an id with its name. */
export type ContentPart = string | { readonly id: string; readonly name: string };

/** Lists the ids in a JSON text, each once. */
export const idsIn = (text: string): readonly string[] => [
  ...new Set(Array.from(text.matchAll(QUOTED_ID), ([, id = '']) => id)),
];

/** Divides a JSON text at the ids that have a name. */
export function splitAtNames(text: string, names: ReadonlyMap<string, string>): readonly ContentPart[] {
  const parts: ContentPart[] = [];
  let end = 0;
  for (const { 0: quoted, 1: id = '', index } of text.matchAll(QUOTED_ID)) {
    const name = names.get(id);
    if (name === undefined) continue;
    parts.push(text.slice(end, index), { id, name });
    end = index + quoted.length;
  }
  return [...parts, text.slice(end)];
}

/** Loads the names of ids: the alias of an identity or a contract, else the name of an identity in DPNS. */
export async function loadContentNames(ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
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
