import { nearestNames } from '@dapikit/contract';
import type { Setting, SettingTable } from '@dapikit/gateway';
import { isMap, isScalar, isSeq, LineCounter, parseDocument, type Node as YamlNode } from 'yaml';
import { UsageError } from '../program/option.js';
import {
  isNodeMember,
  nameGivenTwice,
  NODE_MEMBERS,
  readNode,
  type NodeMember,
  type NodeSettings,
} from './node-settings.js';
import { readSettingText } from './setting-option.js';

/** Locates a part of a file: offsets, from the first character to after the last. */
export type Span = readonly [start: number, end: number];

/** Describes an error in the settings, and its location. */
export interface SettingsDiagnostic {
  readonly message: string;
  /** In the file; absent for a flag, the environment, and a missing value. */
  readonly span?: Span;
}

/** Describes a value of the file, and the location of its name. */
export interface FileValue {
  /** `undefined` for one that is wrong. */
  readonly value: unknown;
  readonly line: number;
  readonly span: Span;
}

/** Describes a parsed configuration file. */
export interface ConfigFile {
  /** By the flag of the setting. */
  readonly values: ReadonlyMap<string, FileValue>;
  readonly errors: readonly SettingsDiagnostic[];
  /** True if it is no map of settings, so that nothing is known of what it says. */
  readonly isBroken: boolean;
}

/** Beyond it, a text is no configuration. */
const MAX_FILE_LENGTH = 1024 * 1024;

/** Reads a configuration file in YAML 1.2: a map of settings by flag. Finds all errors at once, and never throws. */
export function readConfigFile(text: string, settings: SettingTable): ConfigFile {
  const values = new Map<string, FileValue>();
  const errors: SettingsDiagnostic[] = [];
  if (text.length > MAX_FILE_LENGTH) {
    errors.push({ message: `${text.length} characters are too many: at most ${MAX_FILE_LENGTH}` });
    return { values, errors, isBroken: true };
  }
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false, uniqueKeys: true });
  for (const { message, pos } of [...document.errors, ...document.warnings])
    errors.push({ message, span: pos });
  const { contents } = document;
  const isEmpty = contents === null || (isScalar(contents) && contents.value === null);
  if (errors.length > 0 || isEmpty) return { values, errors, isBroken: errors.length > 0 };
  const byFlag = new Map(Object.values(settings).map((setting) => [setting.flag, setting]));
  for (const { name, at, value } of members(contents, 'a map of settings, such as port: 443', errors)) {
    const setting = byFlag.get(name);
    if (setting === undefined) {
      errors.push({ message: unknown('setting', name, byFlag.keys()), span: at });
      continue;
    }
    const read = name === 'nodes' ? nodesOf(value, at, errors) : scalarOf(value, setting, at, errors);
    values.set(name, { value: read, line: lines.linePos(at[0]).line, span: at });
  }
  return { values, errors, isBroken: !isMap(contents) };
}

interface Member {
  readonly name: string;
  readonly at: Span;
  readonly value: YamlNode | null;
}

/** The members of a map; anything else is an error. */
function members(node: unknown, expected: string, errors: SettingsDiagnostic[], at?: Span): Member[] {
  if (!isMap(node)) {
    const span = spanOf(node) ?? at;
    errors.push({ message: `expected ${expected}, found ${kindOf(node)}`, ...(span && { span }) });
    return [];
  }
  return node.items.flatMap(({ key, value }): Member[] => {
    const at = spanOf(key) ?? spanOf(node) ?? [0, 0];
    if (isScalar(key) && typeof key.value === 'string')
      return [{ name: key.value, at, value: nodeOf(value) }];
    errors.push({ message: `expected a name, found ${kindOf(key)}`, span: at });
    return [];
  });
}

