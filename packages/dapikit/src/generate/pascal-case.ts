/** Returns a name in Pascal case: `my-notes` gives `MyNotes`. It may begin with a digit. */
export const pascalCase = (text: string): string =>
  text
    .split(/[^\p{ID_Continue}]+/u)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
