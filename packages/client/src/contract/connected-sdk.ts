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
  readonly tokens: {
    calculateId(contractId: string, position: number): Promise<unknown>;
    balances(identityIds: string[], tokenId: string): Promise<unknown>;
    totalSupply(tokenId: string): Promise<unknown>;
    directPurchasePrices(tokenIds: string[]): Promise<unknown>;
    statuses(tokenIds: string[]): Promise<unknown>;
    identitiesTokenInfos(identityIds: string[], tokenId: string): Promise<unknown>;
  };
  readonly group: {
    info(contractId: string, position: number): Promise<unknown>;
    actions(query: object): Promise<unknown>;
    actionSigners(query: object): Promise<unknown>;
  };
  readonly identities: {
    fetch(identityId: string): Promise<unknown>;
    contractNonce(identityId: string, contractId: string): Promise<unknown>;
  };
  readonly voting: {
    contestedResourceVoteState(query: object): Promise<unknown>;
  };
  readonly stateTransitions: {
    broadcastStateTransition(transition: object): Promise<unknown>;
    waitForResponse(transition: object): Promise<unknown>;
    waitForAffectedState(transition: object, settings?: object): Promise<unknown>;
    waitForStateTransitionResult(hash: string): Promise<unknown>;
  };
}
