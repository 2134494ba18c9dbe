/** Ends what was begun; to call it again does nothing. */
export type Stop = () => void;

/** Tells a subscriber something. What several are told is one object, which is written once for all of them. */
export type Tell = (result: object) => void;

/** Begins to tell a subscriber what it subscribed to. */
export type Begin = (tell: Tell) => Stop;

/** A connection that calls come over, and that can be told things later. HTTP has none. */
export interface Session {
  /**
   * Opens a subscription, and gives its id. It begins when the answer to the call has been sent.
   * @param name the method of its notifications
   * @throws {JsonRpcError} -32602 when the connection has as many as it may have.
   */
  subscribe(name: string, begin: Begin): number;
  /** Ends a subscription; gives whether there was one of this id. */
  unsubscribe(id: number): boolean;
}
