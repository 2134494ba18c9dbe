import {
  compareContracts,
  validateContract,
  type ContractChange,
  type Diagnostic,
  type Form,
  type UpdateVerdict,
} from '@dapikit/contract';
import { command, EXIT } from '../program/command.js';
import { STDIN } from '../input/find-contracts.js';
import { gitName } from '../input/git-file.js';
import { namedContract } from '../input/named-contract.js';
import type { NamedText } from '../input/one-contract.js';
import { FileError } from '../program/file-error.js';
import { option, text, UsageError } from '../program/option.js';
import { count, isPassed, type CheckedFile, type Report } from '../report/report.js';
import { palette, type Palette } from '../report/palette.js';
import { printable } from '../program/printable.js';
import { displayOf } from '../report/display.js';
import { writeReport } from '../report/write-report.js';
import { parseExactly } from '../platform/exact-json.js';
import { membersOf } from '../platform/members.js';
import { checkOptions } from './check-options.js';
import { platformOptions } from './platform-options.js';

const { protocol, form, network, format, quiet, docsUrl, color } = checkOptions;

/** Differences that are listed; a contract that has more was replaced, and a list says nothing. */
const MAX_LISTED_CHANGES = 50;

/** Implements `dapikit diff`: says whether the network would accept a contract as the update of another one. */
export const diff = command({
  name: 'diff',
  about: 'check whether a contract update is allowed',
  usage: '<registered> <update> [options]   or   <update> --against git:REF   or   <id> <update> --url <url>',
  maxOperands: 2,
  options: {
    against: option<string | undefined>({
      flag: 'against',
      value: 'git:REF',
      about: 'compare with the same file in a revision of git, such as git:main',
      default: undefined,
      read: text,
    }),
    url: option<string | undefined>({
      flag: 'url',
      value: 'url',
      about:
        'URL of a gateway whose platform has the registered contract, which is then named by its id or its alias',
      default: undefined,
      defaultText: 'none',
      read: text,
    }),
    apiKey: platformOptions.apiKey,
    protocol,
    form,
    network,
    format,
    quiet,
    docsUrl,
    color,
  },
  examples: [
    ['diff registered.json contract.json', 'list the changes, whether they are allowed, and the fee'],
    ['diff registered.json - < contract.json', 'an update from standard input'],
    ['diff contract.json --against git:main', 'compare a file with that of a branch'],
    [
      'diff shop shop.json --url http://127.0.0.1:3000',
      'compare a contract on a local platform with its file',
    ],
    ['diff git:v1:contract.json contract.json', 'the same, for a file with another name or place'],
  ],
  notes: [
    'The update is checked like with dapikit check and compared with the registered contract. Versions, ids and owners are compared if both contracts have them; with a bare map of document types, only the types are compared. With --url, a whole contract gets the id, the owner and the next version of the registered one first, as an update does.',
    'Exit code: 0 if the update is allowed, 1 if it is not, 2 if the command line is invalid or a contract cannot be read.',
  ],
  async run(values, operands, terminal) {
    const [registered, update] = await readContracts(operands, values);
    const options = { protocolVersion: values.protocol, form: values.form };
    const compare = values.url === undefined ? compareContracts : compareWithRegistered;
    const verdict = await compare(registered.text, update.text, options);
    const { changes } = verdict;
    const checked = { ...update, verdict, ...(changes && { changes }) };
    const unreadable = unreadableFile(registered, verdict, options);
    const report: Report = {
      files: [unreadable ?? checked],
      unreadable: [],
      protocolVersion: values.protocol,
      judge: values.network ? 'network' : 'specification',
      quiet: values.quiet,
      maxWarnings: Number.POSITIVE_INFINITY,
      docsUrl: values.docsUrl,
    };
    if (values.format === 'pretty' && changes !== undefined) {
      const colours = palette(displayOf(terminal.stdout, values.color, terminal.env).isColoured);
      terminal.stdout.write(describeChanges(changes, verdict.fees, colours));
    }
    await writeReport(report, values.format, values.color, terminal);
    if (unreadable !== undefined)
      throw new FileError(`${registered.name} is no contract: an update cannot be compared with it`);
    return isPassed(report) ? EXIT.fine : EXIT.failure;
  },
});

