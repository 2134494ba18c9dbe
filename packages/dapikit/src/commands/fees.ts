import {
  CREDITS_PER_DASH,
  estimateFees,
  type Diagnostic,
  type FeeComponent,
  type FeeEstimate,
  NEWEST_RELEASED_PROTOCOL,
  OLDEST_PLATFORM_PROTOCOL,
  type WriteCost,
} from '@dapikit/contract';
import type { REGISTRATION_KEY_TYPES, RegistrationFeeOptions } from '@dapikit/platform';
import { command, CommandError, EXIT } from '../program/command.js';
import { oneContract } from '../input/one-contract.js';
import { integer, oneOf, option } from '../program/option.js';
import { palette, type Palette } from '../report/palette.js';
import { printable, printableJson } from '../program/printable.js';
import { displayOf } from '../report/display.js';
import { writeReport } from '../report/write-report.js';
import { colorOption, contractOptions, docsUrlOption } from './contract-options.js';
import { columns } from '../report/columns.js';

/** Copy of `REGISTRATION_KEY_TYPES` of `@dapikit/platform`, which is not loaded for the help. */
const KEY_TYPES = [
  'ECDSA_HASH160',
  'ECDSA_SECP256K1',
  'BLS12_381',
] as const satisfies typeof REGISTRATION_KEY_TYPES;

/** Implements `dapikit fees`: prints the cost of registering a contract, part by part. */
export const fees = command({
  name: 'fees',
  about: 'calculate the cost of registering a contract',
  usage: '[file] [options]',
  maxOperands: 1,
  options: {
    ...contractOptions,
    keyType: option<(typeof KEY_TYPES)[number]>({
      flag: 'key-type',
      value: 'type',
      about: `type of the key that signs: ${KEY_TYPES.join(', ')}; identities that the local platform creates have the default`,
      default: KEY_TYPES[0],
      read: oneOf(KEY_TYPES),
    }),
    height: option({
      flag: 'height',
      value: 'height',
      about: 'height of the block that registers the contract, which is stored with it, such as 100000',
      default: 1,
      read: integer(1, Number.MAX_SAFE_INTEGER),
    }),
    format: option({
      flag: 'format',
      short: 'f',
      value: 'format',
      about: 'pretty or json',
      default: 'pretty',
      read: oneOf(['pretty', 'json']),
    }),
    docsUrl: docsUrlOption,
    color: colorOption,
  },
  notes: [
    'Exit code: 0 with a fee, 1 if the network would reject the contract, 2 if the command line is invalid or the file cannot be read.',
  ],
  async run({ protocol, form, keyType, height, format, color, docsUrl }, [file], terminal) {
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
        docsUrl,
      } as const;
      await writeReport(report, format === 'json' ? 'json' : 'pretty', color, terminal);
      if (format === 'pretty')
        throw new CommandError('cannot calculate fees: the network would reject the contract');
      return EXIT.failure;
    }
    const charge =
      protocol < OLDEST_PLATFORM_PROTOCOL || protocol > NEWEST_RELEASED_PROTOCOL
        ? chargeIn(estimate)
        : await chargeOf(text, { protocolVersion: protocol, form, keyType, height: BigInt(height) });
    const unusable = verdict.diagnostics.filter(({ severity }) => severity === 'unusable');
    const bill = { name, protocol, keyType, height, unusable, ...charge };
    const colours = palette(displayOf(terminal.stdout, color, terminal.env).isColoured);
    terminal.stdout.write(format === 'json' ? jsonOf(bill) : tableOf(bill, colours));
    return EXIT.fine;
  },
});
const PARTS: Readonly<Record<FeeComponent['part'] | 'processing', string>> = {
  base: 'contract',
  documentType: 'document types',
  plainIndex: 'indices',
  uniqueIndex: 'unique indices',
  contestedIndex: 'contested indices',
  token: 'tokens',
  perpetualDistribution: 'perpetual distributions',
  identityDistribution: 'distributions once per identity',
  preProgrammedDistribution: 'pre-programmed distributions',
  keyword: 'keywords',
  validation: 'validation of the schemas',
  storage: 'storage, in bytes',
  processing: 'processing of the signature and the trees',
};

/** Stands behind an amount that the network does not charge exactly. */
const ESTIMATE = '(estimate)';

/** Describes one amount of a bill, in credits. */
interface BillPart {
  readonly part: keyof typeof PARTS;
  readonly count?: number;
  readonly credits: bigint;
  /** True if the network charges exactly this. */
  readonly isExact: boolean;
}

/** Describes what a registration costs. */
interface Charge {
  readonly parts: readonly BillPart[];
  readonly registration: bigint;
  readonly total: bigint;
  /** True if the local platform charges exactly the total. */
  readonly isCharged: boolean;
  /** Costs of documents beside usual fees; absent where there are none. */
  readonly writes?: readonly WriteCost[];
}

/** Describes what is printed. */
interface Bill extends Charge {
  readonly name: string;
  readonly protocol: number;
  readonly keyType: (typeof KEY_TYPES)[number];
  readonly height: number;
  readonly unusable: readonly Diagnostic[];
}

/**
 * Returns what the local platform charges, by its own code.
 * @throws {CommandError} (it rejects) where it would reject the contract now, as one with distributions in the past
 */
