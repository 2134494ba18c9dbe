import { formatContract, type OfficialError, type RulePage } from '@dapikit/contract';
import { printable } from '../program/printable.js';
import { wrap } from '../program/wrap.js';
import type { Palette } from './palette.js';

const LAYERS: Readonly<Record<NonNullable<OfficialError['layer']>, string>> = {
  decode: 'when it reads the contract',
  meta: 'by the document meta-schema',
  parse: 'when it parses the document types',
  basic: 'in the structure of the transition',
  references: 'in the state, as to what references lead to',
  update: 'when it compares the update with the registered contract',
};

const SUBJECTS: Readonly<Record<RulePage['about'], string>> = {
  source: 'The JSON text',
  contract: 'The contract',
  'document-type': 'Document types',
  property: 'Properties',
  index: 'Indices',
  'whole-type': 'Document types, by the meta-schema',
  'whole-contract': 'Document types with each other, and moderation',
  group: 'Groups',
  token: 'Tokens',
  baseline: 'Baselines of updates',
  update: 'Updates',
  'type-update': 'Document types in updates',
  document: 'Documents',
};

/** Returns the titles of rules below their subjects. */
export function listOfRules(pages: readonly RulePage[], colours: Palette): string {
  const width = Math.max(...pages.map(({ code }) => code.length));
  const groups = [...new Set(pages.map(({ about }) => about))].map((about) => {
    const rows = pages
      .filter((page) => page.about === about)
      .map(
        ({ code, title, severity }) =>
          `  ${colours[severity](code.padEnd(width))}  ${title}${noteOn(severity)}`,
      );
    return [colours.strong(SUBJECTS[about]), ...rows].join('\n');
  });
  return `${groups.join('\n\n')}\n`;
}

function noteOn(severity: RulePage['severity']): string {
  return severity === 'error' ? '' : ` (${severity})`;
}

/** Returns the whole page of a rule. @param width in characters */
export function pageOfRule(page: RulePage, colours: Palette, width: number): string {
  const { code, title, severity, rejectedBy, why, fix, official, certainty, versions, wrong, right } = page;
  const rejected =
    severity === 'unusable'
      ? ', accepted by the network, but unusable'
      : rejectedBy === undefined
        ? ''
        : `, rejected by the ${rejectedBy}`;
  const named =
    official === undefined
      ? []
      : [
          `The network calls it ${official.name}${official.code === undefined ? '' : ` (${official.code})`}${official.layer === undefined ? '' : `, and finds it ${LAYERS[official.layer]}`}.`,
        ];
  const inferred =
    certainty === undefined
      ? []
      : ['Certainty: inferred. It follows from other rules, and no source states it.'];
  const paragraph = (text: string): string => wrap(text, width).join('\n');
  return `${[
    `${colours[severity](`${severity}[${code}]`)}${colours.strong(`: ${title}`)}`,
    paragraph(
      [`Protocol versions ${rangeOfVersions(versions)}${rejected}.`, ...named, ...inferred].join(' '),
    ),
    paragraph(why),
    paragraph(`${colours.strong('help:')} ${fix}`),
    `${colours.error('wrong:')}\n${example(wrong)}`,
    `${colours.good('right:')}\n${example(right)}`,
  ].join('\n\n')}\n`;
}

const MAX_EXAMPLE_LENGTH = 2000;

/** Prints an example: text if the error is in the text, else a JSON value; some are long, to exceed a limit. */
function example(input: unknown): string {
  const text = printable(typeof input === 'string' ? input : layOut(input), '\n');
  const cut = text.length > MAX_EXAMPLE_LENGTH ? `${text.slice(0, MAX_EXAMPLE_LENGTH)} …` : text;
  return cut.replaceAll(/^/gm, '  ');
}

function layOut(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2);
  return formatContract(json).text?.trimEnd() ?? json;
}

/** Returns versions as `9 to 13` where none between them is missing. */
export function rangeOfVersions(versions: readonly number[]): string {
  const [first = 0] = versions;
  const last = versions.at(-1) ?? first;
  if (versions.length !== last - first + 1) return versions.join(', ');
  return first === last ? String(first) : `${first} to ${last}`;
}
