import {
  autocompletion,
  insertCompletionText,
  snippetCompletion,
  type Completion,
  type CompletionContext,
  type CompletionResult,
} from '@codemirror/autocomplete';
import type { EditorState, Extension } from '@codemirror/state';
import type { SyntaxNode } from '@lezer/common';
import { hoverTooltip, type Tooltip } from '@codemirror/view';
import { containerAt, jsonPlaceAt, memberAwaiting, nameOf, namesIn, pathOf } from './json-place.js';
import { paragraphs } from './paragraphs.js';
import {
  arrayOf,
  membersOf,
  objectOf,
  schemasAt,
  textOf,
  valuesOf,
  type KnownMember,
  type Schema,
  type Step,
} from './schema-walk.js';

/**
 * What keywords and their values mean when they are pointed at, and which there may be where one writes.
 * @param schema of contracts, asked each time: it depends on the protocol version.
 */
export function keywordHelp(schema: () => Schema): Extension {
  return [
    hoverTooltip((view, position) => meaningAt(schema(), view.state, position)),
    autocompletion({
      override: [(context) => completionsAt(schema(), context)],
      icons: false,
    }),
  ];
}

function meaningAt(schema: Schema, state: EditorState, position: number): Tooltip | null {
  const place = jsonPlaceAt(state, position);
  if (place === undefined) return null;
  const words =
    place.at === 'name' ? wordsOfName(schema, place.path, place.name) : wordsOfValue(schema, state, place);
  if (words.length === 0) return null;
  const title = place.at === 'name' ? place.name : state.sliceDoc(place.from, place.to);
  return {
    pos: place.from,
    end: place.to,
    above: true,
    create: () => ({ dom: paragraphs('keyword-meaning', [`\`${title}\``, ...words]) }),
  };
}

function wordsOfName(schema: Schema, path: readonly Step[], name = ''): string[] {
  const member = membersOf(schemasAt(schema, path)).find((known) => known.name === name);
  const about = textOf(member?.schema);
  if (about === undefined) return [];
  const fallback = member?.schema['default'];
  return [about, ...(fallback === undefined ? [] : [`When absent: \`${JSON.stringify(fallback)}\``])];
}

function wordsOfValue(
  schema: Schema,
  state: EditorState,
  { path, from, to }: { readonly path: readonly Step[]; readonly from: number; readonly to: number },
): string[] {
  const text = state.sliceDoc(from, to);
  const meaning = valuesOf(schemasAt(schema, path)).find(
    ({ value }) => JSON.stringify(value) === text,
  )?.meaning;
  return meaning === undefined ? [] : [meaning];
}

