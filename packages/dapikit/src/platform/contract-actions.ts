import { JUDGED_PROTOCOLS } from '@dapikit/contract/protocol-versions';
import { oneContract } from '../input/one-contract.js';
import { checkAlias, named } from './contract-alias.js';
import { ignoredMembers } from './ignored-members.js';
import { isId } from './known-aliases.js';
import { membersOf, type Members } from './members.js';
import type { PlatformWork } from './platform-work.js';
import { describeContract, type DescribeResult } from './print-result.js';
import { actor } from './signed-params.js';
import { word } from './word.js';

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

/** Updates a contract. A file with bare document types updates the contract that has types of their names. Nothing is sent where nothing would change. */
export async function update(work: PlatformWork): Promise<unknown> {
  const contract = await contractText(work);
  const by = await actor(work);
  const types = bareTypes(contract);
  const { contract: given } = work.flags;
  const whole = given === undefined ? undefined : await work.names.contract(given);
  const contractId = types === undefined ? whole : await work.names.contractToUpdate(by, types);
  const unchanged = await findUnchanged(work, contract, { by, contractId: contractId ?? idIn(contract) });
  return (
    unchanged ??
    work.endpoint.call('updateContract', {
      by,
      ...(contractId && { contractId }),
      contract,
    })
  );
}

/** Returns the registered contract where it has the content of the file: the platform would charge for a version that changes nothing. Notes the members that the network ignores, which may be meant as the change. Returns nothing where it differs, or where the platform says why the update is wrong. */
async function findUnchanged(
  { endpoint, note }: PlatformWork,
  text: string,
  { by, contractId }: { readonly by: string; readonly contractId: string | undefined },
): Promise<Members | undefined> {
  if (contractId === undefined) return undefined;
  const protocolVersion = Number(membersOf(await endpoint.call('status'))['protocolVersion']);
  if (!JUDGED_PROTOCOLS.includes(protocolVersion)) return undefined;
  const stored = membersOf(await endpoint.call('getContract', { id: contractId }));
  const registered = membersOf(stored['contract']);
  if (stored['ownerId'] !== by) return undefined;
  const { isRegisteredAs } = await import('./contract-update.js');
  if (!isRegisteredAs(text, registered, protocolVersion)) return undefined;
  for (const line of ignoredMembers(text, protocolVersion)) note(line);
  return { contractId, version: stored['version'], contract: registered, isUnchanged: true };
}

/** Returns the id that a contract says; nothing where it says none. */
const idIn = (text: string): string | undefined => {
  const id = parsed(text)['id'];
  return typeof id === 'string' && isId(id) ? id : undefined;
};

/** Describes an updated contract, or one that has the content of the file already. */
export const describeUpdate: DescribeResult = (answer, label) => {
  const { isUnchanged, contractId, version } = membersOf(answer);
  if (isUnchanged !== true) return describeContract('updated')(answer, label);
  return `${label(word(contractId))} is registered like this already, as version ${word(version)}: nothing was sent, so nothing is charged`;
};

/** The document types in a contract that does not say its id; nothing where it does, or where there are none to see. */
function bareTypes(text: string): readonly string[] | undefined {
  const members = parsed(text);
  if (typeof members['id'] === 'string') return undefined;
  const types = Object.keys(membersOf(members['documentSchemas'] ?? members));
  return types.length === 0 ? undefined : types;
}

/** Returns the members of a contract; none where it is no JSON object. */
function parsed(text: string): Members {
  try {
    return membersOf(JSON.parse(text));
  } catch {
    return {};
  }
}
