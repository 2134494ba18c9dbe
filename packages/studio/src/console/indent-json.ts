const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = '  ';

/** JSON text with a line for each member, every value written as it was: numbers keep their digits. */
export function indentJson(text: string): string {
  const tokens = text.match(TOKEN) ?? [];
  let depth = 0;
  const line = (): string => `\n${STEP.repeat(depth)}`;
  return tokens
    .map((token, at) => {
      const isEmpty = (tokens[at - 1] === '{' && token === '}') || (tokens[at - 1] === '[' && token === ']');
      if (token === '{' || token === '[') {
        depth += 1;
        const next = tokens[at + 1];
        return next === '}' || next === ']' ? token : token + line();
      }
      if (token === '}' || token === ']') {
        depth -= 1;
        return isEmpty ? token : line() + token;
      }
      if (token === ',') return token + line();
      return token === ':' ? ': ' : token;
    })
    .join('');
}
