import { integer, oneOf, option, toggle } from '../program/option.js';
import { REPORT_FORMATS, type ReportFormat } from '../report/write-report.js';
import { colorOption, contractOptions, docsUrlOption } from './contract-options.js';

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
