const LINE_WIDTH = 100;
const INDENT = '  ';

/** A value that is ready to be laid out: its own text, or what it holds. */
export type Laid = Atom | Container;

interface Atom {
  readonly text: string;
  readonly width: number;
}

interface Container {
  readonly brackets: '{}' | '[]';
  readonly entries: readonly LaidEntry[];
  /** Columns on one line; endless where it must not be on one. */
  readonly width: number;
}

/** A member with its name as it is written, or an element. */
export interface LaidEntry {
  readonly name?: string;
  readonly value: Laid;
}

/** A number, a text or a word, as it is written. */
export function atom(text: string): Laid {
  return { text, width: text.length };
}

/** An object or an array; `isSpread` puts each member on a line of its own, however short they are. */
export function container(brackets: '{}' | '[]', entries: readonly LaidEntry[], isSpread: boolean): Laid {
  const inner = entries.reduce((sum, entry) => sum + nameOf(entry).length + entry.value.width + 2, 0);
  const padding = brackets === '{}' ? 2 : 0;
  const width = entries.length === 0 ? 2 : inner + padding;
  return { brackets, entries, width: isSpread && entries.length > 0 ? Infinity : width };
}

/** The text of a value, on one line where it fits. */
export function layOut(value: Laid): string {
  const parts: string[] = [];
  write(value, '', 0, parts);
  return parts.join('');
}

/** `used` is what stands before the value on its line, and the comma behind it. */
function write(value: Laid, indent: string, used: number, parts: string[]): void {
  if ('text' in value) {
    parts.push(value.text);
    return;
  }
  const [open = '', close = ''] = value.brackets;
  if (value.entries.length === 0) {
    parts.push(value.brackets);
    return;
  }
  const isFlat = used + value.width <= LINE_WIDTH;
  const inner = isFlat ? indent : indent + INDENT;
  const gap = value.brackets === '{}' ? ' ' : '';
  parts.push(open);
  for (const [at, entry] of value.entries.entries()) {
    const name = nameOf(entry);
    if (at > 0) parts.push(',');
    if (isFlat) parts.push(at === 0 ? gap : ' ');
    else parts.push('\n', inner);
    parts.push(name);
    write(entry.value, inner, isFlat ? 0 : inner.length + name.length + 1, parts);
  }
  parts.push(isFlat ? gap : `\n${indent}`, close);
}

function nameOf({ name }: LaidEntry): string {
  return name === undefined ? '' : `${name}: `;
}
