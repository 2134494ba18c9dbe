/** Represents a part of a text: prose, or code between backticks. */
export interface TextPart {
  readonly text: string;
  readonly isCode: boolean;
}

/** Splits a text at its backticks: every second part is code. */
export const splitCode = (text: string): TextPart[] =>
  text.split('`').map((part, at) => ({ text: part, isCode: at % 2 === 1 }));
