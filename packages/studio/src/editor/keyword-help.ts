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
import {
  findContainer,
  positionAt,
  findMemberAwaitingValue,
  readName,
  collectNames,
  pathTo,
} from './json-position.js';
import { createParagraphs } from './paragraphs.js';
import {
  asArray,
  membersIn,
  asObject,
  findSchemas,
  descriptionIn,
  collectValues,
  type KnownMember,
  type Schema,
  type Step,
} from './schema-walk.js';

/**
 * Creates the extension that describes keywords and values under the pointer, and completes them.
 * @param schema returns the schema of contracts; called each time, as it depends on the protocol version.
 */
export function createKeywordHelp(schema: () => Schema): Extension {
  return [
    hoverTooltip((view, position) => findMeaning(schema(), view.state, position)),
    autocompletion({
      override: [(context) => findCompletions(schema(), context)],
      icons: false,
    }),
  ];
}

function findMeaning(schema: Schema, state: EditorState, position: number): Tooltip | null {
  const place = positionAt(state, position);
  if (place === undefined) return null;
  const words =
    place.at === 'name' ? describeName(schema, place.path, place.name) : describeValue(schema, state, place);
  if (words.length === 0) return null;
  const title = place.at === 'name' ? place.name : state.sliceDoc(place.from, place.to);
  return {
    pos: place.from,
    end: place.to,
    above: true,
    create: () => ({ dom: createParagraphs('keyword-meaning', [`\`${title}\``, ...words]) }),
  };
}

function describeName(schema: Schema, path: readonly Step[], name = ''): string[] {
  const member = membersIn(findSchemas(schema, path)).find((known) => known.name === name);
  const about = descriptionIn(member?.schema);
  if (about === undefined) return [];
  const fallback = member?.schema['default'];
  return [about, ...(fallback === undefined ? [] : [`When absent: \`${JSON.stringify(fallback)}\``])];
}

function describeValue(
  schema: Schema,
  state: EditorState,
  { path, from, to }: { readonly path: readonly Step[]; readonly from: number; readonly to: number },
): string[] {
  const text = state.sliceDoc(from, to);
  const meaning = collectValues(findSchemas(schema, path)).find(
    ({ value }) => JSON.stringify(value) === text,
  )?.meaning;
  return meaning === undefined ? [] : [meaning];
}

function findCompletions(schema: Schema, context: CompletionContext): CompletionResult | null {
  const begun = context.matchBefore(/"[\w$.-]*|[\w$.-]+/);
  if (begun === null && !context.explicit) return null;
  const from = begun?.from ?? context.pos;
  const options = findOptions(schema, context.state, from, context.pos);
  return options.length === 0
    ? null
    : { from, options: options.map(replaceClosingQuote), validFor: /^"?[\w$.-]*$/ };
}

/** Finds the completions at a position, of which a part may be typed already. */
function findOptions(schema: Schema, state: EditorState, from: number, to: number): Completion[] {
  const member = findMemberAwaitingValue(state, from);
  if (member !== undefined) return findValueOptions(schema, findMemberPath(state, member));
  const container = findContainer(state, from);
  if (container === undefined)
    return state.doc.toString().trim() === '' ? createSnippetOptions([schema]) : [];
  const path = pathTo(state, container);
  if (container.name === 'Array') return findValueOptions(schema, [...path, 0]);
  const taken = collectNames(state, container);
  const hasColon = /^"?\s*:/.test(state.sliceDoc(to, to + 20));
  const known = membersIn(findSchemas(schema, path)).filter(({ name }) => !taken.has(name));
  return [
    ...known.map((member) => createMemberOption(schema, member, hasColon)),
    ...(hasColon ? [] : createNewMemberOptions(schema, path)),
  ];
}

function findValueOptions(schema: Schema, path: readonly Step[]): Completion[] {
  const schemas = findSchemas(schema, path);
  return [...createValueOptions(schemas), ...createSnippetOptions(schemas)];
}

/** Makes an option replace the closing quotation mark as well, which the editor adds after the opening one. */
function replaceClosingQuote(option: Completion): Completion {
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

function findMemberPath(state: EditorState, member: SyntaxNode): Step[] {
  const name = member.getChild('PropertyName');
  const container = member.parent;
  if (name === null || container === null) return [];
  return [...pathTo(state, container), readName(state, name)];
}

function createMemberOption(
  root: Schema,
  { name, schema, isRequired }: KnownMember,
  hasColon: boolean,
): Completion {
  const about = descriptionIn(schema);
  const option: Completion = {
    label: `"${name}"`,
    displayLabel: name,
    ...(isRequired && { boost: 10, detail: 'required' }),
    ...(about !== undefined && { info: () => createParagraphs('keyword-meaning', [about]) }),
  };
  return hasColon ? option : snippetCompletion(`"${name}": ${createValueTemplate(root, schema)}`, option);
}

/** Creates a template of a value. */
function createValueTemplate(root: Schema, schema: Schema): string {
  const schemas = findSchemas({ ...root, ...WITHOUT_ROOT, allOf: [schema] }, []);
  const [first] = collectValues(schemas);
  if (first !== undefined) return `\${1:${JSON.stringify(first.value)}}`;
  const type = schemas.map((part) => part['type']).find((found) => typeof found === 'string');
  return TEMPLATES[typeof type === 'string' ? type : ''] ?? '${}';
}

/** Removes the keywords of a root, so that only its definitions remain. */
const WITHOUT_ROOT: Schema = Object.fromEntries(
  ['properties', 'type', 'if', 'then', 'else', 'anyOf', 'allOf'].map((name) => [name, undefined]),
);

const TEMPLATES: Readonly<Record<string, string>> = {
  string: '"${}"',
  integer: '${1:0}',
  number: '${1:0}',
  array: '[${}]',
  object: '{${}}',
};

function createValueOptions(schemas: readonly Schema[]): Completion[] {
  return collectValues(schemas).map(({ value, meaning }) => ({
    label: JSON.stringify(value),
    ...(meaning !== undefined && { info: () => createParagraphs('keyword-meaning', [meaning]) }),
  }));
}

function createSnippetOptions(schemas: readonly Schema[]): Completion[] {
  return schemas
    .flatMap(({ defaultSnippets }) => asArray(defaultSnippets))
    .map((snippet) => asObject(snippet))
    .filter((snippet) => snippet !== undefined)
    .map(({ label, description, body }) =>
      snippetCompletion(createTemplate(body, 0), { label: String(label), detail: String(description) }),
    );
}

/** Creates members with any name, where an object takes them: document types and properties. */
function createNewMemberOptions(root: Schema, path: readonly Step[]): Completion[] {
  return findSchemas(root, [...path, '\u0000'])
    .flatMap(({ defaultSnippets }) => asArray(defaultSnippets))
    .map((snippet) => asObject(snippet))
    .filter((snippet) => snippet !== undefined)
    .map(({ label, description, body }) =>
      snippetCompletion(`"\${1:name}": ${createTemplate(body, 1)}`, {
        label: String(label),
        detail: String(description),
      }),
    );
}

/** Creates the text of a snippet; `"^${1:0}"` stands for a value without quotation marks. */
function createTemplate(body: unknown, shift: number): string {
  return JSON.stringify(body, undefined, 2)
    .replaceAll(/"\^([^"]*)"/g, '$1')
    .replaceAll(/\$\{(\d+)/g, (_, place: string) => `\${${Number(place) + shift}`);
}
