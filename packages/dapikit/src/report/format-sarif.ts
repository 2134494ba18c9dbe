import { explain, textEdits, type Diagnostic, type TextEdit, type TextRange } from '@dapikit/contract';
import { isAbsolute } from 'node:path';
import { pathToFileURL } from 'node:url';
import { VERSION } from '../program/version.js';
import { printableJson } from '../program/printable.js';
import { describeRest, levelOf, type Report, shown } from './report.js';

const LEVELS = {
  error: 'error',
  unusable: 'error',
  warning: 'warning',
  hint: 'note',
} as const satisfies Record<Diagnostic['severity'], string>;

/**
 * Formats a report in the exchange format of analysis results, for code scanning and editors.
 *
 * Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
 */
export function formatSarif(report: Report): string {
  const found = report.files.flatMap((file) => {
    const editsOf = textEdits(file.text);
    return shown(file, report).diagnostics.map((diagnostic) => ({
      diagnostic,
      name: file.name,
      edits: editsOf(diagnostic.fix.patch ?? []) ?? [],
    }));
  });
  const codes = [...new Set(found.map(({ diagnostic }) => diagnostic.code))];
  const links = new Map(found.map(({ diagnostic: { code, docs } }) => [code, docs]));
  const log = {
    $schema: 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: {
          driver: {
            name: 'dapikit',
            semanticVersion: VERSION,
            rules: codes.map((code) => ruleOf(code, links.get(code))),
          },
        },
        columnKind: 'utf16CodeUnits',
        invocations: [
          {
            executionSuccessful: report.unreadable.length === 0,
            toolExecutionNotifications: [
              ...report.unreadable.map(({ name, fault }) => ({
                level: 'error',
                message: { text: fault },
                locations: [{ physicalLocation: { artifactLocation: { uri: uriOf(name) } } }],
              })),
              ...describeRest(report).map((text) => ({ level: 'note', message: { text } })),
            ],
          },
        ],
        artifacts: report.files.map(({ name }) => ({ location: { uri: uriOf(name) } })),
        results: found.map(({ diagnostic, name, edits }) => ({
          ruleId: diagnostic.code,
          ruleIndex: codes.indexOf(diagnostic.code),
          level: LEVELS[levelOf(diagnostic, report.judge)],
          message: { text: `${diagnostic.message}. ${diagnostic.fix.text}` },
          locations: [locationOf(name, diagnostic)],
          ...(edits.length === 0 ? {} : { fixes: [fixOf(name, diagnostic, edits)] }),
          properties: {
            ...(diagnostic.rejectedBy === undefined ? {} : { rejectedBy: diagnostic.rejectedBy }),
            ...(diagnostic.official === undefined ? {} : { official: diagnostic.official }),
          },
        })),
        properties: { protocolVersion: report.protocolVersion, judge: report.judge },
      },
    ],
  };
  return `${printableJson(log)}\n`;
}

function ruleOf(code: string, docs = `dapikit explain ${code}`) {
  const page = explain(code);
  if (page === undefined) return { id: code };
  const { title, why, fix, severity } = page;
  const isLink = URL.canParse(docs);
  return {
    id: code,
    shortDescription: { text: `${title}.` },
    fullDescription: { text: why },
    ...(isLink ? { helpUri: docs } : {}),
    help: {
      text: `${why} ${fix}`,
      markdown: `${why}\n\n**How to fix:** ${fix}\n\n${isLink ? `<${docs}>` : `\`${docs}\``}`,
    },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function fixOf(name: string, { fix }: Diagnostic, edits: readonly TextEdit[]) {
  const replacements = edits.map(({ range, text }) => ({
    deletedRegion: regionOf(range),
    ...(text === '' ? {} : { insertedContent: { text } }),
  }));
  return {
    description: { text: fix.text },
    artifactChanges: [{ artifactLocation: { uri: uriOf(name) }, replacements }],
  };
}

function locationOf(name: string, { range, at }: Diagnostic) {
  return {
    physicalLocation: {
      artifactLocation: { uri: uriOf(name) },
      ...(range === undefined ? {} : { region: regionOf(range) }),
    },
    ...(at === '' ? {} : { logicalLocations: [{ fullyQualifiedName: at }] }),
  };
}

function regionOf({ start, end }: TextRange) {
  return {
    startLine: start.line,
    startColumn: start.column,
    endLine: end.line,
    endColumn: end.column,
    charOffset: start.offset,
    charLength: end.offset - start.offset,
  };
}

/** Names that start with a scheme would be one, so they start with the folder they are in. */
function uriOf(name: string): string {
  if (isAbsolute(name)) return pathToFileURL(name).href;
  const path = name.split('/').map(encodeURIComponent).join('/');
  return /^[^/]*%3A/i.test(path) ? `./${path}` : path;
}
