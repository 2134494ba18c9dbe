// docs/contract-language.md and docs/library.md: what a contract may say, and what @dapikit/contract exports. Examples are run.
import { readFileSync } from 'node:fs';
import { inspect } from 'node:util';
import {
  contractJsonSchema,
  explain,
  explainKeyword,
  formatContract,
  KEYWORDS,
  nearestNames,
  textEdits,
  typesFor,
  validateContract,
} from '@dapikit/contract';

const MODULES = new URL('../packages/contract/dist/modules/', import.meta.url);

/** The parts of the page, in the order in which a contract is written. */
const PLACES = [
  [
    'document-type',
    'Document types',
    'A document type is a JSON object; its name is the name of its member.',
  ],
  [
    'property',
    'Properties',
    'Types are `string`, `number`, `integer`, `boolean`, `array` (bytes only, with `"byteArray": true`) and `object`. An ' +
      'identifier is `{"type": "array", "byteArray": true, "minItems": 32, "maxItems": 32, "contentMediaType": ' +
      '"application/x.dash.dpp.identifier"}`. The platform keeps `$id` and `$ownerId` of every document, and `$createdAt`, ' +
      '`$updatedAt` and the other times and heights where `required` names them.',
  ],
  ['index', 'Indices', 'Only what an index is over can be searched or sorted by; an update cannot add one.'],
  ['contest', 'Contested indices', 'For a value that many may want, masternodes vote on who gets it.'],
  ['match', 'Matches of a contest', 'Which values are contested.'],
  ['token-cost', 'Costs in tokens', 'What is done with documents can cost tokens: a cost for each action.'],
  ['cost', 'A cost', 'How many of which tokens, and who gets them.'],
  [
    'contract',
    'The whole contract',
    'A map of document types is enough to check. The official JSON has more around it. Its `id` follows from `ownerId` and the ' +
      'identity nonce of the registration, and libraries compute it: before, write any identifier, such as the `ownerId`.',
  ],
  ['config', 'Config', 'Options of the contract, and defaults for its document types.'],
  ['token', 'Tokens', 'By position, in `tokens`.'],
  ['group', 'Groups', 'By position, in `groups`: who decides together about tokens.'],
];

/** Calls of the library whose results are shown. */
const EXAMPLES = new Map([
  [
    'validateContract',
    () => validateContract('{"note": {"type": "object"}}').diagnostics.map(({ code }) => code),
  ],
  ['textEdits', () => textEdits('{"a": 1}')([{ op: 'replace', path: '/a', value: 2 }])],
  ['explain', () => explain('index-order').mend],
  ['explainKeyword', () => explainKeyword('property', 'byteArray').about],
  ['nearestNames', () => nearestNames('lenght', ['length', 'width'])],
  ['formatContract', () => formatContract('{"note":{"type":"object"}}').text],
  ['contractJsonSchema', () => Object.keys(contractJsonSchema({ protocolVersion: 9 }))],
  ['typesFor', () => Object.keys(typesFor('{"note": {"type": "object"}}'))],
]);

/** One page on how a contract is written. */
export function contractLanguagePage() {
  const sections = PLACES.flatMap(([place, title, about]) => {
    const keywords = KEYWORDS.filter((keyword) => keyword.place === place);
    const rows = keywords.map((keyword) => {
      const values = (keyword.values ?? []).map(
        ({ value, meaning }) => `${JSON.stringify(value)}: ${meaning}`,
      );
      const since = keyword.versions[0] === 1 ? '' : ` From protocol ${keyword.versions[0]}.`;
      const preset = keyword.default === undefined ? '' : `\`${JSON.stringify(keyword.default)}\``;
      const words =
        [keyword.about, ...(values.length === 0 ? [] : [`${values.join('; ')}.`])].join(' ') + since;
      return `| \`${keyword.name}\` | ${words.replaceAll('|', '\\|').replaceAll('\n', ' ')} | ${preset} |`;
    });
    return [
      `## ${title}`,
      about,
      ['| keyword | what it is for | default |', '| --- | --- | --- |', ...rows].join('\n'),
    ];
  });
  return `${[
    '# The language of data contracts',
    '`dapikit init` writes a contract to start from, `dapikit check` finds mistakes, and [the rules](rules/README.md) say what ' +
      'holds. An editor completes and explains all of this with [the JSON Schema](schema/data-contract.schema.json); Ajv takes it ' +
      'with `strict: false`, because the schema has keywords for editors.',
    ...sections,
  ].join('\n\n')}\n`;
}

/** Every export of the library with its declaration, and what examples give. */
export function libraryPage() {
  const index = readFileSync(new URL('index.d.ts', MODULES), 'utf8');
  const parts = [...index.matchAll(/export (?:type )?\{([^}]*)\} from '\.\/([^']*)\.js'/g)].flatMap(
    ([, names, file]) =>
      names
        .split(',')
        .map((name) => name.replace(/\btype\b/, '').trim())
        .filter((name) => name !== '')
        .map((name) => exportSection(name, file)),
  );
  return `${[
    '# @dapikit/contract',
    'Pure TypeScript, for Node and browsers. Nothing throws for what a contract is; a `RangeError` is for wrong options.',
    ...parts.toSorted((a, b) => (a < b ? -1 : 1)),
  ].join('\n\n')}\n`;
}

function exportSection(name, file) {
  const text = readFileSync(new URL(`${file}.d.ts`, MODULES), 'utf8');
  const [, elsewhere] =
    new RegExp(`export (?:type )?\\{[^}]*\\b${name}\\b[^}]*\\} from '([^']*)\\.js'`).exec(text) ?? [];
  if (elsewhere !== undefined)
    return exportSection(name, new URL(elsewhere, `https://x/${file}`).pathname.slice(1));
  const lines = text.split('\n');
  const first = lines.findIndex((line) =>
    new RegExp(`^export (?:declare )?(?:function|const|type|interface) ${name}\\b`).test(line),
  );
  if (first === -1) throw new Error(`no declaration of ${name} in ${file}`);
  const ends = lines.findIndex((line, at) => at >= first && /^\}|[;}]$/.test(line) && !/^\s/.test(line));
  let start = first;
  if (lines[first - 1]?.trimEnd().endsWith('*/'))
    do start -= 1;
    while (!lines[start].startsWith('/**'));
  const declaration = lines
    .slice(start, ends + 1)
    .join('\n')
    .replaceAll('export declare ', '')
    .replaceAll('export ', '');
  const example = EXAMPLES.get(name);
  return [`## ${name}`, fence(declaration), ...(example === undefined ? [] : [exampleOf(example)])].join(
    '\n\n',
  );
}

function exampleOf(call) {
  const code = String(call).replace(/^\(\) =>\s*/, '');
  const told = inspect(call(), { depth: 5, breakLength: 100 }).replaceAll(/^/gm, '// ');
  return fence(`${code};\n${told}`);
}

function fence(text) {
  return `\`\`\`ts\n${text}\n\`\`\``;
}
