import {
  describePreview,
  NEWEST_JUDGED_PROTOCOL,
  NEWEST_RELEASED_PROTOCOL,
  PROTOCOL_VERSIONS,
} from '@dapikit/contract';
import { integer, oneOf, option, toggle, UsageError } from '../program/option.js';
import { REPORT_FORMATS, type ReportFormat } from '../report/write-report.js';
import { colorOption, contractOptions, docsUrlOption } from './contract-options.js';

/** Names two protocol versions that contracts are compared at: that of mainnet, and the next one. */
export const EXAMPLE_PROTOCOLS = `${NEWEST_RELEASED_PROTOCOL},${NEWEST_JUDGED_PROTOCOL}`;

const protocolVersion = integer(PROTOCOL_VERSIONS[0] ?? NEWEST_JUDGED_PROTOCOL, NEWEST_JUDGED_PROTOCOL);

/** Reads two protocol versions, the earlier first. @throws {UsageError} */
function twoProtocols(text: string, flag: string): readonly [from: number, to: number] {
  const isTwo = /^\s*\d+\s*,\s*\d+\s*$/.test(text);
  const [from, to] = isTwo ? text.split(',').map((part) => protocolVersion(part.trim(), flag)) : [];
  if (from === undefined || to === undefined || from >= to)
    throw new UsageError(
      `${flag}: expected two protocol versions, the earlier first, such as ${EXAMPLE_PROTOCOLS}, found ${text}`,
    );
  return [from, to];
}

/** Lists the options of `dapikit check`. */
export const checkOptions = {
  ...contractOptions,
  network: option({
    flag: 'network',
    about: 'judge by the network: errors of the specification alone are shown but do not fail',
    default: false,
    read: toggle,
  }),
  format: option<ReportFormat>({
    flag: 'format',
    short: 'f',
    value: 'format',
    about: REPORT_FORMATS.join(', '),
    default: 'pretty',
    read: oneOf(REPORT_FORMATS),
  }),
  quiet: option({
    flag: 'quiet',
    short: 'q',
    about: 'show errors only; warnings and hints are still counted',
    default: false,
    read: toggle,
  }),
  maxWarnings: option({
    flag: 'max-warnings',
    value: 'number',
    about: 'fail if there are more warnings',
    default: Number.POSITIVE_INFINITY,
    defaultText: 'no limit',
    read: integer(0, Number.MAX_SAFE_INTEGER),
  }),
  fix: option({
    flag: 'fix',
    about: 'apply the suggested fixes that need no decision, until none is left, and write the files',
    default: false,
    read: toggle,
  }),
  dryRun: option({
    flag: 'dry-run',
    about: 'with --fix: print what would change as a diff, and write nothing',
    default: false,
    read: toggle,
  }),
  with: option<string | undefined>({
    flag: 'with',
    value: 'file',
    about: 'JSON with the contracts to which references lead, with their ids: one contract or a list of them',
    default: undefined,
    defaultText: 'none',
    read: (text) => text,
  }),
  document: option<string | undefined>({
    flag: 'document',
    value: 'file',
    about: 'check a document of the contract instead of the contract',
    default: undefined,
    defaultText: 'none',
    read: (text) => text,
  }),
  type: option<string | undefined>({
    flag: 'type',
    value: 'name',
    about: 'with --document: its document type',
    default: undefined,
    defaultText: 'the only type of the contract',
    read: (text) => text,
  }),
  assume: option<string | undefined>({
    flag: 'assume',
    value: 'file',
    about:
      'with --document: JSON with its owner, the stored document, times, totals and what else rules read',
    default: undefined,
    defaultText: 'none',
    read: (text) => text,
  }),
  compareProtocols: option<readonly [from: number, to: number] | undefined>({
    flag: 'compare-protocols',
    value: 'from,to',
    about: `say what changes for contracts from one protocol version to another, such as ${EXAMPLE_PROTOCOLS}`,
    default: undefined,
    defaultText: 'none',
    read: twoProtocols,
    announce: (versions) => (versions === undefined ? undefined : describePreview(versions[1])),
  }),
  watch: option({
    flag: 'watch',
    short: 'w',
    about: 'check again whenever a file changes, until Ctrl-C',
    default: false,
    read: toggle,
  }),
  docsUrl: docsUrlOption,
  color: colorOption,
} as const;
