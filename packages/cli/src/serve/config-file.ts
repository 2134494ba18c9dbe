import { nearestNames } from '@dapikit/contract';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node as YamlNode } from 'yaml';
import type { Options } from '../option.js';
import { UsageError } from '../option.js';
import {
  isNodeMember,
  nameGivenTwice,
  NODE_MEMBERS,
  NodeMistake,
  readNode,
  type NodeMember,
  type NodeSettings,
} from './node-settings.js';
import type { Setting } from './setting.js';

/** Where something stands in a file: offsets, from the first character to after the last. */
export type Span = readonly [start: number, end: number];

/** What is wrong with the settings, and where it stands. */
export interface Mistake {
  readonly message: string;
  /** In the file; absent for a flag, the environment, and what is not there at all. */
  readonly span?: Span;
}

/** A value of the file, and the line in which it stands. */
export interface FileValue {
  readonly value: unknown;
  readonly line: number;
}

/** What a configuration file says. */
export interface ConfigFile {
  /** By the flag of the setting; what is wrong is left out. */
  readonly values: ReadonlyMap<string, FileValue>;
  readonly mistakes: readonly Mistake[];
  /** Whether it is no map of settings, so that nothing is known of what it says. */
  readonly isBroken: boolean;
}

/** Beyond it, a text is no configuration. */
const LONGEST_TEXT = 1024 * 1024;

