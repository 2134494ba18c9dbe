const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;
const STEP = '  ';

/** Indents JSON text, one member per line, and keeps the spelling of every value: numbers keep their digits. */
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
