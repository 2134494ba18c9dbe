import {
  estimateFees,
  type ContractVerdict,
  type Diagnostic,
  type FeeComponent,
  type FeeEstimate,
} from '@dapikit/contract';
import { command, CommandError, EXIT } from '../program/command.js';
import { oneContract } from '../input/one-contract.js';
import { oneOf, option } from '../program/option.js';
import { palette, type Palette } from '../report/palette.js';
import { printable, printableJson } from '../program/printable.js';
import { displayOf, writeReport } from '../report/write-report.js';
import { colorOption, contractOptions } from './contract-options.js';
import { columns } from './columns.js';

/** Implements `dapikit fees`: prints the cost of registering a contract, part by part. */
export const fees = command({
  name: 'fees',
  about: 'estimate the cost of registering a contract',
  usage: '[file] [options]',
  maxOperands: 1,
  options: {
    ...contractOptions,
    format: option({
      flag: 'format',
      short: 'f',
      value: 'format',
      about: 'pretty or json',
      default: 'pretty',
      read: oneOf(['pretty', 'json']),
    }),
    color: colorOption,
  },
  notes: [
    'Exit code: 0 with an estimate, 1 if the network would reject the contract, 2 if the command line is invalid or the file cannot be read.',
  ],
  async run({ protocol, form, format, color }, [file], terminal) {
    const { name, text } = await oneContract(file);
    const { verdict, estimate } = estimateFees(text, { protocolVersion: protocol, form });
    if (estimate === undefined) {
      const report = {
        files: [{ name, text, verdict }],
        unreadable: [],
        protocolVersion: protocol,
        judge: 'network',
        quiet: true,
        maxWarnings: Number.POSITIVE_INFINITY,
      } as const;
      await writeReport(report, format === 'json' ? 'json' : 'pretty', color, terminal);
      if (format === 'pretty')
        throw new CommandError('cannot estimate fees: the network would reject the contract');
      return EXIT.failure;
    }
    const colours = palette(displayOf(terminal.stdout, color, terminal.env).isColoured);
    terminal.stdout.write(
      format === 'json'
        ? jsonOf(name, protocol, estimate, findUnusable(verdict))
        : tableOf(name, protocol, estimate, findUnusable(verdict), colours),
    );
    return EXIT.fine;
  },
});

const PARTS: Readonly<Record<FeeComponent['part'], string>> = {
  base: 'contract',
  documentType: 'document types',
  plainIndex: 'indices',
  uniqueIndex: 'unique indices',
  contestedIndex: 'contested indices',
  token: 'tokens',
  perpetualDistribution: 'perpetual distributions',
  preProgrammedDistribution: 'pre-programmed distributions',
  keyword: 'keywords',
  validation: 'validation of the schemas',
  storage: 'storage, in bytes',
};

/** Stands behind an amount that the network does not charge exactly. */
const ESTIMATE = '(estimate)';

const findUnusable = ({ diagnostics }: ContractVerdict): readonly Diagnostic[] =>
  diagnostics.filter(({ severity }) => severity === 'unusable');

function tableOf(
  name: string,
  protocol: number,
  estimate: FeeEstimate,
  unusable: readonly Diagnostic[],
  colours: Palette,
): string {
  const { components, registration, total } = estimate;
  const row = (title: string, count: string, { dash, credits }: typeof total): string[] => [
    title,
    count,
    padFraction(dash),
    grouped(credits),
  ];
  const [head = '', ...rows] = columns(
    [
      ['', 'count', 'DASH', 'credits'],
      ...components.map((part) =>
        row(part.isExact ? PARTS[part.part] : `${PARTS[part.part]} ${ESTIMATE}`, String(part.count), part),
      ),
      row('registration', '', registration),
      row(`total ${ESTIMATE}`, '', total),
    ],
    ['left', 'right', 'right', 'right'],
  );
  return `${[
    `${printable(name)}, to be registered at protocol ${protocol}`,
    '',
    colours.faint(head),
    ...rows.slice(0, -2),
    colours.faint(`  ${'-'.repeat(head.length - 2)}`),
    rows.at(-2) ?? '',
    colours.strong(rows.at(-1) ?? ''),
    '',
    'An estimate leaves out processing of the signature and the trees, which costs about 0.00001 DASH more.',
    'An update costs the registration again, and storage only for what is new.',
    ...unusable.map(
      ({ code, message }) =>
        `\n${colours.unusable(`unusable[${code}]`)}${colours.strong(`: ${printable(message)}`)}\nThe fee would be lost.`,
    ),
  ].join('\n')}\n`;
}

/** Pads an amount to the decimals of a credit, so that the columns align. */
function padFraction(dash: string): string {
  const [whole = '', fraction = ''] = dash.split('.');
  return `${whole}.${fraction.padEnd(11, '0')}`;
}

function grouped(credits: bigint): string {
  return String(credits).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Credits are texts: a JSON number may not represent them exactly. */
function jsonOf(
  file: string,
  protocolVersion: number,
  { components, registration, total }: FeeEstimate,
  unusable: readonly Diagnostic[],
): string {
  const amount = ({ credits, dash }: typeof total) => ({ credits: String(credits), dash });
  return `${printableJson({
    version: 1,
    file,
    protocolVersion,
    components: components.map((part) => ({
      part: part.part,
      count: part.count,
      isExact: part.isExact,
      ...amount(part),
    })),
    registration: { isExact: true, ...amount(registration) },
    total: { isExact: false, ...amount(total) },
    unusable: unusable.map(({ code, message, at }) => ({ code, message, at })),
  })}\n`;
}
