import { compareContracts, officialContract, validateContract, type Diagnostic } from '@dapikit/contract';
import { stringify } from 'lossless-json';
import { CommandError } from '../program/command.js';
import { parseExactly } from './json-argument.js';
import { KnownAliases } from './known-aliases.js';
import { membersOf, type Members } from './members.js';
import { PlatformRejectedError, type PlatformEndpoint } from './platform-client.js';
import { documentTypesOf, type SeedContract, type SeedDocument } from './seed-files.js';
import { seedPlatform } from './seed-platform.js';

/** Lists the errors of a contract that are written; `dapikit check` lists the others. */
const MAX_ERRORS = 5;

/** Describes what became of the contract of a file. */
export interface WatchedOutcome {
  readonly lines: readonly string[];
  /** True where the platform does not allow the update: a reset registers the file as it is. */
  readonly needsReset: boolean;
}

/** Keeps the contracts of a platform as files have them, beside the documents that they start with. */
export class WatchedContracts {
  #snapshot: unknown;

  /** @param owner name or id of the identity that registers the contracts */
  constructor(
    private readonly endpoint: PlatformEndpoint,
    private readonly owner: string,
    private readonly protocolVersion: number,
  ) {}

  /** Notes the state to which {@link reset} goes back. */
  async start(): Promise<void> {
    this.#snapshot = membersOf(await this.endpoint.call('snapshot'))['id'];
  }

  /** Reverts the platform to its state at the start of the watch. */
  async reset(): Promise<void> {
    await this.endpoint.call('revert', { id: this.#snapshot });
    await this.start();
  }

  /** Checks the contract of a file, registers it with its documents where it is new, and updates it where the platform allows that. */
  async apply(contract: SeedContract, documents: readonly SeedDocument[]): Promise<WatchedOutcome> {
    const id = await new KnownAliases(this.endpoint).idOf('contract', contract.alias);
    try {
      return id === undefined ? await this.#register(contract, documents) : await this.#update(contract, id);
    } catch (error) {
      if (error instanceof CommandError || error instanceof PlatformRejectedError)
        return outcome([`${contract.file}: ${error.message}`]);
      throw error;
    }
  }

  async #register(contract: SeedContract, documents: readonly SeedDocument[]): Promise<WatchedOutcome> {
    const rejected = this.#check(contract.file, contract.text, 'create');
    if (rejected !== undefined) return rejected;
    const types = documentTypesOf(contract.text);
    const own = documents.filter(({ documentType }) => types.includes(documentType));
    const seed = { contracts: [contract], documents: own };
    const [seeded] = await seedPlatform(this.endpoint, seed, this.owner);
    const more =
      own.length === 0 ? '' : `, with ${own.length === 1 ? '1 document' : `${own.length} documents`}`;
    return outcome([`${contract.file}: registered as ${contract.alias} (${seeded?.contractId})${more}`]);
  }

  async #update({ file, alias, text }: SeedContract, id: string): Promise<WatchedOutcome> {
    const stored = membersOf(await this.endpoint.call('getContract', { id }));
    const registered = membersOf(stored['contract']);
    const contract = updateOf(text, registered);
    const rejected = this.#check(file, contract, 'update');
    if (rejected !== undefined) return rejected;
    const verdict = compareContracts(JSON.stringify(registered), contract, this.#options);
    const isSame = (verdict.changes ?? []).every(({ path }) => path === '/version');
    if (isSame) return outcome([`${file}: ${alias} is unchanged`]);
    if (!verdict.accepted)
      return outcome(
        [`${file}: the platform does not allow this update of ${alias}`, ...errorLines(verdict.diagnostics)],
        true,
      );
    const updated = membersOf(
      await this.endpoint.call('updateContract', {
        by: stored['ownerId'],
        contractId: id,
        contract,
      }),
    );
    return outcome([`${file}: updated ${alias} to version ${String(updated['version'])}`]);
  }

  /** Says why the network rejects a contract by itself; nothing where it accepts it. */
  #check(file: string, text: string, transition: 'create' | 'update'): WatchedOutcome | undefined {
    const { accepted, diagnostics } = validateContract(text, { ...this.#options, transition });
    return accepted ? undefined : outcome([`${file}: rejected`, ...errorLines(diagnostics)]);
  }

  get #options() {
    return { protocolVersion: this.protocolVersion };
  }
}

const outcome = (lines: readonly string[], needsReset = false): WatchedOutcome => ({ lines, needsReset });

function errorLines(diagnostics: readonly Diagnostic[]): readonly string[] {
  const errors = diagnostics.filter(({ rejectedBy }) => rejectedBy === 'network');
  const more = errors.length - MAX_ERRORS;
  return [
    ...errors
      .slice(0, MAX_ERRORS)
      .map(({ code, at, message, fix }) => `  ${code} at ${at}: ${message}. ${fix.text}`),
    ...(more > 0 ? [`  … and ${more} more: dapikit check lists them`] : []),
  ];
}

/** Returns the contract of a file as the next version of a registered one, with its id and owner, as JSON text. */
function updateOf(text: string, registered: Members): string {
  const { id, ownerId, version, config } = registered;
  const next = { id, ownerId, version: Number(version) + 1 };
  const official = officialContract(
    text,
    { id: String(id), ownerId: String(ownerId), version: next.version },
    { registered: JSON.stringify(registered), replacesIds: true },
  );
  // Text that is no JSON object is reported by the check.
  if (official === undefined) return text;
  const members = membersOf(parseExactly(official.text));
  return stringify({ config, ...members, ...next }) ?? text;
}
