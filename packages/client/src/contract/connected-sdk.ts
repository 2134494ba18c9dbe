/**
 * Describes the part of a connected `EvoSDK` that a client uses. Its declarations do not compile by themselves up to 4.1.0, so those of this package do not
 * name them.
 */
export interface ConnectedSdk {
  readonly contracts: {
    fetch(contractId: string): Promise<unknown>;
  };
  readonly documents: {
    query(query: object): Promise<unknown>;
    get(contractId: string, type: string, documentId: string): Promise<unknown>;
    count(query: object): Promise<unknown>;
    sum(query: object, property: string): Promise<unknown>;
    average(query: object, property: string): Promise<unknown>;
  };
  readonly identities: {
    fetch(identityId: string): Promise<unknown>;
    contractNonce(identityId: string, contractId: string): Promise<unknown>;
  };
  readonly stateTransitions: {
    broadcastStateTransition(transition: object): Promise<unknown>;
    waitForResponse(transition: object): Promise<unknown>;
    waitForStateTransitionResult(hash: string): Promise<unknown>;
  };
}
