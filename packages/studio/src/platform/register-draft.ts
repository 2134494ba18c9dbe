import { platform } from '../rpc/platform.js';
import { textAt } from './answer.js';
import { keptActor, namedIdentities } from './identity.js';

/** Registers a contract as whoever acts in the Platform tab, and gives its id. Rejects with what the platform says. */
export async function registerDraft(contract: string): Promise<string> {
  const identities = await namedIdentities();
  const by = identities.find(({ id }) => id === keptActor())?.id ?? identities[0]?.id;
  return textAt(await platform.call('registerContract', { by, contract }), 'contractId');
}
