/** An address without credentials, as far as its form says so. */
const PLAIN = /^(?:[a-z][a-z\d+.-]*:\/\/)?(?:[\w.-]*|\[[\da-f:.]*\])(?::\d{1,5})?(?:\/[\w./-]*)?$/i;

/** Returns a text that should be a URL for a message, without what may be credentials. */
export function shownUrl(text: string): string {
  if (PLAIN.test(text)) return JSON.stringify(text);
  const [, scheme = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/)?[^]*@([^]*)$/i.exec(text) ?? [];
  return PLAIN.test(rest) && rest !== '' ? JSON.stringify(`${scheme}***:***@${rest}`) : 'something else';
}
