/** Describes a value that `JSON.parse` can give. */
export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };

/** Contains the exact text of a value in the request. */
export type SourceText = string;
