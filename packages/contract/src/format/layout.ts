const LINE_WIDTH = 100;
const INDENT = '  ';

/** Holds a value to print: its own text, or its entries. */
export type LayoutNode = Atom | Container;

interface Atom {
  readonly text: string;
  readonly width: number;
}

interface Container {
  readonly brackets: '{}' | '[]';
  readonly entries: readonly LayoutEntry[];
  /** Columns on one line; infinite if it cannot be on one. */
  readonly width: number;
}

/** Holds a member with the text of its name, or an element. */
export interface LayoutEntry {
  readonly name?: string;
  readonly value: LayoutNode;
}

/** Creates a number, a text or a word from its text. */
export function createAtom(text: string): LayoutNode {
  return { text, width: text.length };
}

/** Creates an object or an array; `isSpread` puts each member on a line of its own. */
export function createContainer(
  brackets: '{}' | '[]',
  entries: readonly LayoutEntry[],
  isSpread: boolean,
): LayoutNode {
  const inner = entries.reduce((sum, entry) => sum + formatName(entry).length + entry.value.width + 2, 0);
  const padding = brackets === '{}' ? 2 : 0;
  const width = entries.length === 0 ? 2 : inner + padding;
  return { brackets, entries, width: isSpread && entries.length > 0 ? Infinity : width };
}

/** Prints a value, on one line if it fits. */
export function printLayout(value: LayoutNode): string {
  const parts: string[] = [];
  write(value, '', 0, parts);
  return parts.join('');
}

/** Prints a value. `used` counts the columns before it, and the comma after it. */
function write(value: LayoutNode, indent: string, used: number, parts: string[]): void {
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
    const name = formatName(entry);
    if (at > 0) parts.push(',');
    if (isFlat) parts.push(at === 0 ? gap : ' ');
    else parts.push('\n', inner);
    parts.push(name);
    write(entry.value, inner, isFlat ? 0 : inner.length + name.length + 1, parts);
  }
  parts.push(isFlat ? gap : `\n${indent}`, close);
}

function formatName({ name }: LayoutEntry): string {
  return name === undefined ? '' : `${name}: `;
}
