import { explain, formatContract, RULE_CODES, type RulePage } from '@dapikit/contract';
import { command, EXIT } from '../command.js';
import { UsageError } from '../option.js';
import { palette, type Palette } from '../report/palette.js';
import { printable } from '../report/printable.js';
import { displayOf } from '../report/write-report.js';
import { wrap } from '../wrap.js';
import { colorOption } from './contract-options.js';

const WIDEST = 100;

/** `dapikit explain`: the page of a rule, or all rules. */
export const explainRule = command({
  name: 'explain',
  about: 'tell what a rule says, or list the rules',
  usage: '[code] [options]',
  mostOperands: 1,
  options: { color: colorOption },
  examples: [
    ['explain', 'every rule by what it is about'],
    ['explain index', 'the rules whose codes begin with index-'],
    ['explain index-order', 'one rule: why it is there, how to mend it, an example'],
  ],
  async run({ color }, [code]) {
    const { isColoured, columns = WIDEST } = displayOf(process.stdout, color);
    const colours = palette(isColoured);
    const width = Math.min(WIDEST, Math.max(40, columns));
    const family = RULE_CODES.filter((known) => code === undefined || known.startsWith(`${code}-`));
    const isFamily = code === undefined || (explain(code) === undefined && family.length > 0);
    process.stdout.write(isFamily ? listOf(family, colours) : pageOf(find(code), colours, width));
    return EXIT.fine;
  },
});

function find(code: string): RulePage {
  const page = explain(code);
  if (page !== undefined) return page;
  throw new UsageError(`there is no rule ${JSON.stringify(code)}; dapikit explain lists them`, {
    found: code,
    names: RULE_CODES,
  });
}

const SUBJECTS: Readonly<Record<RulePage['about'], string>> = {
  source: 'The JSON text',
  contract: 'The contract',
  'document-type': 'Document types',
  property: 'Properties',
  index: 'Indices',
  group: 'Groups',
  token: 'Tokens',
  registered: 'What an update is compared with',
  update: 'Updates',
  'type-update': 'Document types in updates',
  document: 'Documents',
};

function listOf(codes: readonly string[], colours: Palette): string {
  const pages = codes.map(find);
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

function pageOf(page: RulePage, colours: Palette, width: number): string {
  const { code, title, severity, refusedBy, why, mend, official, versions, wrong, right } = page;
  const refused = refusedBy === undefined ? '' : `, refused by the ${refusedBy}`;
  const named =
    official === undefined
      ? []
      : [`The network calls it ${official.name}${official.code === undefined ? '' : ` (${official.code})`}.`];
  const paragraph = (text: string): string => wrap(text, width).join('\n');
  return `${[
    `${colours[severity](`${severity}[${code}]`)}${colours.strong(`: ${title}`)}`,
    paragraph([`Protocol versions ${rangeOf(versions)}${refused}.`, ...named].join(' ')),
    paragraph(why),
    paragraph(`${colours.strong('help:')} ${mend}`),
    `${colours.error('wrong:')}\n${example(wrong)}`,
    `${colours.good('right:')}\n${example(right)}`,
    `${colours.strong('docs:')} docs/rules/${code}.md`,
  ].join('\n\n')}\n`;
}

const LONGEST_EXAMPLE = 2000;

/** An example is text where the mistake is in the text, else a JSON value; some are long, to break a limit. */
function example(input: unknown): string {
  const text = printable(typeof input === 'string' ? input : layOut(input), '\n');
  const cut = text.length > LONGEST_EXAMPLE ? `${text.slice(0, LONGEST_EXAMPLE)} …` : text;
  return cut.replaceAll(/^/gm, '  ');
}

function layOut(value: unknown): string {
  const json = JSON.stringify(value, undefined, 2);
  return formatContract(json).text?.trimEnd() ?? json;
}

function rangeOf(versions: readonly number[]): string {
  const [first = 0] = versions;
  const last = versions.at(-1) ?? first;
  if (versions.length !== last - first + 1) return versions.join(', ');
  return first === last ? String(first) : `${first} to ${last}`;
}
