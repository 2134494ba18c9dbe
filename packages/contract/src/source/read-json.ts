import type { ArrayNode, JsonNode, ObjectNode } from './json-node.js';
import { LineIndex } from './line-index.js';
import { parseExactInteger } from './exact-integer.js';
import {
  hasLoneSurrogate,
  createNotices,
  noteString,
  type SourceNotices,
  type Source,
  JsonSyntaxError,
} from './source.js';

/**
 * Reads strict JSON (RFC 8259) with the location of every value. Never throws; does not recurse, so that only memory
 * limits the depth.
 */
export function readJson(text: string): Source {
  const lines = new LineIndex(text);
  const notices = createNotices();
  try {
    const root = new Reader(text, notices).document();
    return { root, lines, ...notices };
  } catch (error) {
    if (!(error instanceof JsonSyntaxError)) throw error;
    return { root: undefined, error, lines, ...notices };
  }
}

/** Lists fixes for what JavaScript allows and JSON does not, by how it starts. */
const FIXES_BY_START: readonly (readonly [start: string, fix: string])[] = [
  ['//', 'Remove the comment: JSON has none. "$comment" stands for one in document types and properties.'],
  ['/*', 'Remove the comment: JSON has none. "$comment" stands for one in document types and properties.'],
  ["'", 'Write double quotes.'],
];

interface Slot {
  readonly parent: ObjectNode | ArrayNode | undefined;
  readonly key: string | number;
  readonly keyStart: number;
  readonly keyEnd: number;
}

const ROOT: Slot = { parent: undefined, key: '', keyStart: 0, keyEnd: 0 };
const MAX_DEPTH = 100_000;
const EMPTY = 'The file is empty: "dapikit init" writes one to start from.';
const VALUE_START = /["{[\w-]/;
/** Matches what YAML begins with: a mark of a document, or a name and a colon. */
const YAML_START = /^(?:---|[\w$-]+:\s)/;
const NUMBER_START = '-0123456789';
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line eslint/no-control-regex -- RFC 8259 excludes exactly these from strings
const PLAIN_STRING = /"[^"\\\u0000-\u001f]*"/y;
// oxlint-disable-next-line eslint/no-control-regex -- as above
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS = { true: true, false: false, null: null } as const;

class Reader {
  private at = 0;
  /** Current object or array. */
  private open: ObjectNode | ArrayNode | undefined;

  constructor(
    private readonly text: string,
    private readonly notices: SourceNotices,
  ) {}

  document(): JsonNode {
    if (this.text.codePointAt(0) === 0xfeff) this.at = 1;
    const root = this.value(ROOT);
    let open: ObjectNode | ArrayNode | undefined = asContainer(root);
    let depth = open === undefined ? 0 : 1;
    this.notices.depth = depth;
    while (open !== undefined) {
      this.open = open;
      const slot = this.nextSlot(open);
      if (slot === undefined) {
        open.end = this.at;
        open = open.parent;
        depth -= 1;
        continue;
      }
      const node = this.value(slot);
      this.attach(open, node);
      const inner = asContainer(node);
      if (inner !== undefined) {
        open = inner;
        depth += 1;
        if (depth > this.notices.depth) this.notices.depth = depth;
        if (depth > MAX_DEPTH)
          throw this.error(`the JSON nests deeper than ${MAX_DEPTH} levels`, 'Flatten the JSON.');
      }
    }
    this.open = undefined;
    this.space();
    if (this.at < this.text.length)
      throw this.error(
        `unexpected ${this.symbol()} after the end of the value`,
        'Remove the text from here on.',
      );
    return root;
  }

  /** Reads up to the next member or element; returns undefined at the end of the container. */
  private nextSlot(open: ObjectNode | ArrayNode): Slot | undefined {
    const isFirst =
      open.kind === 'object'
        ? open.members.size === 0 && open.overridden.length === 0
        : open.items.length === 0;
    const close = open.kind === 'object' ? '}' : ']';
    this.space();
    if (this.text[this.at] === close) {
      this.at += 1;
      return undefined;
    }
    if (!isFirst) {
      if (this.text[this.at] !== ',')
        throw this.unexpected(`"," or "${close}" is missing`, this.separatorFix(close));
      this.at += 1;
      this.space();
      if (this.text[this.at] === close) throw this.surplusComma();
    }
    if (open.kind === 'array') return { parent: open, key: open.items.length, keyStart: 0, keyEnd: 0 };
    if (this.text[this.at] !== '"')
      throw this.unexpected('a member name in double quotes is missing', this.nameFix());
    const keyStart = this.at;
    const key = this.string();
    const keyEnd = this.at;
    this.space();
    if (this.text[this.at] !== ':')
      throw this.unexpected(
        '":" is missing after the member name',
        'Write ":" between the name and its value.',
      );
    this.at += 1;
    return { parent: open, key, keyStart, keyEnd };
  }

  private attach(open: ObjectNode | ArrayNode, node: JsonNode): void {
    if (open.kind === 'array') {
      open.items.push(node);
      return;
    }
    const name = String(node.key);
    if (hasLoneSurrogate(name)) this.notices.loneSurrogates.push(node);
    const earlier = open.members.get(name);
    if (earlier !== undefined) {
      if (open.overridden.length === 0) this.notices.repeatedKeys.push(open);
      open.overridden.push(earlier);
    }
    open.members.set(name, node);
  }