/** Describes where the registered contract is, if it is in no file. */
interface Where {
  readonly against: string | undefined;
  readonly url: string | undefined;
  readonly apiKey: string | undefined;
}

/** Reads the registered contract and its update. @throws {UsageError} where they are not two */
async function readContracts(
  [first, second]: readonly string[],
  { against, url, apiKey }: Where,
): Promise<readonly [registered: NamedText, update: NamedText]> {
  if (against !== undefined && first !== undefined && second !== undefined)
    throw new UsageError('--against names the registered contract: give one file, the update');
  const [before, after] =
    against === undefined || first === undefined ? [first, second] : [gitName(against, first), first];
  if (before === undefined || after === undefined)
    throw new UsageError(
      'expected two contracts, the registered one and its update, or one and --against git:REF',
    );
  if (after === STDIN && (before === STDIN || against !== undefined))
    throw new UsageError(
      against === undefined
        ? 'only one of the two can come from standard input'
        : '--against needs the name of a file: standard input has none',
    );
  if (url === undefined) return [await namedContract(before), await namedContract(after)];
  if (against !== undefined) throw new UsageError('--url and --against exclude each other');
  const { fetchContract } = await import('../platform/fetch-contract.js');
  return [{ name: before, text: await fetchContract(url, apiKey, before) }, await namedContract(after)];
}

/** Compares a registered contract with its update: a whole one as the next version, as the platform completes it, bare document types as they are. */
async function compareWithRegistered(
  registered: string,
  update: string,
  options: { readonly protocolVersion: number; readonly form: Form },
): Promise<UpdateVerdict> {
  const { compareVersions, hasOnlyTypes, updateOf } = await import('../platform/contract-update.js');
  if (hasOnlyTypes(update, options)) return compareContracts(registered, update, options);
  const next = updateOf(update, membersOf(parseExactly(registered)), options.protocolVersion);
  const verdict = compareVersions(registered, next, options);
  return { ...verdict, diagnostics: withPlacesIn(update, verdict.diagnostics, options) };
}

/** Returns diagnostics of a completed text with their ranges in the text of the author, where they are errors of that, too. */
function withPlacesIn(
  text: string,
  diagnostics: readonly Diagnostic[],
  options: { readonly protocolVersion: number; readonly form: Form },
): readonly Diagnostic[] {
  const own = validateContract(text, { ...options, transition: 'update' }).diagnostics;
  return diagnostics.map(({ range: _completed, ...diagnostic }) => {
    const { range } = own.find(({ code, at }) => code === diagnostic.code && at === diagnostic.at) ?? {};
    return { ...diagnostic, ...(range && { range }) };
  });
}

const UNREADABLE = 'update-baseline-unreadable';

/** Returns the registered contract with its own errors where they prevent the comparison, so that they are reported in its file. */
function unreadableFile(
  registered: NamedText,
  { diagnostics }: UpdateVerdict,
  options: { readonly protocolVersion: number; readonly form: Form },
): CheckedFile | undefined {
  if (!diagnostics.some(({ code }) => code === UNREADABLE)) return undefined;
  const verdict = validateContract(registered.text, options);
  return verdict.accepted ? undefined : { ...registered, verdict };
}

const MARKS = { add: '+', remove: '-', replace: '~' } as const satisfies Record<ContractChange['op'], string>;

/** The differences, one a line, and what the update costs. */
function describeChanges(
  changes: readonly ContractChange[],
  fees: UpdateVerdict['fees'],
  colours: Palette,
): string {
  if (changes.length === 0) return 'No changes.\n\n';
  const listed = changes
    .slice(0, MAX_LISTED_CHANGES)
    .map(({ op, path }) => `  ${MARKS[op]} ${printable(path)}`);
  const more = changes.length - listed.length;
  return [
    colours.strong(count(changes.length, 'change')),
    ...listed,
    ...(more === 0 ? [] : [`  … and ${more} more`]),
    ...(fees === undefined
      ? []
      : [
          '',
          `It costs at most ${fees.total.dash} DASH (estimate): the registration again, and storage for what is new.`,
        ]),
    '',
    '',
  ].join('\n');
}