function completionsAt(schema: Schema, context: CompletionContext): CompletionResult | null {
  const begun = context.matchBefore(/"[\w$.-]*|[\w$.-]+/);
  if (begun === null && !context.explicit) return null;
  const from = begun?.from ?? context.pos;
  const options = optionsAt(schema, context.state, from, context.pos);
  return options.length === 0 ? null : { from, options: options.map(closing), validFor: /^"?[\w$.-]*$/ };
}

/** What may stand at a place, of which a part may stand there already. */
function optionsAt(schema: Schema, state: EditorState, from: number, to: number): Completion[] {
  const member = memberAwaiting(state, from);
  if (member !== undefined) return valuesAt(schema, pathToMember(state, member));
  const container = containerAt(state, from);
  if (container === undefined) return state.doc.toString().trim() === '' ? snippetOptions([schema]) : [];
  const path = pathOf(state, container);
  if (container.name === 'Array') return valuesAt(schema, [...path, 0]);
  const taken = namesIn(state, container);
  const hasColon = /^"?\s*:/.test(state.sliceDoc(to, to + 20));
  const known = membersOf(schemasAt(schema, path)).filter(({ name }) => !taken.has(name));
  return [
    ...known.map((member) => memberOption(schema, member, hasColon)),
    ...(hasColon ? [] : newMemberOptions(schema, path)),
  ];
}

function valuesAt(schema: Schema, path: readonly Step[]): Completion[] {
  const schemas = schemasAt(schema, path);
  return [...valueOptions(schemas), ...snippetOptions(schemas)];
}

/** An option that takes the place of the closing quotation mark as well, which the editor puts behind the opening one. */
function closing(option: Completion): Completion {
  const { apply, label } = option;
  return {
    ...option,
    apply: (view, completion, from, to) => {
      const isQuoted = view.state.sliceDoc(from, from + 1) === '"' && view.state.sliceDoc(to, to + 1) === '"';
      const end = isQuoted ? to + 1 : to;
      if (typeof apply === 'function') apply(view, completion, from, end);
      else view.dispatch(insertCompletionText(view.state, label, from, end));
    },
  };
}

function pathToMember(state: EditorState, member: SyntaxNode): Step[] {
  const name = member.getChild('PropertyName');
  const container = member.parent;
  if (name === null || container === null) return [];
  return [...pathOf(state, container), nameOf(state, name)];
}

function memberOption(
  root: Schema,
  { name, schema, isRequired }: KnownMember,
  hasColon: boolean,
): Completion {
  const about = textOf(schema);
  const option: Completion = {
    label: `"${name}"`,
    displayLabel: name,
    ...(isRequired && { boost: 10, detail: 'needed' }),
    ...(about !== undefined && { info: () => paragraphs('keyword-meaning', [about]) }),
  };
  return hasColon ? option : snippetCompletion(`"${name}": ${valueTemplate(root, schema)}`, option);
}

/** A value to be filled in. */
function valueTemplate(root: Schema, schema: Schema): string {
  const schemas = schemasAt({ ...root, ...noRoot, allOf: [schema] }, []);
  const [first] = valuesOf(schemas);
  if (first !== undefined) return `\${1:${JSON.stringify(first.value)}}`;
  const type = schemas.map((part) => part['type']).find((found) => typeof found === 'string');
  return TEMPLATES[typeof type === 'string' ? type : ''] ?? '${}';
}

/** Without what a root says of itself: only its definitions are wanted. */
const noRoot: Schema = Object.fromEntries(
  ['properties', 'type', 'if', 'then', 'else', 'anyOf', 'allOf'].map((name) => [name, undefined]),
);

const TEMPLATES: Readonly<Record<string, string>> = {
  string: '"${}"',
  integer: '${1:0}',
  number: '${1:0}',
  array: '[${}]',
  object: '{${}}',
};

function valueOptions(schemas: readonly Schema[]): Completion[] {
  return valuesOf(schemas).map(({ value, meaning }) => ({
    label: JSON.stringify(value),
    ...(meaning !== undefined && { info: () => paragraphs('keyword-meaning', [meaning]) }),
  }));
}

function snippetOptions(schemas: readonly Schema[]): Completion[] {
  return schemas
    .flatMap(({ defaultSnippets }) => arrayOf(defaultSnippets))
    .map((snippet) => objectOf(snippet))
    .filter((snippet) => snippet !== undefined)
    .map(({ label, description, body }) =>
      snippetCompletion(template(body, 0), { label: String(label), detail: String(description) }),
    );
}

/** New members with a name of their own, where an object takes any: a document type, or a property. */
function newMemberOptions(root: Schema, path: readonly Step[]): Completion[] {
  return schemasAt(root, [...path, '\u0000'])
    .flatMap(({ defaultSnippets }) => arrayOf(defaultSnippets))
    .map((snippet) => objectOf(snippet))
    .filter((snippet) => snippet !== undefined)
    .map(({ label, description, body }) =>
      snippetCompletion(`"\${1:name}": ${template(body, 1)}`, {
        label: String(label),
        detail: String(description),
      }),
    );
}

/** The text of a snippet: `"^${1:0}"` stands for a value that is no text. */
function template(body: unknown, shift: number): string {
  return JSON.stringify(body, undefined, 2)
    .replaceAll(/"\^([^"]*)"/g, '$1')
    .replaceAll(/\$\{(\d+)/g, (_, place: string) => `\${${Number(place) + shift}`);
}
