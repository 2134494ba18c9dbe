/** Why an engine does not take a pattern. Thrown while one is read, never beyond this folder. */
export class PatternFault extends Error {
  override readonly name = 'PatternFault';
}
