import { ASSUMPTION_DOCS, listOperators } from '@dapikit/contract';
import { fillPage } from './fill-page.js';
import { cell, fence, joinParts, table } from './markdown.js';

type Operator = ReturnType<typeof listOperators>[number];

/** Returns expression-language.md: the operators of the rules of document types, with types and examples. */
export function expressionLanguagePage(): string {
  const operators = listOperators();
  return fillPage('expression-language.md', {
    conditions: operatorTable(operators.filter(({ kind }) => kind === 'condition')),
    expressions: operatorTable(operators.filter(({ kind }) => kind === 'expression')),
    examples: joinParts(operators.map(exampleOf)),
    assumptions: table(
      ['member', 'what it is'],
      Object.entries(ASSUMPTION_DOCS).map(([name, about]) => [`\`${name}\``, cell(about)]),
    ),
  });
}

function operatorTable(operators: readonly Operator[]): string {
  return table(
    ['operator', 'argument', 'types', 'meaning', 'nodes'],
    operators.map(({ name, form, types, about, nodes }) => [
      `\`${name}\``,
      `\`${cell(form)}\``,
      cell(types),
      cell(about),
      cell(nodes),
    ]),
  );
}

const exampleOf = ({ name, example, sentence }: Operator): string =>
  joinParts([`\`${name}\`: ${sentence}`, fence('json', JSON.stringify(example))]);
