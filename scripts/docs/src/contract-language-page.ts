import { KEYWORDS } from '@dapikit/contract';
import { fillPage } from './fill-page.js';
import { cell, table } from './markdown.js';

type Keyword = (typeof KEYWORDS)[number];

/** Returns contract-language.md: the keywords of data contracts by the place where they are allowed. */
export function contractLanguagePage(): string {
  const places = [...new Set(KEYWORDS.map(({ place }) => place))];
  return fillPage(
    'contract-language.md',
    Object.fromEntries(places.map((place) => [place, keywordTable(place)])),
  );
}

function keywordTable(place: Keyword['place']): string {
  return table(
    ['keyword', 'what it is for', 'default'],
    KEYWORDS.filter((keyword) => keyword.place === place).map(keywordRow),
  );
}

function keywordRow(keyword: Keyword): string[] {
  const values = (keyword.values ?? []).map(({ value, meaning }) => `${JSON.stringify(value)}: ${meaning}`);
  const since = keyword.versions[0] === 1 ? '' : ` From protocol ${keyword.versions[0]}.`;
  const preset = keyword.default === undefined ? '' : `\`${JSON.stringify(keyword.default)}\``;
  const about = [keyword.about, ...(values.length === 0 ? [] : [`${values.join('; ')}.`])].join(' ') + since;
  return [`\`${keyword.name}\``, cell(about).replaceAll('\n', ' '), preset];
}
