import { platform } from '../rpc/platform.js';
import { textAt } from './answer.js';
import { addDeed, registering } from './deeds.js';
import { keptActor, namedIdentities, nameOf } from './identity.js';

/** Registers a contract as whoever acts in the Platform tab, and gives its id. Rejects with what the platform says. */
export async function registerDraft(contract: string): Promise<string> {
  const identities = await namedIdentities();
  const by = identities.find(({ id }) => id === keptActor())?.id ?? identities[0]?.id;
  const name = identities.find(({ id }) => id === by)?.name ?? 'Somebody';
  const answer = await platform.call('registerContract', { by, contract });
  addDeed(registering(name), answer);
  return textAt(answer, 'contractId');
}

/** Updates a contract as its owner. Rejects with what the platform says. */
export async function registerUpdate(contractId: string, contract: string): Promise<void> {
  const by = textAt(await platform.call('getContract', { id: contractId }), 'ownerId');
  const name = nameOf(await namedIdentities(), by);
  const answer = await platform.call('updateContract', { by, contractId, contract });
  addDeed({ done: `${name} updated a contract`, wanted: `${name} wanted to update a contract` }, answer);
}
