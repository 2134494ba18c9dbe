import { splitCode } from '../text/split-code.js';

/** Shows text in which the parts between backticks are code. */
export function Prose({ text }: { readonly text: string }) {
  return (
    <>{splitCode(text).map((part, at) => (part.isCode ? <code key={at}>{part.text}</code> : part.text))}</>
  );
}
