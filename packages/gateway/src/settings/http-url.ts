/** Returns whether a text is a URL of http or https. */
export const isHttpUrl = (text: string): boolean => /^https?:\/\//.test(text) && URL.canParse(text);
