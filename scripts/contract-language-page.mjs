// docs/contract-language.md: what a contract may say.
import { KEYWORDS } from '@dapikit/contract';

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
