import { getText } from '../../json/json-values.js';
import { platform } from '../../rpc/platform.js';
import { addActivity, createRegistrationText } from '../state/activity.js';
import { getName, getOrCreateActor, loadIdentities } from '../state/identity.js';

/** Registers a contract as the identity that acts, or as a new one, and returns its id. Rejects with the server's error. */
export async function registerDraft(contract: string): Promise<string> {
  const { id: by, name } = await getOrCreateActor(await loadIdentities());
  const response = await platform.call('registerContract', { by, contract });
  addActivity(createRegistrationText(name), response);
  return getText(response, 'contractId');
}

/** Updates a contract as its owner. Rejects with the server's error. */
export async function registerUpdate(contractId: string, contract: string): Promise<void> {
  const by = getText(await platform.call('getContract', { id: contractId }), 'ownerId');
  const name = getName(await loadIdentities(), by);
  const response = await platform.call('updateContract', { by, contractId, contract });
  addActivity(
    { done: `${name} updated a contract`, attempted: `${name} tried to update a contract` },
    response,
  );
}
