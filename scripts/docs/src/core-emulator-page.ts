import {
  DEFAULT_EMULATOR_LIMITS,
  DEFAULT_EMULATOR_PORT,
  EMULATOR_METHODS,
  PUBLISHED_TOPICS,
  synopsis,
} from '@dapikit/chain/core-emulator';
import { fillPage } from './fill-page.js';
import { cell, joinParts, table } from './markdown.js';

/** Returns core-emulator.md, from the table of methods and the topics. */
export function coreEmulatorPage(): string {
  const { maxBodySize, maxConnections, requestTimeout } = DEFAULT_EMULATOR_LIMITS;
  const categories = [...new Set(EMULATOR_METHODS.map(({ category }) => category))].toSorted();
  return fillPage('core-emulator.md', {
    port: String(DEFAULT_EMULATOR_PORT),
    methods: joinParts(categories.map(categorySection)),
    'max-body-size': maxBodySize.toLocaleString('en'),
    'max-connections': String(maxConnections),
    'request-timeout': String(requestTimeout / 1000),
    topics: PUBLISHED_TOPICS.map((topic) => `\`${topic}\``).join(', '),
  });
}

function categorySection(category: string): string {
  const methods = EMULATOR_METHODS.filter((method) => method.category === category);
  return joinParts([
    `### ${category}`,
    table(
      ['method', 'answers', 'otherwise than Dash Core'],
      methods.map((method) => [
        `\`${cell(synopsis(method))}\``,
        cell(method.summary),
        cell(method.difference ?? ''),
      ]),
    ),
  ]);
}
