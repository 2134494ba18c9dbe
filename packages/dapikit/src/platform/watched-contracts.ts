import { validateContract, type Diagnostic } from '@dapikit/contract';
import { JUDGED_PROTOCOLS } from '@dapikit/contract/protocol-versions';
import { CommandError } from '../program/command.js';
import { compareVersions, hasSameContent, updateOf } from './contract-update.js';
import { ignoredMembers } from './ignored-members.js';
import { KnownAliases } from './known-aliases.js';
import { membersOf } from './members.js';
import { PlatformRejectedError, type PlatformEndpoint } from './platform-client.js';
import type { SeedContract, SeedDocument } from './seed-files.js';
import { documentsOf, seedPlatform, SeedIdentities } from './seed-platform.js';

/** Lists the errors of a contract that are written; `dapikit check` lists the others. */
const MAX_ERRORS = 5;

/** The reason with which the platform rejects a snapshot that it does not have. */
const UNKNOWN_SNAPSHOT = 'unknown-snapshot';

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
  ) {}

  /** Notes the state to which {@link reset} goes back. */
  async start(): Promise<void> {
    this.#snapshot = membersOf(await this.endpoint.call('snapshot'))['id'];
  }

  /**
   * Reverts the platform to its state at the start of the watch. Where it does not have that state, as after a restart, it stays as it
   * is, and later resets revert to the present state.
   * @returns lines for people
   */
  async reset(): Promise<readonly string[]> {
    try {
      await this.endpoint.call('revert', { id: this.#snapshot });
    } catch (error) {
      if (!(error instanceof PlatformRejectedError) || error.data['reason'] !== UNKNOWN_SNAPSHOT) throw error;
      await this.start();
      return [
        'the platform does not have its state at the start of the watch, so it is as it was; the next reset goes back to now',
      ];
    }
    await this.start();
    return [];
  }

  /**
   * Checks the contract of a file, registers it with its documents where it is new, and updates it where the platform allows that.
   * @param isReset true after a reset: where the platform does not allow an update, the file is registered as a new contract, which gets the alias
   */
  async apply(
    contract: SeedContract,
    documents: readonly SeedDocument[],
    isReset = false,
  ): Promise<WatchedOutcome> {
    const id = await new KnownAliases(this.endpoint).idOf('contract', contract.alias);
    try {
      const protocolVersion = await this.#protocol();
      if (id === undefined) return await this.#register(contract, documents, protocolVersion);
      const updated = await this.#update(contract, id, protocolVersion);
      return updated.needsReset && isReset
        ? await this.#register(contract, documents, protocolVersion)
        : updated;
    } catch (error) {
      if (error instanceof CommandError || error instanceof PlatformRejectedError)
        return outcome([`${contract.file}: ${error.message}`]);
      throw error;
    }
  }

  /** Returns the protocol version of the platform. @throws {CommandError} (rejects) when contracts cannot be judged by it */
  async #protocol(): Promise<number> {
    const version = Number(membersOf(await this.endpoint.call('status'))['protocolVersion']);
    if (JUDGED_PROTOCOLS.includes(version)) return version;
    throw new CommandError(`the platform runs protocol ${version}, by which contracts cannot be checked`);
  }

  async #register(
    contract: SeedContract,
    documents: readonly SeedDocument[],
    protocolVersion: number,
  ): Promise<WatchedOutcome> {
    const rejected = check(contract.file, contract.text, { protocolVersion, transition: 'create' });
    if (rejected !== undefined) return rejected;
    const own = documentsOf([contract], documents);
    const seed = { contracts: [contract], documents: own };
    const [seeded] = await seedPlatform(this.endpoint, seed, this.owner);
    const more =
      own.length === 0 ? '' : `, with ${own.length === 1 ? '1 document' : `${own.length} documents`}`;
    return outcome([`${contract.file}: registered as ${contract.alias} (${seeded?.contractId})${more}`]);
  }

  async #update(
    { file, alias, text }: SeedContract,
    id: string,
    protocolVersion: number,
  ): Promise<WatchedOutcome> {
    const stored = membersOf(await this.endpoint.call('getContract', { id }));
    const ownerId = String(stored['ownerId']);
    if (ownerId !== (await new SeedIdentities(this.endpoint).find(this.owner)))
      throw new CommandError(
        `the alias ${alias} names contract ${id} of ${ownerId}, not of "${this.owner}": rename the file`,
      );
    const registered = membersOf(stored['contract']);
    const contract = updateOf(text, registered, protocolVersion);
    const rejected = check(file, contract, { protocolVersion, transition: 'update' });
    if (rejected !== undefined) return rejected;
    const verdict = compareVersions(JSON.stringify(registered), contract, { protocolVersion });
    if (hasSameContent(verdict))
      return outcome([
        `${file}: ${alias} is unchanged`,
        ...ignoredMembers(text, protocolVersion).map((line) => `  ${line}`),
      ]);
    if (!verdict.accepted)
      return outcome(
        [`${file}: the platform does not allow this update of ${alias}`, ...errorLines(verdict.diagnostics)],
        true,
      );
    const updated = membersOf(
      await this.endpoint.call('updateContract', {
        by: ownerId,
        contractId: id,
        contract,
      }),
    );
    return outcome([`${file}: updated ${alias} to version ${String(updated['version'])}`]);
  }
}

/** Says why the network rejects a contract by itself; nothing where it accepts it. */
function check(
  file: string,
  text: string,
  options: { readonly protocolVersion: number; readonly transition: 'create' | 'update' },
): WatchedOutcome | undefined {
  const { accepted, diagnostics } = validateContract(text, options);
  return accepted ? undefined : outcome([`${file}: rejected`, ...errorLines(diagnostics)]);
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
