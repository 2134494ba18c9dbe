import { splitCode } from '../text/split-code.js';

/** Creates paragraphs of text in which the parts between backticks are code. Nothing is parsed as HTML. */
export function createParagraphs(className: string, texts: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  box.className = className;
  for (const text of texts) {
    const paragraph = document.createElement('p');
    for (const { text: part, isCode } of splitCode(text)) {
      if (!isCode) {
        paragraph.append(part);
        continue;
      }
      const code = document.createElement('code');
      code.textContent = part;
      paragraph.append(code);
    }
    box.append(paragraph);
  }
  return box;
}
