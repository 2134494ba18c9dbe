/** Returns whether a store is a PostgreSQL database, and no file. */
export const isPostgresUrl = (store: string): boolean =>
  /^postgres(?:ql)?:\/\//.test(store) && URL.canParse(store);
