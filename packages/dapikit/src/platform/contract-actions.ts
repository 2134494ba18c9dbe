import { oneContract } from '../input/one-contract.js';
import { checkAlias, named } from './contract-alias.js';
import { listOf, membersOf } from './members.js';
import type { PlatformWork } from './platform-work.js';
import { actor } from './signed-params.js';

/** Reads the contract of the first operand. */
const contractText = async ({ operands: [file] }: PlatformWork): Promise<string> =>
  (await oneContract(file)).text;

/** Registers a contract. */
export async function register(work: PlatformWork): Promise<unknown> {
  await checkAlias(work);
  const contract = await contractText(work);
  const by = await actor(work);
  return named(work, await work.endpoint.call('registerContract', { contract, by }));
}

/** Installs a whole contract with its id and owner. */
export async function install(work: PlatformWork): Promise<unknown> {
  await checkAlias(work);
  return named(work, await work.endpoint.call('installContract', { contract: await contractText(work) }));
}

/** Updates a contract. A file with bare document types updates the contract that has types of their names. */
export async function update(work: PlatformWork): Promise<unknown> {
  const contract = await contractText(work);
  const by = await actor(work);
  const types = bareTypes(contract);
  const { contract: given } = work.flags;
  const whole = given === undefined ? undefined : await work.names.contract(given);
  const contractId = types === undefined ? whole : await work.names.contractToUpdate(by, types);
  const updated = await work.endpoint.call('updateContract', {
    by,
    ...(contractId && { contractId }),
    contract,
  });
  await noteSameContent(work, updated);
  return updated;
}

/** Warns of an update that the platform accepts, charges for, and that changes nothing. */
async function noteSameContent({ note }: PlatformWork, updated: unknown): Promise<void> {
  const { changes } = membersOf(updated);
  if (!Array.isArray(changes)) return;
  const { hasSameContent } = await import('./contract-update.js');
  if (hasSameContent({ changes: listOf(changes).map((one) => ({ path: membersOf(one)['path'] })) }))
    note('warning: nothing changes but the version: the contract was registered like this already');
}

/** The document types in a contract that does not say its id; nothing where it does, or where there are none to see. */
function bareTypes(text: string): readonly string[] | undefined {
  let contract: unknown;
  try {
    contract = JSON.parse(text);
  } catch {
    return undefined;
  }
  const members = membersOf(contract);
  if (typeof members['id'] === 'string') return undefined;
  const types = Object.keys(membersOf(members['documentSchemas'] ?? contract));
  return types.length === 0 ? undefined : types;
}
