import { PLATFORM_REASONS, QUERY_ERRORS, STORE_FAILURES } from '@dapikit/platform';
import { fillPage } from './fill-page.js';
import { cell, table } from './markdown.js';

/** Returns errors.md: codes, statuses and reasons of errors. */
export function errorsPage(): string {
  return fillPage('errors.md', {
    queries: meanings(QUERY_ERRORS),
    platform: meanings(PLATFORM_REASONS),
    store: table(
      ['reason', 'the database', 'what to do'],
      Object.entries(STORE_FAILURES).map(([reason, { words, fix }]) => [`\`${reason}\``, words, fix]),
    ),
  });
}

const meanings = (reasons: Readonly<Record<string, string>>): string =>
  table(
    ['reason', 'meaning'],
    Object.entries(reasons).map(([reason, meaning]) => [`\`${reason}\``, cell(meaning)]),
  );
