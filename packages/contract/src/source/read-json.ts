import type { ArrayNode, JsonNode, ObjectNode } from './json-node.js';
import { LineIndex } from './line-index.js';
import { exactInteger } from './read-number.js';
import { isUnpaired, newNotices, noteText, type Notices, type Source, type SyntaxFault } from './source.js';

/**
 * Reads strict JSON (RFC 8259) with the place of every value. Never throws; holds no JavaScript stack while it
 * descends, so that depth is bounded by memory only.
 */
export function readJson(text: string): Source {
  const lines = new LineIndex(text);
  const notices = newNotices();
  try {
    const root = new Reader(text, notices).document();
    return { root, lines, ...notices };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    const { message, start, end, advice } = error;
    return { root: undefined, fault: { message, start, end, ...advice }, lines, ...notices };
  }
}

/** What people write who take JSON for JavaScript, and what to do about it. */
const ADVICE: readonly (readonly [start: string, mend: string])[] = [
  ['//', 'Remove the comment: JSON has none. "$comment" stands for one in document types and properties.'],
  ['/*', 'Remove the comment: JSON has none. "$comment" stands for one in document types and properties.'],
  ["'", 'Write double quotes.'],
];

class NotJson extends Error {
  override readonly name = 'NotJson';

  constructor(
    message: string,
    readonly start: number,
    readonly end: number,
    readonly advice: Pick<SyntaxFault, 'mend'> = {},
  ) {
    super(message);
  }
}

interface Slot {
  readonly parent: ObjectNode | ArrayNode | undefined;
  readonly key: string | number;
  readonly keyStart: number;
  readonly keyEnd: number;
}

const ROOT: Slot = { parent: undefined, key: '', keyStart: 0, keyEnd: 0 };
const DEEPEST = 100_000;
const EMPTY = 'The file is empty: "dapikit init" writes one to start from.';
const VALUE_START = /["{[\w-]/;
const NUMBER_START = '-0123456789';
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
// oxlint-disable-next-line eslint/no-control-regex -- RFC 8259 excludes exactly these from strings
const PLAIN_STRING = /"[^"\\\u0000-\u001f]*"/y;
// oxlint-disable-next-line eslint/no-control-regex -- as above
const STRING = /"(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*"/y;
const WORDS = { true: true, false: false, null: null } as const;

class Reader {
  private at = 0;
  /** The object or array that is being read. */
  private open: ObjectNode | ArrayNode | undefined;

  constructor(
    private readonly text: string,
    private readonly notices: Notices,
  ) {}

