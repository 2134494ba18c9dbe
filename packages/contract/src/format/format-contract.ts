import { Checker } from '../check/checker.js';
import type { Diagnostic } from '../diagnostic/diagnostic.js';
import { type Form, detectShape } from '../model/contract-shape.js';
import { getProtocol } from '../protocol/protocol-versions.js';
import { getInteger, type JsonNode, getMember, type ObjectNode } from '../source/json-node.js';
import { readJson } from '../source/read-json.js';
import { createAtom, createContainer, type LayoutNode, type LayoutEntry, printLayout } from './layout.js';
import { getRank, type Role, getRole } from './member-order.js';

/** Configures {@link formatContract}. */
export interface FormatOptions {
  /** Form of the text: a whole contract, or only its document types; detected when absent. */
  readonly form?: Form;
  /**
   * Numbers the properties of every object from 0, in the order of their positions; those without one come last. Only
   * for a contract that is not registered yet: positions decide how documents are stored.
   */
  readonly renumber?: boolean;
}

/** Holds a formatted text, or the errors that prevent formatting. */
export type FormattedContract =
  | { readonly text: string }
  | { readonly text?: undefined; readonly diagnostics: readonly Diagnostic[] };

/** Lists diagnostics of texts that formatting would damage. */
const LOSSY: ReadonlySet<string> = new Set([
  'json-syntax',
  'json-repeated-key',
  'json-depth',
  'contract-not-object',
]);

/**
 * Formats a contract: known keywords first, properties by position, everything else in the author's order. Numbers
 * and texts keep their spelling, arrays their order, line ends their kind; the text ends with a line end. Formatting
 * is idempotent. Never throws because of the text.
 *
 * @returns diagnostics instead of a text that is no JSON object, is nested too deeply or repeats a name.
 * @example
 * import { formatContract } from '@dapikit/contract';
 *
 * const { text } = formatContract('{"note":{"properties":{},"type":"object"}}');
 * text.split('\n')[1]; // => '  "note": {'
 */
export function formatContract(text: string, options: FormatOptions = {}): FormattedContract {
  const source = readJson(text);
  const protocol = getProtocol();
  const checker = new Checker(source, protocol, Number.POSITIVE_INFINITY);
  checker.checkSource();
  const diagnostics = checker.diagnostics.filter(({ code }) => LOSSY.has(code));
  const { root } = source;
  if (diagnostics.length > 0 || root?.kind !== 'object') return { diagnostics };
  const role = detectShape(root, options.form ?? 'auto') === 'documents' ? 'document-types' : 'contract';
  const arranged = new Formatter(text, options.renumber === true).arrange(root, role);
  const formatted = `${printLayout(arranged)}\n`;
  return { text: text.includes('\r\n') ? formatted.replaceAll('\n', '\r\n') : formatted };
}

/** Lists the roles whose members have a line each. */
const SPREAD: ReadonlySet<Role> = new Set([
  'contract',
  'document-types',
  'document-type',
  'definitions',
  'properties',
  'indices',
]);

class Formatter {
  constructor(
    private readonly text: string,
    private readonly renumber: boolean,
  ) {}

  arrange(node: JsonNode, role: Role, position?: number): LayoutNode {
    switch (node.kind) {
      case 'object':
        return createContainer('{}', this.members(node, role, position), SPREAD.has(role));
      case 'array':
        return createContainer(
          '[]',
          node.items.map((item, at) => ({ value: this.arrange(item, getRole(role, at)) })),
          SPREAD.has(role),
        );
      default:
        return createAtom(this.text.slice(node.start, node.end));
    }
  }

  private members(node: ObjectNode, role: Role, position: number | undefined): LayoutEntry[] {
    let next = 0;
    const placed = sortMembers(node, role).map((value) => {
      const name = String(value.key);
      const given = this.renumber && role === 'properties' && value.kind === 'object' ? next : undefined;
      if (given !== undefined) next += 1;
      const isPosition = position !== undefined && name === 'position';
      return {
        rank: getRank(role, name),
        name: this.text.slice(value.keyStart, value.keyEnd),
        value: isPosition ? createAtom(String(position)) : this.arrange(value, getRole(role, name), given),
      };
    });
    if (position !== undefined && !node.members.has('position')) {
      const rank = getRank(role, 'position');
      const at = placed.findIndex((entry) => entry.rank > rank);
      const entry = { rank, name: '"position"', value: createAtom(String(position)) };
      placed.splice(at === -1 ? placed.length : at, 0, entry);
    }
    return placed;
  }
}

function sortMembers(node: ObjectNode, role: Role): JsonNode[] {
  const members = [...node.members.values()];
  if (role === 'properties') return members.toSorted(comparePositions);
  return members.toSorted((a, b) => getRank(role, String(a.key)) - getRank(role, String(b.key)));
}

/** Compares positions; properties without one come last, in their order. */
function comparePositions(a: JsonNode, b: JsonNode): number {
  const [first, second] = [a, b].map((node) => getInteger(getMember(node, 'position')));
  if (first === undefined || second === undefined)
    return Number(first === undefined) - Number(second === undefined);
  return first < second ? -1 : Number(first > second);
}
