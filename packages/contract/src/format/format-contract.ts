import { Checker } from '../check-contract.js';
import type { Diagnostic } from '../diagnostic.js';
import { type Form, shapeOf } from '../model/shape.js';
import { NEWEST_PROTOCOL, PROTOCOLS } from '../protocol/protocol-rules.js';
import { integerOf, type JsonNode, member, type ObjectNode } from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import { atom, container, type Laid, type LaidEntry, layOut } from './layout.js';
import { rankOf, type Role, roleOf } from './member-order.js';

/** How {@link formatContract} writes. */
export interface FormatOptions {
  /** What the text is: a whole contract, or only its document types; told apart by shape when absent. */
  readonly form?: Form;
  /**
   * Number the properties of every object from 0, in the order of the positions they have; those without one come last.
   * Only for a contract that is not registered yet: positions say how documents are stored.
   */
  readonly renumber?: boolean;
}

/** A formatted text, or why there is none. */
export type FormattedContract =
  | { readonly text: string }
  | { readonly text?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** Written like this a text cannot be formatted without losing something of it. */
const LOSSY: ReadonlySet<string> = new Set([
  'json-syntax',
  'json-repeated-key',
  'json-depth',
  'contract-not-object',
]);

/**
 * Writes a contract with its members in one order: known keywords first, properties by position, everything else as the
 * author has it. Numbers and texts keep their spelling, arrays their order, line ends their kind; the text ends with a line
 * end. What is formatted does not change when it is formatted again. Never throws for what the text is.
 *
 * @returns diagnostics instead of a text where it is no JSON object, nests too deep or repeats a name.
 * @example
 * formatContract('{"note":{"properties":{},"type":"object"}}').text
 */
export function formatContract(text: string, options: FormatOptions = {}): FormattedContract {
  const source = readJson(text);
  const protocol = PROTOCOLS.get(NEWEST_PROTOCOL);
  if (protocol === undefined) throw new Error('the newest protocol version has rules');
  const checker = new Checker(source, protocol, Number.POSITIVE_INFINITY);
  checker.checkSource();
  const diagnostics = checker.diagnostics.filter(({ code }) => LOSSY.has(code));
  const { root } = source;
  if (diagnostics.length > 0 || root?.kind !== 'object') return { diagnostics };
  const role = shapeOf(root, options.form ?? 'auto') === 'documents' ? 'document-types' : 'contract';
  const arranged = new Arranger(text, options.renumber === true).arrange(root, role);
  const formatted = `${layOut(arranged)}\n`;
  return { text: text.includes('\r\n') ? formatted.replaceAll('\n', '\r\n') : formatted };
}

/** What is read line by line, and so has a line for each member. */
const SPREAD: ReadonlySet<Role> = new Set([
  'contract',
  'document-types',
  'document-type',
  'definitions',
  'properties',
  'indices',
]);

class Arranger {
  constructor(
    private readonly text: string,
    private readonly renumber: boolean,
  ) {}

  arrange(node: JsonNode, role: Role, position?: number): Laid {
    switch (node.kind) {
      case 'object':
        return container('{}', this.members(node, role, position), SPREAD.has(role));
      case 'array':
        return container(
          '[]',
          node.items.map((item, at) => ({ value: this.arrange(item, roleOf(role, at)) })),
          SPREAD.has(role),
        );
      default:
        return atom(this.text.slice(node.start, node.end));
    }
  }

  private members(node: ObjectNode, role: Role, position: number | undefined): LaidEntry[] {
    let next = 0;
    const placed = inOrder(node, role).map((value) => {
      const name = String(value.key);
      const given = this.renumber && role === 'properties' && value.kind === 'object' ? next : undefined;
      if (given !== undefined) next += 1;
      const isPosition = position !== undefined && name === 'position';
      return {
        rank: rankOf(role, name),
        name: this.text.slice(value.keyStart, value.keyEnd),
        value: isPosition ? atom(String(position)) : this.arrange(value, roleOf(role, name), given),
      };
    });
    if (position !== undefined && !node.members.has('position')) {
      const rank = rankOf(role, 'position');
      const at = placed.findIndex((entry) => entry.rank > rank);
      const entry = { rank, name: '"position"', value: atom(String(position)) };
      placed.splice(at === -1 ? placed.length : at, 0, entry);
    }
    return placed;
  }
}

function inOrder(node: ObjectNode, role: Role): JsonNode[] {
  const members = [...node.members.values()];
  if (role === 'properties') return members.toSorted(byPosition);
  return members.toSorted((a, b) => rankOf(role, String(a.key)) - rankOf(role, String(b.key)));
}

/** Those without a position come last, and keep their order. */
function byPosition(a: JsonNode, b: JsonNode): number {
  const [first, second] = [a, b].map((node) => integerOf(member(node, 'position')));
  if (first === undefined || second === undefined)
    return Number(first === undefined) - Number(second === undefined);
  return first < second ? -1 : Number(first > second);
}