function scalarOf(
  value: YamlNode | null,
  setting: Setting<unknown>,
  at: Span,
  errors: SettingsDiagnostic[],
): unknown {
  const written = textOf(value, setting.flag, at, errors, setting.param.schema['type'] ?? 'any');
  if (written === undefined) return undefined;
  try {
    return readSettingText(setting, written, setting.flag);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    errors.push({ message: error.message, span: spanOf(value) ?? at });
    return undefined;
  }
}

/** The text of a scalar; whatever else is an error. */
function textOf(
  value: YamlNode | null,
  name: string,
  at: Span,
  errors: SettingsDiagnostic[],
  type: unknown = 'string',
): string | undefined {
  const found: unknown = isScalar(value) ? value.value : undefined;
  const expected = type === 'integer' ? 'a number' : 'text';
  if (typeof found === 'boolean' && type === 'boolean') return String(found);
  if (typeof found === 'string' || (typeof found === 'number' && type !== 'string')) return String(found);
  if (typeof found === 'number' || typeof found === 'boolean') {
    const fix = type === 'string' ? ': put it in quotes' : '';
    errors.push({
      message: `${name}: expected ${expected}, found ${String(found)}${fix}`,
      span: spanOf(value) ?? at,
    });
    return undefined;
  }
  errors.push({
    message: `${name}: expected ${expected}, found ${kindOf(value)}`,
    span: spanOf(value) ?? at,
  });
  return undefined;
}

function nodesOf(
  value: YamlNode | null,
  at: Span,
  errors: SettingsDiagnostic[],
): readonly NodeSettings[] | undefined {
  if (!isSeq(value)) {
    errors.push({
      message: `nodes: expected a list of nodes, found ${kindOf(value)}`,
      span: spanOf(value) ?? at,
    });
    return undefined;
  }
  const nodes = value.items.map((item, index) => nodeAt(item, `nodes/${index}`, at, errors));
  const read = nodes.filter((node) => node !== undefined);
  const twice = nameGivenTwice(read);
  if (twice !== undefined)
    errors.push({
      message: `nodes: two are called ${JSON.stringify(twice)}: give them names`,
      span: spanOf(value) ?? at,
    });
  return read.length === nodes.length ? read : undefined;
}

function nodeAt(
  item: unknown,
  path: string,
  at: Span,
  errors: SettingsDiagnostic[],
): NodeSettings | undefined {
  const before = errors.length;
  const texts = new Map<NodeMember, readonly string[] | undefined>();
  const places = new Map<NodeMember, Span>();
  const isUrl = isScalar(item) && typeof item.value === 'string';
  const given = isUrl
    ? [{ name: 'url', at: spanOf(item) ?? at, value: item }]
    : members(item, 'a node, such as - url: http://127.0.0.1:9998', errors, at);
  if (!isUrl && !isMap(item)) return undefined;
  for (const { name, at: place, value } of given) {
    if (!isNodeMember(name)) {
      const names = Object.keys(NODE_MEMBERS);
      errors.push({ message: `${path}: ${unknown('member', name, names)}`, span: place });
      // A misspelt member is not missing as well.
      for (const meant of nearestNames(name, names))
        if (isNodeMember(meant) && !texts.has(meant)) texts.set(meant, undefined);
      continue;
    }
    places.set(name, spanOf(value) ?? place);
    const items = isSeq(value) && name === 'zmq' ? value.items : [value];
    const read = items.map((one) => textOf(nodeOf(one), `${path}/${name}`, place, errors));
    texts.set(name, read.includes(undefined) ? undefined : read.filter((text) => text !== undefined));
  }
  const { node, errors: ofMembers } = readNode(texts);
  for (const { member, message } of ofMembers) {
    const span = (member && places.get(member)) ?? spanOf(item) ?? at;
    errors.push({ message: `${path}: ${message}`, span });
  }
  return errors.length > before ? undefined : node;
}

function unknown(what: string, name: string, names: Iterable<string>): string {
  const alike = nearestNames(name, names);
  return `unknown ${what} ${JSON.stringify(name)}${alike.length === 0 ? '' : `; did you mean ${alike.join(' or ')}?`}`;
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
