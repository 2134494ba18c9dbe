/** Ends the operation; further calls do nothing. */
export type Stop = () => void;

/** Notifies a subscriber. Several subscribers get the same object, which is serialised once for all of them. */
export type Notify = (result: object) => void;

/** Begins to notify a subscriber. */
export type Begin = (notify: Notify) => Stop;

/** Represents a connection that can receive notifications. HTTP has none. */
export interface Session {
  /** True if its client may use the unsigned controls, and see what they return. */
  readonly mayControl: boolean;
  /**
   * Opens a subscription, and gives its id. It begins when the answer to the call has been sent.
   * @param name the method of its notifications
   * @throws {JsonRpcError} -32602 when the connection has as many as it may have.
   */
  subscribe(name: string, begin: Begin): number;
  /** Ends a subscription; gives whether there was one of this id. */
  unsubscribe(id: number): boolean;
}