  document(): JsonNode {
    if (this.text.codePointAt(0) === 0xfeff) this.at = 1;
    const root = this.value(ROOT);
    let open: ObjectNode | ArrayNode | undefined = container(root);
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
      const inner = container(node);
      if (inner !== undefined) {
        open = inner;
        depth += 1;
        if (depth > this.notices.depth) this.notices.depth = depth;
        if (depth > DEEPEST) throw this.unexpected(`at most ${DEEPEST} levels`);
      }
    }
    this.open = undefined;
    this.space();
    if (this.at < this.text.length)
      throw this.unexpected('the end of the text, because the value before it is complete');
    return root;
  }

  /** Where the next member or element goes; nothing when the container ends here. */
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
      if (this.text[this.at] !== ',') throw this.unexpected(`"," or "${close}"`, 'Add a comma before it.');
      this.at += 1;
      this.space();
      if (this.text[this.at] === close)
        throw this.surplusComma(open.kind === 'object' ? 'a member name' : 'a value');
    }
    if (open.kind === 'array') return { parent: open, key: open.items.length, keyStart: 0, keyEnd: 0 };
    if (this.text[this.at] !== '"') throw this.unexpected('a member name in double quotes');
    const keyStart = this.at;
    const key = this.string();
    const keyEnd = this.at;
    this.space();
    if (this.text[this.at] !== ':') throw this.unexpected('":" after the member name');
    this.at += 1;
    return { parent: open, key, keyStart, keyEnd };
  }

  private attach(open: ObjectNode | ArrayNode, node: JsonNode): void {
    if (open.kind === 'array') {
      open.items.push(node);
      return;
    }
    const name = String(node.key);
    if (isUnpaired(name)) this.notices.unpaired.push(node);
    const earlier = open.members.get(name);
    if (earlier !== undefined) {
      if (open.overridden.length === 0) this.notices.repeating.push(open);
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
      noteText(node, this.notices);
      return node;
    }
    const number = first !== undefined && NUMBER_START.includes(first) ? this.match(NUMBER) : undefined;
    if (number !== undefined) {
      const [value, integer, end] = [Number(number), exactInteger(number), this.at];
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
    throw this.unexpected('a value');
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

  /** What is wrong with the text in quotes that starts here. */
  private brokenString(start: number): NotJson {
    // oxlint-disable-next-line eslint/no-control-regex -- as above
    const good = /(?:[^"\\\u0000-\u001f]|\\(?:["\\/bfnrt]|u[0-9a-fA-F]{4}))*/y;
    good.lastIndex = start + 1;
    good.test(this.text);
    const at = good.lastIndex;
    const found = this.text[at];
    if (found === undefined || found === '\n' || found === '\r')
      return new NotJson(
        'expected a double quote at the end of the text, found the end of the line',
        start,
        at,
        {
          mend: 'Close the text with a double quote; a line end in it is written as \\n.',
        },
      );
    if (found === '\\') {
      const [escape = found] = /^\\(?:u[0-9a-fA-F]{0,4}|.)?/.exec(this.text.slice(at, at + 6)) ?? [];
      return new NotJson(`expected an escape of JSON, found ${escape}`, at, at + escape.length, {
        mend: 'JSON has \\" \\\\ \\/ \\b \\f \\n \\r \\t and \\u with four hexadecimal digits; a backslash itself is \\\\.',
      });
    }
    const code = `\\u${found.charCodeAt(0).toString(16).padStart(4, '0')}`;
    return new NotJson(`expected no control character in the text, found ${code}`, at, at + 1, {
      mend: `Write it as ${found === '\t' ? '\\t' : code}, or remove it.`,
    });
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

  /** The comma is what is wrong, and it may stand lines above what closes. */
  private surplusComma(expected: string): NotJson {
    const at = this.text.lastIndexOf(',', this.at);
    const found = JSON.stringify(this.text[this.at]);
    return new NotJson(`expected ${expected} after the comma, found ${found}`, at, at + 1, {
      mend: 'Remove the comma: JSON has none after the last member.',
    });
  }

  /** @param beforeValue what to do where a value or a name stands here. */
  private unexpected(expected: string, beforeValue?: string): NotJson {
    const symbol = this.text.codePointAt(this.at);
    const found = symbol === undefined ? 'the end of the text' : JSON.stringify(String.fromCodePoint(symbol));
    const mend =
      symbol === undefined
        ? this.endMend()
        : (ADVICE.find(([start]) => this.text.startsWith(start, this.at))?.[1] ??
          (VALUE_START.test(String.fromCodePoint(symbol)) ? beforeValue : undefined));
    return new NotJson(
      `expected ${expected}, found ${found}`,
      this.at,
      Math.min(this.at + 1, this.text.length),
      mend === undefined ? {} : { mend },
    );
  }

  /** What is missing where the text ends too early. */
  private endMend(): string | undefined {
    const { open, text } = this;
    if (open === undefined) return text.trim() === '' ? EMPTY : undefined;
    const line = text.slice(0, open.start).split('\n').length;
    return `Add "${open.kind === 'object' ? '}' : ']'}": the ${open.kind} of line ${line} is not closed.`;
  }
}

function container(node: JsonNode): ObjectNode | ArrayNode | undefined {
  return node.kind === 'object' || node.kind === 'array' ? node : undefined;
}
