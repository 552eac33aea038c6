/** A client that is connected, and whose user signs in whenever an authorization server asks. */
export interface SigningInClient {
  /** Calls a tool and returns the text of its result. */
  call(name: string): Promise<string>;
  /** The addresses that the client has sent its user to, one for each time. */
  readonly signIns: readonly URL[];
  close(): Promise<void>;
}

/** An existing client, unchanged. It registers automatically without an ID. */
export interface ClientKind {
  readonly name: string;
  connect(url: string, clientId?: string): Promise<SigningInClient>;
}
