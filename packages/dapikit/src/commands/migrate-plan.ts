import { existsSync } from 'node:fs';
import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { stringify } from 'lossless-json';
import { STDIN } from '../input/find-contracts.js';
import { namedContract } from '../input/named-contract.js';
import { describePlan } from '../migrate/describe-plan.js';
import type { CountedType } from '../migrate/count-documents.js';
import { planMigration, type MigrationPlan, type TypePlan } from '../migrate/plan-migration.js';
import { connectProven, provenContract, type ProvenNetwork } from '../migrate/proven-network.js';
import { completeText, hasOnlyTypes, registeredFile, updateOf } from '../platform/contract-update.js';
import { isId } from '../platform/known-aliases.js';
import type { Members } from '../platform/members.js';
import { CommandError, EXIT, type ExitCode } from '../program/command.js';
import { UsageError } from '../program/option.js';
import type { Terminal } from '../program/terminal.js';
import { palette } from '../report/palette.js';
import { displayOf } from '../report/display.js';
import type { MigrateValues } from './migrate-options.js';

/** Prints how a registered contract becomes a new one. */
export async function planAction(
  { protocol, form, json, color, url }: MigrateValues,
  [before, after]: readonly string[],
  { stdout, env }: Terminal,
): Promise<ExitCode> {
  if (before === undefined || after === undefined)
    throw new UsageError('expected plan, then two contracts: the registered one and the new one');
  if (before === STDIN && after === STDIN)
    throw new UsageError('only one of the two can come from standard input');
  if (protocol > NEWEST_RELEASED_PROTOCOL)
    throw new UsageError(`--protocol: plans are made for protocols up to ${NEWEST_RELEASED_PROTOCOL}`);
  const found = isId(before) ? await registeredContract(url, before) : undefined;
  const old = found === undefined ? (await namedContract(before)).text : (stringify(found.members) ?? '');
  const { text: updated } = await namedContract(after);
  const options = { protocolVersion: protocol, form };
  const madeUp = found === undefined ? registeredFile(old, updated, options) : undefined;
  const base = found?.members ?? madeUp;
  const from = base === undefined ? old : (stringify(base) ?? '');
  const planned =
    base === undefined || hasOnlyTypes(updated, options)
      ? planMigration(from, updated, options)
      : planMigration(completeText(from), completeText(updateOf(updated, base, protocol)), options);
  const plan = madeUp === undefined ? planned : withoutIds(planned);
  const counted = found === undefined ? [] : await countedTypes(found, before, updated, plan);
  if (json)
    stdout.write(
      `${stringify(found === undefined ? plan : { ...plan, documents: counted }, undefined, 2)}\n`,
    );
  else stdout.write(describePlan(plan, palette(displayOf(stdout, color, env).isColoured), counted));
  return plan.kind === 'update' || plan.kind === 'unchanged' ? EXIT.fine : EXIT.failure;
}

/** Leaves out the id and the owner that stand for those of files without them. */
function withoutIds(plan: MigrationPlan): MigrationPlan {
  if (plan.kind !== 'move' || plan.instead === undefined) return plan;
  const { id: _id, ownerId: _ownerId, ...contract } = plan.instead.contract;
  return { ...plan, instead: { ...plan.instead, contract } };
}

/** Holds a contract, and the network where it is registered. */
interface FoundContract {
  readonly network: ProvenNetwork;
  readonly members: Members;
}

/** Counts the documents on the network that a plan copies; nothing where it copies none. */
async function countedTypes(
  { network, members }: FoundContract,
  contractId: string,
  updated: string,
  plan: MigrationPlan,
): Promise<readonly CountedType[]> {
  if (plan.kind !== 'move') return [];
  const { countDocuments } = await import('../migrate/count-documents.js');
  return countDocuments(network, {
    contractId,
    registered: members,
    updated: completeText(updateOf(updated, members, network.protocolVersion)),
    copied: plan.types.filter(({ becomes }) => COPIED.has(becomes)).map(({ name }) => name),
  });
}

/** Lists the fates of types whose documents are copied into a new contract. */
const COPIED: ReadonlySet<TypePlan['becomes']> = new Set(['same', 'changed', 'moved']);

/** Reads a registered contract; `undefined` where a file has the name, and no network is given. */
async function registeredContract(url: string | undefined, id: string): Promise<FoundContract | undefined> {
  if (url === undefined) {
    if (existsSync(id)) return undefined;
    throw new UsageError(`${id} is the id of a contract: name its network by --url`);
  }
  const network = await connectProven(url);
  const found = await provenContract(network, id, network.protocolVersion);
  if (found === undefined) throw new CommandError(`there is no contract ${id} on ${network.name}`);
  return { network, members: found.members };
}
