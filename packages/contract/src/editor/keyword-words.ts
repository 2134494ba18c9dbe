/** What each keyword of a place is for, in words, by name. */
export type KeywordWords = Readonly<Record<string, string>>;