async function chargeOf(text: string, options: RegistrationFeeOptions): Promise<Charge> {
  const { calculateRegistrationFee, isPlatformError } = await import('@dapikit/platform');
  const fee = calculateRegistrationFee(text, options).catch((error: unknown) => {
    throw isPlatformError(error) ? new CommandError(`cannot calculate fees: ${error.message}`) : error;
  });
  const { components, storage, processing, registration, total } = await fee;
  return {
    parts: [
      ...components,
      { part: 'storage', count: storage.bytes, credits: storage.credits, isExact: true },
      { part: 'processing', credits: processing, isExact: false },
    ],
    registration,
    total,
    isCharged: true,
  };
}

const chargeIn = ({ components, registration, total, writes = [] }: FeeEstimate): Charge => ({
  parts: components,
  writes,
  registration: registration.credits,
  total: total.credits,
  isCharged: false,
});

const row = (title: string, count: string, credits: bigint): string[] => [
  title,
  count,
  dashOf(credits),
  grouped(credits),
];

function tableOf(bill: Bill, colours: Palette): string {
  const { parts, registration, total, isCharged } = bill;
  const [head = '', ...rows] = columns(
    [
      ['', 'count', 'DASH', 'credits'],
      ...parts.map(({ part, count, credits, isExact }) =>
        row(isExact || isCharged ? PARTS[part] : `${PARTS[part]} ${ESTIMATE}`, String(count ?? ''), credits),
      ),
      row('registration', '', registration),
      row(isCharged ? 'total' : `total ${ESTIMATE}`, '', total),
    ],
    ['left', 'right', 'right', 'right'],
  );
  return `${[
    `${printable(bill.name)}, to be registered at protocol ${bill.protocol}`,
    '',
    colours.faint(head),
    ...rows.slice(0, -2),
    colours.faint(`  ${'-'.repeat(head.length - 2)}`),
    rows.at(-2) ?? '',
    colours.strong(rows.at(-1) ?? ''),
    '',
    ...termsOf(bill),
    'An update costs the registration again, and storage only for what is new.',
    ...(bill.writes ?? []).map((write) => printable(describeWrite(write))),
    ...bill.unusable.map(
      ({ code, message }) =>
        `\n${colours.unusable(`unusable[${code}]`)}${colours.strong(`: ${printable(message)}`)}\nThe fee would be lost.`,
    ),
  ].join('\n')}\n`;
}

/** Describes what a document costs beside usual fees. */
const describeWrite = (write: WriteCost): string =>
  write.kind === 'contest'
    ? `A contested document of "${write.documentType}" pays ${amount(write.credits).dash} DASH into the fund of its contest; twice as much past 250 contenders, and again with every 50.`
    : `A document of "${write.documentType}" prepays its storage for ${write.ttl} seconds: ${grouped(write.fixed)} credits, and ${grouped(write.perByte)} a byte; nothing is refunded.`;

/** States what the total includes and assumes. */
const termsOf = ({ isCharged, keyType, height, protocol }: Bill): readonly string[] =>
  isCharged
    ? [
        `The local platform charges exactly this total where a key of type ${keyType} signs (--key-type), at height ${height} (--height).`,
        'The network charges the same but for processing, where it has larger trees.',
      ]
    : [
        ...(protocol > NEWEST_RELEASED_PROTOCOL
          ? [
              `The fees of protocol ${protocol} are calculated, not measured: no network has charged them in public.`,
            ]
          : []),
        'An estimate leaves out processing of the signature and the trees, which costs about 0.00001 DASH more.',
      ];

/** Writes credits as DASH, with all decimals of a credit, so that the columns align. */
function dashOf(credits: bigint): string {
  const fraction = String(credits % CREDITS_PER_DASH).padStart(CREDIT_DECIMALS, '0');
  return `${credits / CREDITS_PER_DASH}.${fraction}`;
}

const CREDIT_DECIMALS = 11;

function grouped(credits: bigint): string {
  return String(credits).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
}

/** Returns an amount as text: a JSON number may not represent it exactly. */
const amount = (credits: bigint): { readonly credits: string; readonly dash: string } => ({
  credits: String(credits),
  dash: dashOf(credits).replace(/\.?0+$/, ''),
});

const writeJson = (write: WriteCost) =>
  write.kind === 'contest'
    ? { ...write, ...amount(write.credits) }
    : { ...write, perByte: String(write.perByte), fixed: String(write.fixed) };

function jsonOf({ name, protocol, parts, registration, total, isCharged, ...terms }: Bill): string {
  return `${printableJson({
    version: 2,
    file: name,
    protocolVersion: protocol,
    ...(isCharged ? { keyType: terms.keyType, height: terms.height } : {}),
    components: parts.map(({ part, count, isExact, credits }) => ({
      part,
      ...(count === undefined ? {} : { count }),
      isExact,
      ...amount(credits),
    })),
    registration: { isExact: true, ...amount(registration) },
    total: { isExact: false, isCharged, ...amount(total) },
    ...(terms.writes === undefined || terms.writes.length === 0
      ? {}
      : { writes: terms.writes.map(writeJson) }),
    unusable: terms.unusable.map(({ code, message, at }) => ({ code, message, at })),
  })}\n`;
}
