import { parse, stringify } from 'lossless-json';
import { CommandError } from '../program/command.js';
import { printable } from '../program/printable.js';
import { PROGRAM } from '../program/program-name.js';
import { isId, KnownAliases } from './known-aliases.js';
import { membersOf } from './members.js';
import { askPlatform, remotePlatform } from './platform-client.js';

/**
 * Returns the official JSON of a contract on the platform of a gateway, with all digits of its numbers.
 * @param url of the gateway, such as `http://127.0.0.1:3000`
 * @param name id of the contract in base58, or its alias
 * @throws {CommandError} (rejects) when there is no platform, or no such contract. @throws {UsageError} when it is no address
 */
export async function fetchContract(url: string, apiKey: string | undefined, name: string): Promise<string> {
  const endpoint = remotePlatform(url, apiKey);
  const id = isId(name) ? name : await new KnownAliases(endpoint).idOf('contract', name);
  if (id !== undefined) {
    const { result } = membersOf(readAnswer(await askPlatform(url, apiKey, 'getContract', { id }), url));
    const { contract } = membersOf(result);
    if (contract !== undefined) return stringify(contract) ?? '';
  }
  throw new CommandError(
    `there is no contract "${name}" at ${url}: ${PROGRAM} platform contracts lists them`,
  );
}

function readAnswer(text: string, url: string): unknown {
  try {
    return parse(text);
  } catch {
    throw new CommandError(`${url} did not return JSON: ${printable(text.slice(0, 100))}`);
  }
}
