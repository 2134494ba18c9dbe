/** Hides the credentials in a URL, or in a text that was meant to be one. */
export function maskedUrl(text: string): string {
  return text.replace(/(?<=:\/\/)\S*@/, '***:***@');
}
