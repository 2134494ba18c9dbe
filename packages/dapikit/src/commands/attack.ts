import {
  describeContract,
  NEWEST_RELEASED_PROTOCOL,
  OLDEST_PLATFORM_PROTOCOL,
  validateContract,
} from '@dapikit/contract';
import type { AttackReport } from '../attack/suite/attack-contract.js';
import type { Invariant } from '../attack/invariant/invariant.js';
import type { AttackRoom, RoomContract } from '../attack/room/attack-room.js';
import { shownName, STDIN } from '../input/find-contracts.js';
import { oneContract, type NamedText } from '../input/one-contract.js';
import { command, CommandError, EXIT, type ExitCode } from '../program/command.js';
import { integer, oneOf, option, toggle, type Values } from '../program/option.js';
import type { Terminal } from '../program/terminal.js';
import { displayOf } from '../report/display.js';
import { writeReport } from '../report/write-report.js';
import { colorOption, contractOptions } from './contract-options.js';

const MAX_SECONDS = 86_400;
const DEFAULT_SECONDS = 60;
const MAX_SEED = 2 ** 31 - 1;
const FORMATS = ['pretty', 'json', 'sarif'] as const;

const options = {
  protocol: option({
    ...contractOptions.protocol,
    about: `protocol version of the platform, ${OLDEST_PLATFORM_PROTOCOL} to ${NEWEST_RELEASED_PROTOCOL}`,
    read: integer(OLDEST_PLATFORM_PROTOCOL, NEWEST_RELEASED_PROTOCOL),
  }),
  invariants: option<string | undefined>({
    flag: 'invariants',
    short: 'i',
    value: 'file',
    about: 'module (.mjs, .js or .ts) of what must always or never hold',
    default: undefined,
    defaultText: 'none',
    read: (text) => text,
  }),
  seconds: option({
    flag: 'seconds',
    value: 'number',
    about: 'time after which nothing new is tried',
    default: DEFAULT_SECONDS,
    read: integer(1, MAX_SECONDS),
  }),
  seed: option({
    flag: 'seed',
    value: 'number',
    about: 'seed of random values: the same seed tries the same',
    default: 1,
    read: integer(0, MAX_SEED),
  }),
  format: option<(typeof FORMATS)[number]>({
    flag: 'format',
    short: 'f',
    value: 'format',
    about: FORMATS.join(', '),
    default: 'pretty',
    read: oneOf(FORMATS),
  }),
  json: option({ flag: 'json', about: 'as --format json', default: false, read: toggle }),
  color: colorOption,
} as const;

/** Implements `dapikit attack`: executes what a contract allows and its author may not expect. */
export const attack = command({
  name: 'attack',
  about: 'try what anyone may do with a contract, on a platform in this process',
  usage: '[file] [options]',
  maxOperands: 1,
  options,
  examples: [
    ['attack contract.json', 'what anyone may do that you may not expect, each with executed steps'],
    ['attack contract.json -i rules.mjs', 'and sequences of steps that break your invariants, as tests'],
  ],
  notes: [
    'It runs in this process, without a network: nothing is signed or sent. Each example was executed, and is printed with the identities that act: owner, of the contract, and alice, bob and carol, who are strangers. Where groups or tokens of the contract name identities, bob and carol act for these.',
    'Exit code: 0 without errors, 1 if an invariant is broken or the network would reject the contract, 2 if the command line is invalid or the file cannot be read.',
  ],
  async run(values, [name], terminal) {
    const file = await oneContract(name);
    const described = describeContract(file.text, { protocolVersion: values.protocol });
    if (!described.ok) return reject(file, values, terminal);
    const room = await openRoom({ text: file.text, description: described.description });
    try {
      return await report(room, file, values, terminal);
    } finally {
      await room.platform.close();
    }
  },
});

