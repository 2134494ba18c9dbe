/** Maps the keywords of a place to their documentation. */
export type KeywordDocs = Readonly<Record<string, string>>;
