declare module '@dashevo/dashd-rpc/promise.js' {
  /** What of the package is used here; it has no types of its own. */
  export default class DashdRpc {
    constructor(options: {
      readonly protocol: 'http';
      readonly host: string;
      readonly port: number;
      readonly user: string;
      readonly pass: string;
    });
    [method: string]: (...params: unknown[]) => Promise<{ readonly result: unknown }>;
  }
}

declare module '@dashevo/dashd-rpc' {
  /** What of the package is used here. */
  const client: {
    /** The methods that it calls, with the kinds of their params. */
    readonly callspec: Readonly<Record<string, string>>;
  };
  export default client;
}
