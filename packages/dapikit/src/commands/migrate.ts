import { NEWEST_RELEASED_PROTOCOL } from '@dapikit/contract';
import { stringify } from 'lossless-json';
import { STDIN } from '../input/find-contracts.js';
import { oneContract } from '../input/one-contract.js';
import { describePlan } from '../migrate/describe-plan.js';
import { planMigration } from '../migrate/plan-migration.js';
import { command, EXIT } from '../program/command.js';
import { option, toggle, UsageError } from '../program/option.js';
import { palette } from '../report/palette.js';
import { displayOf } from '../report/display.js';
import { colorOption, contractOptions } from './contract-options.js';

/** Implements `dapikit migrate`: plans how a registered contract becomes a new one. */
export const migrate = command({
  name: 'migrate',
  about: 'plan how a registered contract becomes a new one',
  usage: 'plan <registered> <new> [options]',
  maxOperands: 3,
  options: {
    ...contractOptions,
    json: option({
      flag: 'json',
      about: 'print the plan as JSON, with the contract of the nearest update',
      default: false,
      read: toggle,
    }),
    color: colorOption,
  },
  examples: [['migrate plan registered.json contract.json', 'an update, or what to copy where']],
  notes: [
    'Where the platform rejects the update, the plan has the update that comes nearest, and what copies of documents in a new contract cost and lose. It signs and sends nothing.',
    'Exit code: 0 if the new contract is an update of the registered one, 1 if it is not, 2 if the command line is invalid or a contract cannot be read.',
  ],
  async run({ protocol, form, json, color }, [action, before, after], { stdout, env }) {
    if (action !== 'plan' || before === undefined || after === undefined)
      throw new UsageError('expected plan, then two contracts: the registered one and the new one');
    if (before === STDIN && after === STDIN)
      throw new UsageError('only one of the two can come from standard input');
    if (protocol > NEWEST_RELEASED_PROTOCOL)
      throw new UsageError(`--protocol: plans are made for protocols up to ${NEWEST_RELEASED_PROTOCOL}`);
    const registered = await oneContract(before);
    const updated = await oneContract(after);
    const plan = planMigration(registered.text, updated.text, { protocolVersion: protocol, form });
    if (json) stdout.write(`${stringify(plan, undefined, 2)}\n`);
    else stdout.write(describePlan(plan, palette(displayOf(stdout, color, env).isColoured)));
    return plan.kind === 'update' || plan.kind === 'unchanged' ? EXIT.fine : EXIT.failure;
  },
});
