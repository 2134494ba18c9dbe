import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { stringify } from 'lossless-json';
import { STDIN } from '../input/find-contracts.js';
import { namedContract } from '../input/named-contract.js';
import { describePlan } from '../migrate/describe-plan.js';
import { planMigration } from '../migrate/plan-migration.js';
import { connectProven, provenContract } from '../migrate/proven-network.js';
import { isId } from '../platform/known-aliases.js';
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
  const registered =
    url !== undefined && isId(before)
      ? await registeredText(url, before)
      : (await namedContract(before)).text;
  const updated = await namedContract(after);
  const plan = planMigration(registered, updated.text, { protocolVersion: protocol, form });
  if (json) stdout.write(`${stringify(plan, undefined, 2)}\n`);
  else stdout.write(describePlan(plan, palette(displayOf(stdout, color, env).isColoured)));
  return plan.kind === 'update' || plan.kind === 'unchanged' ? EXIT.fine : EXIT.failure;
}

async function registeredText(url: string, id: string): Promise<string> {
  const network = await connectProven(url);
  const found = await provenContract(network, id, network.protocolVersion);
  if (found === undefined) throw new CommandError(`there is no contract ${id} on ${network.name}`);
  return stringify(found.members) ?? '';
}
