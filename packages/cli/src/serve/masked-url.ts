/** A URL, or what is meant to be one, with the credentials in it hidden. */
export function maskedUrl(text: string): string {
  return text.replace(/(?<=:\/\/)\S*@/, '***:***@');
}