  private value({ parent, key, keyStart, keyEnd }: Slot): JsonNode {
    this.space();
    const start = this.at;
    const first = this.text[start];
    if (first === '{' || first === '[') {
      this.at += 1;
      const end = this.at;
      return first === '{'
        ? { kind: 'object', members: new Map(), overridden: [], parent, key, start, end, keyStart, keyEnd }
        : { kind: 'array', items: [], parent, key, start, end, keyStart, keyEnd };
    }
    if (first === '"') {
      const value = this.string();
      const end = this.at;
      const node: JsonNode = { kind: 'string', value, parent, key, start, end, keyStart, keyEnd };
      noteString(node, this.notices);
      return node;
    }
    const number = first !== undefined && NUMBER_START.includes(first) ? this.match(NUMBER) : undefined;
    if (number !== undefined) {
      const [value, integer, end] = [Number(number), parseExactInteger(number), this.at];
      return { kind: 'number', value, integer, parent, key, start, end, keyStart, keyEnd };
    }
    for (const [word, value] of Object.entries(WORDS)) {
      if (!this.text.startsWith(word, start)) continue;
      this.at += word.length;
      const end = this.at;
      return value === null
        ? { kind: 'null', parent, key, start, end, keyStart, keyEnd }
        : { kind: 'boolean', value, parent, key, start, end, keyStart, keyEnd };
    }
    throw this.unexpected('a value is missing', this.valueFix());
  }

  private string(): string {
    const plain = this.match(PLAIN_STRING);
    if (plain !== undefined) return plain.slice(1, -1);
    const start = this.at;
    const found = this.match(STRING);
    if (found !== undefined) {
      const value: string = JSON.parse(found);
      return value;
    }
    throw this.brokenString(start);
  }

  /** Describes the error of the string that starts here. */
  private brokenString(start: number): JsonSyntaxError {
    // oxlint-disable-next-line eslint/no-control-regex -- as above
    const good = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
    good.lastIndex = start + 1;
    good.test(this.text);
    const at = good.lastIndex;
    const found = this.text[at];
    if (found === undefined || found === '\n' || found === '\r')
      return new JsonSyntaxError(
        'a double quote is missing at the end of the text',
        start,
        at,
        'Close the text with a double quote; write a line end in it as \\n.',
      );
    if (found === '\\') {
      const [escape = found] = /^\\(?:u[0-9a-fA-F]{0,4}|.)?/.exec(this.text.slice(at, at + 6)) ?? [];
      return new JsonSyntaxError(
        `unknown escape ${escape}`,
        at,
        at + escape.length,
        'JSON has \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits; write a backslash as \\\\.',
      );
    }
    const code = `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return new JsonSyntaxError(
      `control character ${code} in a text`,
      at,
      at + 1,
      `Write it as ${found === '\t' ? '\\t' : code}, or remove it.`,
    );
  }

  private space(): void {
    for (;;) {
      const unit = this.text.charCodeAt(this.at);
      if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return;
      this.at += 1;
    }
  }

  private match(pattern: RegExp): string | undefined {
    const start = this.at;
    pattern.lastIndex = start;
    if (!pattern.test(this.text)) return undefined;
    this.at = pattern.lastIndex;
    return this.text.slice(start, this.at);
  }

  /** Points at the comma, which may be lines above the closing bracket. */
  private surplusComma(): JsonSyntaxError {
    const at = this.text.lastIndexOf(',', this.at);
    return new JsonSyntaxError(
      `surplus comma before ${this.symbol()}`,
      at,
      at + 1,
      'Remove the comma: JSON has none after the last member.',
    );
  }

  private separatorFix(close: string): string {
    if (/\d/.test(this.character) && this.text[this.at - 1] === '0') return 'Remove the leading zero.';
    return VALUE_START.test(this.character) ? 'Add a comma before it.' : `Write "," or "${close}" here.`;
  }

  private nameFix(): string {
    return /[\w$]/.test(this.character)
      ? 'Put double quotes around the name.'
      : 'Write a member name in double quotes here.';
  }

  private valueFix(): string {
    if (this.text.slice(0, this.at).trim() === '' && YAML_START.test(this.text.slice(this.at, this.at + 100)))
      return 'Convert the file to JSON: it is written as YAML.';
    return /[\w$]/.test(this.character)
      ? 'Put double quotes around text; other values are numbers, true, false and null.'
      : 'Write a value here: an object, an array, text in double quotes, a number, true, false or null.';
  }

  private get character(): string {
    return this.text[this.at] ?? '';
  }

  /** Creates an error for something that is missing here. */
  private unexpected(missing: string, fix: string): JsonSyntaxError {
    if (this.at >= this.text.length)
      return this.error(`the text ends early: ${missing}`, this.endFix() ?? fix);
    const known = FIXES_BY_START.find(([start]) => this.text.startsWith(start, this.at))?.[1];
    return this.error(`unexpected ${this.symbol()}: ${missing}`, known ?? fix);
  }

  private error(message: string, fix: string): JsonSyntaxError {
    return new JsonSyntaxError(message, this.at, Math.min(this.at + 1, this.text.length), fix);
  }

  /** Quotes the character here. */
  private symbol(): string {
    return JSON.stringify(String.fromCodePoint(this.text.codePointAt(this.at) ?? 0));
  }

  /** Names the bracket that is missing where the text ends early. */
  private endFix(): string | undefined {
    const { open, text } = this;
    if (open === undefined) return text.trim() === '' ? EMPTY : undefined;
    const line = text.slice(0, open.start).split('\n').length;
    return `Add "${open.kind === 'object' ? '}' : ']'}": the ${open.kind} of line ${line} is not closed.`;
  }
}

function asContainer(node: JsonNode): ObjectNode | ArrayNode | undefined {
  return node.kind === 'object' || node.kind === 'array' ? node : undefined;
}