/** Reads a configuration file in YAML 1.2: a map of settings by flag. Finds all mistakes at once, and never throws. */
export function readConfigFile(text: string, settings: Options): ConfigFile {
  const values = new Map<string, FileValue>();
  const mistakes: Mistake[] = [];
  if (text.length > LONGEST_TEXT) {
    mistakes.push({ message: `expected at most ${LONGEST_TEXT} characters, found ${text.length}` });
    return { values, mistakes, isBroken: true };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  for (const { message, pos } of [...document.errors, ...document.warnings])
    mistakes.push({ message, span: pos });
  const { contents } = document;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (mistakes.length > 0 || isEmpty) return { values, mistakes, isBroken: mistakes.length > 0 };
  const byFlag = new Map(Object.values(settings).map((setting) => [setting.flag, setting]));
  for (const { name, at, value } of members(contents, 'a map of settings, such as port: 443', mistakes)) {
    const setting = byFlag.get(name);
    if (setting === undefined) {
      mistakes.push({ message: unknown('setting', name, byFlag.keys()), span: at });
      continue;
    }
    const read = name === 'nodes' ? nodesOf(value, at, mistakes) : scalarOf(value, setting, at, mistakes);
    if (read !== undefined) values.set(name, { value: read, line: lines.linePos(at[0]).line });
  }
  return { values, mistakes, isBroken: !isMap(contents) };
}

interface Member {
  readonly name: string;
  readonly at: Span;
  readonly value: YamlNode | null;
}

/** The members of a map; something else is a mistake. */
function members(node: unknown, expected: string, mistakes: Mistake[], at?: Span): Member[] {
  if (!isMap(node)) {
    const span = spanOf(node) ?? at;
    mistakes.push({ message: `expected ${expected}, found ${kindOf(node)}`, ...(span && { span }) });
    return [];
  }
  return node.items.flatMap(({ key, value }): Member[] => {
    const at = spanOf(key) ?? spanOf(node) ?? [0, 0];
    if (isScalar(key) && typeof key.value === 'string')
      return [{ name: key.value, at, value: nodeOf(value) }];
    mistakes.push({ message: `expected a name, found ${kindOf(key)}`, span: at });
    return [];
  });
}

function scalarOf(value: YamlNode | null, setting: Options[string], at: Span, mistakes: Mistake[]): unknown {
  const written = textOf(value, setting.flag, at, mistakes, schemaTypeOf(setting));
  if (written === undefined) return undefined;
  try {
    return setting.read(written, setting.flag);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    mistakes.push({ message: error.message, span: spanOf(value) ?? at });
    return undefined;
  }
}

/** The text of a scalar; whatever else is a mistake. */
function textOf(
  value: YamlNode | null,
  name: string,
  at: Span,
  mistakes: Mistake[],
  type: unknown = 'string',
): string | undefined {
  const found: unknown = isScalar(value) ? value.value : undefined;
  const expected = type === 'integer' ? 'a number' : 'text';
  if (typeof found === 'boolean' && type === 'boolean') return String(found);
  if (typeof found === 'string' || (typeof found === 'number' && type !== 'string')) return String(found);
  if (typeof found === 'number' || typeof found === 'boolean') {
    const mend = type === 'string' ? ': put it in quotes' : '';
    mistakes.push({
      message: `${name}: expected ${expected}, found ${String(found)}${mend}`,
      span: spanOf(value) ?? at,
    });
    return undefined;
  }
  mistakes.push({
    message: `${name}: expected ${expected}, found ${kindOf(value)}`,
    span: spanOf(value) ?? at,
  });
  return undefined;
}

function schemaTypeOf(setting: Options[string]): unknown {
  return isSetting(setting) ? (setting.schema['type'] ?? 'any') : 'any';
}

function isSetting(setting: Options[string]): setting is Setting<unknown> {
  return 'schema' in setting;
}

function nodesOf(value: YamlNode | null, at: Span, mistakes: Mistake[]): readonly NodeSettings[] | undefined {
  if (!isSeq(value)) {
    mistakes.push({
      message: `nodes: expected a list of nodes, found ${kindOf(value)}`,
      span: spanOf(value) ?? at,
    });
    return undefined;
  }
  const nodes = value.items.map((item, index) => nodeAt(item, `nodes/${index}`, at, mistakes));
  const read = nodes.filter((node) => node !== undefined);
  const twice = nameGivenTwice(read);
  if (twice !== undefined)
    mistakes.push({
      message: `nodes: two are called ${JSON.stringify(twice)}: give them names`,
      span: spanOf(value) ?? at,
    });
  return read.length === nodes.length ? read : undefined;
}

function nodeAt(item: unknown, path: string, at: Span, mistakes: Mistake[]): NodeSettings | undefined {
  const before = mistakes.length;
  const texts = new Map<NodeMember, readonly string[]>();
  const places = new Map<NodeMember, Span>();
  for (const member of members(item, 'a node, such as - url: http://127.0.0.1:9998', mistakes, at)) {
    const { name, value } = member;
    if (!isNodeMember(name)) {
      mistakes.push({
        message: `${path}: ${unknown('member', name, Object.keys(NODE_MEMBERS))}`,
        span: member.at,
      });
      continue;
    }
    places.set(name, spanOf(value) ?? member.at);
    const items = isSeq(value) && name === 'zmq' ? value.items : [value];
    const read = items.map((one) => textOf(nodeOf(one), `${path}/${name}`, member.at, mistakes));
    texts.set(
      name,
      read.filter((text) => text !== undefined),
    );
  }
  if (mistakes.length > before) return undefined;
  try {
    return readNode(texts);
  } catch (error) {
    if (!(error instanceof NodeMistake)) throw error;
    const span = (error.member && places.get(error.member)) ?? spanOf(item) ?? at;
    mistakes.push({ message: `${path}: ${error.message}`, span });
    return undefined;
  }
}

function unknown(what: string, name: string, names: Iterable<string>): string {
  const alike = nearestNames(name, names);
  return `there is no ${what} ${JSON.stringify(name)}${alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`}`;
}

function nodeOf(value: unknown): YamlNode | null {
  return isScalar(value) || isMap(value) || isSeq(value) ? value : null;
}

function spanOf(value: unknown): Span | undefined {
  const node = nodeOf(value);
  const [start = 0, end = 0] = node?.range ?? [];
  return end > start ? [start, end] : undefined;
}

function kindOf(value: unknown): string {
  if (isMap(value)) return 'a map';
  if (isSeq(value)) return 'a list';
  if (!isScalar(value) || value.value === null) return 'nothing';
  return typeof value.value === 'string' ? JSON.stringify(value.value) : value.source || 'something else';
}
