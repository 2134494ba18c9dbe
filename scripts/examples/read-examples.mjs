/**
 * Lists the examples in the docstrings of a source: the code behind each `@example`.
 * @param {string} source
 * @returns {{ name: string, code: string }[]} with the name of the declaration below the docstring
 */
export function readExamples(source) {
  return [...source.matchAll(/\/\*\*\n((?: \*.*\n)*?) \*\/\n(?:\/\/.*\n)*(.*)/g)].flatMap(
    ([, text, declaration]) => {
      const [, ...blocks] = text.replaceAll(/^ \* ?/gm, '').split(/^@example\s*\n/m);
      const [, name = declaration] = /(?:function\*?|const|class) (\w+)/.exec(declaration) ?? [];
      return blocks.map((block) => ({ name, code: block.replace(/^@\w[^]*/m, '').trimEnd() }));
    },
  );
}

const IMPORT = /^import \{ (.*) \} from '(.*)';$/gm;
const RESULT = /^(.*?);? \/\/ => (.*)$/gm;

/**
 * Turns an example into the body of an asynchronous function of `modules`, which has the imported modules by name, and `check`, which
 * compares the value of an expression with that of the comment behind it: `a + b; // => 3`.
 * @param {string} code
 */
export const toFunctionBody = (code) =>
  code
    .replaceAll(IMPORT, (_, names, from) => {
      const members = names.replaceAll(' as ', ': ');
      return `const { ${members} } = modules[${JSON.stringify(from)}];`;
    })
    .replaceAll(RESULT, (_, expression, value) => `check(await (${expression}), (${value}));`);

/** Counts the results that an example states. @param {string} code */
export const countResults = (code) => [...code.matchAll(RESULT)].length;
