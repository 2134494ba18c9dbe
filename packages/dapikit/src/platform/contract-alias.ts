import { basename } from 'node:path';
import { CommandError } from '../program/command.js';
import { UsageError } from '../program/option.js';
import { STDIN } from '../input/find-contracts.js';
import { PROGRAM } from '../program/program-name.js';
import { isId } from './known-aliases.js';
import { membersOf } from './members.js';
import { PlatformRejectedError } from './platform-client.js';
import type { PlatformWork } from './platform-work.js';

/** Returns the name that a file gives its contract: `shop` for `contracts/shop.contract.json`. */
export const aliasOfFile = (file: string): string | undefined =>
  file === STDIN ? undefined : basename(file).replace(/(?:\.contract)?\.json$/i, '') || undefined;

/** Describes what an alias is, for errors. */
export const ALIAS_FORM =
  'which has 1 to 63 letters, digits, "_", "." and "-", and is no id and no contract of the network';

/** Checks the alias of `--as`, before a contract is paid for. @throws {UsageError} (rejects) */
export async function checkAlias({ flags: { as: alias } }: PlatformWork): Promise<void> {
  if (alias === undefined) return;
  const { isAlias } = await import('@dapikit/platform');
  if (!isAlias(alias)) throw new UsageError(`--as: ${JSON.stringify(alias)} is no alias, ${ALIAS_FORM}`);
}

/**
 * Gives a contract that was registered the alias of `--as`, or else of its file, and says where another contract loses it.
 * @returns the result of the registration
 */
export async function named(work: PlatformWork, registered: unknown): Promise<unknown> {
  const { flags, operands, endpoint, note } = work;
  const alias = flags.as ?? aliasOfFile(operands[0] ?? STDIN);
  const { contractId } = membersOf(registered);
  if (alias === undefined || contractId === undefined) return registered;
  if (flags.data !== undefined) {
    if (flags.as !== undefined) note('the contract has no alias: only a platform that runs on keeps one');
    return registered;
  }
  try {
    const { replacedId } = membersOf(await endpoint.call('setAlias', { alias, contractId }));
    if (typeof replacedId === 'string')
      note(`"${alias}" names this contract now; until now it named ${replacedId}`);
  } catch (error) {
    if (!(error instanceof PlatformRejectedError)) throw error;
    note(`the contract has no alias: ${error.message}`);
  }
  return registered;
}

/** Lists the aliases of a platform, or names an identity or a contract. */
export async function alias({ endpoint, note, operands: [name, id] }: PlatformWork): Promise<unknown> {
  if (name === undefined) return endpoint.call('listAliases');
  if (id === undefined || !isId(id))
    throw new UsageError(`alias: expected a name and the id of an identity or a contract`);
  const isContract = (await endpoint.call('getContract', { id })) !== null;
  const isIdentity = !isContract && (await endpoint.call('getIdentity', { id })) !== null;
  if (!isContract && !isIdentity)
    throw new CommandError(`there is no identity and no contract ${id}: see ${PROGRAM} platform contracts`);
  const given = membersOf(
    await endpoint.call('setAlias', { alias: name, [isContract ? 'contractId' : 'identityId']: id }),
  );
  const { replacedId } = given;
  if (typeof replacedId === 'string') note(`"${name}" named ${replacedId} until now`);
  return [given];
}
