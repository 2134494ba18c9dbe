// Checks that code reads the switches of a protocol version from the table of contract, and neither compares versions with numbers nor writes them into texts.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync, Visitor } from 'oxc-parser';

const SOURCE = /(?<!\.test|\.d)\.tsx?$/;
/** Packages without a version of Dash Platform: what is called a protocol there is that of Dash Core. */
const OTHERS = new Set(['chain']);
/** The table, and what generates its names. */
const TABLE = ['packages/contract/src/protocol/', 'packages/gateway/src/grpc/generated/'];
const COMPARISONS = new Set(['<', '<=', '>', '>=', '==', '===', '!=', '!==']);
/** A version as code names it: `protocolVersion`, `rules.protocolVersion`, `protocol.version`. */
const VERSION = /(?:protocol(?:version)?|protocol\w*\.version)$/i;
/** A constant or member with the first or last version of something. */
const BOUND = /PROTOCOL|SINCE/;
/** A number behind the word; an option of the command line is an example. */
const NUMBERED = /(?<!--)\bprotocols?(?: versions?)? \d/i;

/**
 * Lists the places of a module that know the number of a protocol version.
 * @returns {{ line: number, text: string }[]} each comparison of a version with a number or a constant with one, each bound that is
 *   such a number, and each text that names one
 */
export function numberedProtocols(file, text) {
  const { program } = parseSync(file, text);
  const constants = new Set();
  const found = [];
  const source = ({ start, end }) => text.slice(start, end);
  const report = (node) =>
    found.push({ line: text.slice(0, node.start).split('\n').length, text: source(node).slice(0, 80) });
  const isNumber = (node) =>
    (node.type === 'Literal' && typeof node.value === 'number') ||
    (node.type === 'Identifier' && constants.has(node.name));
  const isVersion = (node) => VERSION.test(source(node)) && !isNumber(node);
  new Visitor({
    VariableDeclarator(node) {
      const { id, init } = node;
      if (id.type !== 'Identifier') return;
      if (init?.type === 'Literal' && typeof init.value === 'number') constants.add(id.name);
      if (BOUND.test(id.name) && init !== null && hasNumber(init)) report(node);
    },
  }).visit(program);
  new Visitor({
    BinaryExpression(node) {
      const { left, operator, right } = node;
      if (!COMPARISONS.has(operator)) return;
      if ((isVersion(left) && isNumber(right)) || (isVersion(right) && isNumber(left))) report(node);
    },
    SwitchStatement({ discriminant, cases }) {
      if (VERSION.test(source(discriminant)))
        for (const { test } of cases) if (test !== null && isNumber(test)) report(test);
    },
    Property(node) {
      if (node.key.type === 'Identifier' && node.key.name === 'since' && isNumber(node.value)) report(node);
    },
    Literal(node) {
      if (typeof node.value === 'string' && NUMBERED.test(node.value)) report(node);
    },
    TemplateElement(node) {
      if (NUMBERED.test(node.value.raw)) report(node);
    },
  }).visit(program);
  return found;
}

function hasNumber(root) {
  let has = false;
  new Visitor({
    Literal({ value }) {
      if (typeof value === 'number') has = true;
    },
  }).visit({ type: 'Program', body: [{ type: 'ExpressionStatement', expression: root }] });
  return has;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  for (const name of readdirSync(join(root, 'packages')).toSorted()) {
    if (OTHERS.has(name)) continue;
    const folder = `packages/${name}/src/`;
    const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
    for (const file of files.toSorted().map((path) => `${folder}${path}`)) {
      if (!SOURCE.test(file) || TABLE.some((path) => file.startsWith(path))) continue;
      for (const { line, text } of numberedProtocols(file, readFileSync(join(root, file), 'utf8'))) {
        console.error(
          `${file}:${line}: ${text}: read a switch of the protocol from packages/contract/src/protocol`,
        );
        process.exitCode = 1;
      }
    }
  }
}
