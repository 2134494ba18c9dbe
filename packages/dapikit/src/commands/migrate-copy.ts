import { ClientError, identifierText } from '@dapikit/client';
import { PrivateKey } from '@dashevo/evo-sdk';
import { readPrivateKey } from '../input/private-key.js';
import { rejectionNotes } from '../generate/rejections-module.js';
import { planCopies, type CopyPlan, type TypeCopies, type TypeName } from '../migrate/copy-plan.js';
import { answerOf, connectProven, type ProvenNetwork } from '../migrate/proven-network.js';
import { writeCopies } from '../migrate/write-copies.js';
import { jsonObject } from '../platform/json-argument.js';
import { isId } from '../platform/known-aliases.js';
import { CommandError, EXIT, type ExitCode } from '../program/command.js';
import { confirm } from '../program/confirm.js';
import { UsageError } from '../program/option.js';
import { printable } from '../program/printable.js';
import type { Terminal } from '../program/terminal.js';
import { count } from '../report/report.js';
import { roundDash } from '../report/round-dash.js';
import { urlOf, type MigrateValues } from './migrate-options.js';

/** Rejections that are listed; more of them have the same reasons. */
const MAX_LISTED = 10;

/** Copies the documents of one owner from a contract into another one, each once. */
export async function copyAction(
  values: MigrateValues,
  [source, target]: readonly string[],
  terminal: Terminal,
): Promise<ExitCode> {
  if (source === undefined || target === undefined)
    throw new UsageError('expected copy, then two contracts: <id> or <id>/<type>');
  if (values.json) throw new UsageError('copy prints no JSON');
  const [from, to] = [typeName(source), typeName(target)];
  if (from.contractId === to.contractId && (from.typeName ?? '') === (to.typeName ?? ''))
    throw new UsageError('expected another contract or document type to copy into');
  const added = values.set === undefined ? {} : jsonObject(values.set, '--set');
  const privateKey = await readPrivateKey(values.keyFile, terminal.env);
  const network = await connectProven(urlOf(values.url));
  const ownerId = await ownerOf(network, privateKey, values.owner);
  const plan = await fromClient(async () => planCopies(network, { from, to, ownerId, added }));
  const { stdout } = terminal;
  stdout.write(describePlan(plan, network, ownerId, to));
  const total = plan.types.reduce((sum, { copies }) => sum + copies.length, 0);
  const isWhole = plan.types.every(({ rejections }) => rejections.size === 0);
  if (total === 0) return isWhole ? EXIT.fine : EXIT.failure;
  if (!(await confirm(`Write ${count(total, 'document')}?`, values.yes, terminal)))
    throw new CommandError('nothing was written');
  const rejections = await rejectionNotes();
  let rejected = 0;
  await fromClient(async () =>
    writeCopies(
      network,
      to.contractId,
      plan,
      { signer: { identityId: ownerId, privateKey }, rejections },
      {
        written: (copy, id) =>
          stdout.write(`${copy.typeName} ${identifierText(copy.source.$id)} is copied to ${id}\n`),
        rejected: (copy, why) => {
          rejected += 1;
          stdout.write(
            `${copy.typeName} ${identifierText(copy.source.$id)} is not copied: ${printable(why)}\n`,
          );
        },
      },
    ),
  );
  stdout.write(`${count(total - rejected, 'document')} copied, ${rejected} rejected\n`);
  return isWhole && rejected === 0 ? EXIT.fine : EXIT.failure;
}

function typeName(text: string): TypeName {
  const [contractId = '', name] = text.split(/\/(.*)/s);
  if (!isId(contractId) || name === '')
    throw new UsageError(`expected <id> or <id>/<type>, found ${JSON.stringify(text)}`);
  return name === undefined ? { contractId } : { contractId, typeName: name };
}

/** Returns the identity whose documents are copied: the one of the key where none is named. */
async function ownerOf(
  { sdk, name }: ProvenNetwork,
  wif: string,
  owner: string | undefined,
): Promise<string> {
  if (owner !== undefined) {
    if (!isId(owner))
      throw new UsageError(
        `--owner: expected the id of an identity in base58, found ${JSON.stringify(owner)}`,
      );
    return owner;
  }
  let hash: string;
  try {
    hash = PrivateKey.fromWIF(wif).getPublicKeyHash();
  } catch {
    throw new CommandError('the private key is not in WIF');
  }
  const identity = await answerOf(name, async () => sdk.identities.byPublicKeyHash(hash));
  if (identity === undefined)
    throw new CommandError('no identity of this network has the key: name the owner by --owner');
  return identity.id.toString();
}

/** Runs work with the client. @throws {CommandError} (rejects) with the message of its errors */
async function fromClient<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    throw new CommandError(`${printable(error.message)}; the same command goes on where it ended`);
  }
}

function describePlan(plan: CopyPlan, network: ProvenNetwork, ownerId: string, to: TypeName): string {
  const isAny = plan.types.some(({ copies }) => copies.length > 0);
  const lines = [
    `Documents of ${ownerId} on ${printable(network.name)}, into contract ${to.contractId}`,
    ...plan.types.flatMap(describeType),
    isAny
      ? `Writing them costs about ${roundDash(plan.credits)} DASH, as measured on a platform in this process.`
      : 'There is nothing to write.',
  ];
  return `${lines.join('\n')}\n`;
}

function describeType(type: TypeCopies): readonly string[] {
  const { from, to, copies, present, lost, references, rejections, shape } = type;
  const price = shape.prices.create;
  const listed = [...rejections].slice(0, MAX_LISTED);
  return [
    `  ${printable(from)} to ${printable(to.name)}: ${copies.length} to write, ${present} there already`,
    ...(lost.length === 0
      ? []
      : [
          `    It leaves out ${lost.map((path) => printable(path)).join(', ')}, which the new type does not have.`,
        ]),
    ...[...references].map(
      ([path, found]) =>
        `    In ${found} of them, ${printable(path)} has the id of a document that is copied too: it stays the same, and points to that document in the old contract.`,
    ),
    ...(price === undefined || copies.length === 0
      ? []
      : [
          `    It costs ${price.amount * BigInt(copies.length)} of token ${price.tokenPosition}${price.contractId === undefined ? '' : ` of contract ${price.contractId}`}.`,
        ]),
    ...listed.map(([id, why]) => `    ${id} cannot be written: ${printable(why)}`),
    ...(rejections.size > listed.length ? [`    … and ${rejections.size - listed.length} more`] : []),
  ];
}
