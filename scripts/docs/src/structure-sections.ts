import { typeText, type Description, type FieldDescription } from '@dapikit/protocol';
import { cell, joinParts, table } from './markdown.js';

type Struct = Extract<Description, { kind: 'struct' }>;
type Union = Extract<Description, { kind: 'union' }>;

/** Returns a section for each structure and union of a description, each once, in the order in which they occur. */
export function structureSections(description: Description): string {
  const seen = new Map<string, Struct | Union>();
  collect(description, seen);
  return joinParts(
    Array.from(seen.values(), (found) =>
      found.kind === 'struct' ? structSection(found) : unionSection(found),
    ),
  );
}

function collect(description: Description, seen: Map<string, Struct | Union>): void {
  switch (description.kind) {
    case 'struct':
    case 'union': {
      if (seen.has(description.name)) return;
      seen.set(description.name, description);
      const inner = description.kind === 'struct' ? description.fields : description.variants;
      for (const { content } of inner) collect(content, seen);
      return;
    }
    case 'map':
      collect(description.key, seen);
      collect(description.value, seen);
      return;
    case 'option':
    case 'unsigned':
    case 'list':
      collect(description.content, seen);
      return;
    default:
  }
}

const structSection = ({ name, summary, source, fields }: Struct): string =>
  joinParts([
    `### ${name}`,
    `${summary} Source: \`${source}\`.`,
    ...(fields.length === 0
      ? ['It has no fields.']
      : [table(['field', 'in JSON', 'type', 'bytes'], fields.map(fieldRow))]),
  ]);

const fieldRow = ({ name, jsonName, content }: FieldDescription): string[] => [
  `\`${name}\``,
  jsonName === undefined ? 'its members stand in its place' : jsonName === name ? '' : `\`${jsonName}\``,
  cell(typeText(content)),
  cell(bytesOf(content)),
];

function bytesOf(content: Description): string {
  switch (content.kind) {
    case 'primitive':
      return content.bytes;
    case 'unsigned':
    case 'option':
      return bytesOf(content.content);
    case 'names':
      return `the number of ${content.names.map((name) => `\`${name}\``).join(', ')}, from 0`;
    default:
      return '';
  }
}

const unionSection = ({ variants, ...union }: Union): string =>
  joinParts([
    `### ${union.name}`,
    `${variants.length === 1 ? 'It has one variant' : `One of ${variants.length} variants`}: the number of the variant, then its content. ${unionForm(union)}.`,
    table(
      ['number', 'variant', 'content'],
      variants.map(({ name: variant, content, since }, number) => [
        String(number),
        `\`${variant}\`${since === undefined ? '' : ` (from protocol ${since})`}`,
        cell(typeText(content)),
      ]),
    ),
  ]);

/** Says how JSON and TypeScript tell the variants apart. */
function unionForm({ tag, jsonTag, json }: Omit<Union, 'variants'>): string {
  if (json !== undefined) return `In JSON it is ${json}; \`${tag}\` names it in TypeScript`;
  return `\`${jsonTag}\` names it in JSON${tag === jsonTag ? '' : `, \`${tag}\` in TypeScript`}`;
}
