import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { KEYWORD_MEMBERS } from './member-docs.js';

const META: unknown = JSON.parse(
  readFileSync(new URL('../../../../fixtures/protocol-14/document-meta-v3.json', import.meta.url), 'utf8'),
);

/** Members of schemas that say what is beside a keyword, not what it has. */
const CONDITIONS = new Set(['dependentSchemas', 'if', 'then', 'else', 'not', 'allOf']);

/** Collects the names of the members that a keyword has anywhere in a schema, not those inside of these. */
function collect(schema: unknown, keyword: string, found: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return;
  for (const [name, value] of Object.entries(schema)) {
    if (CONDITIONS.has(name)) continue;
    if (name === keyword) for (const inner of membersOf(value)) found.add(inner);
    collect(value, keyword, found);
  }
}

function membersOf(schema: unknown): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([name, value]: [string, unknown]) => {
    if (name === 'properties') return typeof value === 'object' && value !== null ? Object.keys(value) : [];
    if (name === 'items') return membersOf(value);
    return ['anyOf', 'oneOf'].includes(name) && Array.isArray(value) ? value.flatMap(membersOf) : [];
  });
}

const keywords = new Set(KEYWORD_MEMBERS.flatMap(({ of }) => of));
/** The config is described by no meta-schema. */
const ELSEWHERE = new Set(['moderation']);
/** Members of an action, which the meta-schema defines apart. */
const OF_ACTIONS = new Set(['owner', 'moderators']);

it.each([...keywords].filter((keyword) => !ELSEWHERE.has(keyword)))(
  'the members of "%s" are those of the meta-schema',
  (keyword) => {
    const found = new Set<string>();
    collect(META, keyword, found);
    const documented = KEYWORD_MEMBERS.filter(({ of }) => of.includes(keyword)).map(({ name }) => name);
    const isShared = ['ownerRefersTo', 'creatorRefersTo'].includes(keyword);
    if (isShared) collect(META, 'refersTo', found);
    expect(documented.filter((name) => keyword !== 'actionFees' || !OF_ACTIONS.has(name)).toSorted()).toEqual(
      [...found].toSorted(),
    );
  },
);
