import { getList, getText } from '../json/json-values.js';
import { RpcError } from './json-rpc-client.js';
import { platform } from './platform.js';

/** Holds the last alias of each identity and contract by its id. */
export type Aliases = ReadonlyMap<string, string>;

/** Loads the aliases that the platform has given; none where it rejects to list them. */
export async function loadAliases(): Promise<Aliases> {
  try {
    const listed = getList(await platform.poll('listAliases'));
    return new Map(listed.map((one) => [getText(one, 'id'), getText(one, 'alias')]));
  } catch (error) {
    if (error instanceof RpcError) return new Map();
    throw error;
  }
}
