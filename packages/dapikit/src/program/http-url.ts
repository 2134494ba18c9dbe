/** The address of a local network that was started without options. */
export const LOCAL_URL = 'http://127.0.0.1:3000';

/** Returns whether a text is a URL of http or https. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** Says that a text is no address: "expected an address such as …, found …". */
export const describeNoUrl = (text: string): string =>
  `expected an address such as ${LOCAL_URL}, found ${JSON.stringify(text)}`;
