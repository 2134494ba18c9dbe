/** Paragraphs of text, in which what stands between backticks is code. Nothing of it is read as HTML. */
export function paragraphs(className: string, texts: readonly string[]): HTMLElement {
  const box = document.createElement('div');
  box.className = className;
  for (const text of texts) {
    const paragraph = document.createElement('p');
    for (const [at, part] of text.split('`').entries()) {
      if (at % 2 === 0) paragraph.append(part);
      else {
        const code = document.createElement('code');
        code.textContent = part;
        paragraph.append(code);
      }
    }
    box.append(paragraph);
  }
  return box;
}