/** @throws {CommandError} when the platform does not register the contract, as where it names one that is not there */
async function openRoom(contract: RoomContract): Promise<AttackRoom> {
  const { AttackRoom } = await import('../attack/room/attack-room.js');
  const { isPlatformError } = await import('@dapikit/platform');
  try {
    return await AttackRoom.open(contract);
  } catch (error) {
    if (!isPlatformError(error)) throw error;
    throw new CommandError(`cannot attack: the platform does not register the contract: ${error.message}`);
  }
}

type AttackValues = Values<typeof options>;

/** Prints what `check` prints about a contract that the network rejects. */
async function reject(file: NamedText, values: AttackValues, terminal: Terminal): Promise<ExitCode> {
  const { protocol: protocolVersion, color } = values;
  const verdict = validateContract(file.text, { protocolVersion });
  const report = { files: [{ ...file, verdict }], unreadable: [], protocolVersion, ...REPORT };
  await writeReport(report, formatOf(values), color, terminal);
  return EXIT.failure;
}

const REPORT = { judge: 'network', quiet: false, maxWarnings: Number.POSITIVE_INFINITY } as const;

const formatOf = ({ json, format }: AttackValues): AttackValues['format'] => (json ? 'json' : format);

async function report(
  room: AttackRoom,
  file: NamedText,
  values: AttackValues,
  terminal: Terminal,
): Promise<ExitCode> {
  const { attackContract } = await import('../attack/suite/attack-contract.js');
  const { formatFindings, formatFindingsJson } = await import('../attack/report/format-findings.js');
  const { seed, seconds, color } = values;
  const end = performance.now() + 1000 * seconds;
  const timeLeft = (): number => end - performance.now();
  const invariants = values.invariants === undefined ? [] : await loadedInvariants(values.invariants);
  // Invariants get the second half of the time at least.
  const reserved = invariants.length === 0 ? 0 : 500 * seconds;
  const surprises = await attackContract(room, { seed, isOver: () => timeLeft() <= reserved });
  const { attackInvariants } = await import('../attack/suite/attack-invariants.js');
  const broken = await attackInvariants(room, { invariants, seed, file: testedFile(file), timeLeft });
  const found = {
    ...surprises,
    findings: [...surprises.findings, ...broken.findings],
    isCut: surprises.isCut || broken.isCut,
  };
  const format = formatOf(values);
  const display = displayOf(terminal.stdout, color, terminal.env);
  const { names, standIns } = room;
  const { sequences, held } = broken;
  const shown = { ...found, file, names, standIns, seed, performed: room.performed, sequences, held };
  if (format === 'pretty') terminal.stdout.write(formatFindings(shown, display));
  else if (format === 'json') terminal.stdout.write(formatFindingsJson(shown));
  else await writeSarif(room, file, found, terminal);
  return found.findings.some(({ severity }) => severity === 'error') ? EXIT.failure : EXIT.fine;
}

/** Returns the path of the contract in a printed test, which cannot read standard input again. */
const testedFile = ({ name }: NamedText): string => (name === shownName(STDIN) ? 'contract.json' : name);

async function loadedInvariants(file: string): Promise<readonly Invariant[]> {
  const { loadInvariants } = await import('../attack/invariant/load-invariants.js');
  return loadInvariants(file);
}

/** Writes findings as SARIF: the message of each has its steps. */
async function writeSarif(
  { contract, names }: AttackRoom,
  file: NamedText,
  { findings }: AttackReport,
  terminal: Terminal,
): Promise<void> {
  const { describeSteps } = await import('../attack/step/describe-step.js');
  const diagnostics = findings.map((finding) => ({
    ...finding,
    message: `${finding.message} (${describeSteps(finding.steps, names).join('; ')})`,
  }));
  const verdict = { ok: true, accepted: true, diagnostics };
  const protocolVersion = contract.description.protocolVersion;
  const report = { files: [{ ...file, verdict }], unreadable: [], protocolVersion, ...REPORT };
  await writeReport(report, 'sarif', 'never', terminal);
}
