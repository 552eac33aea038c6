/** A server started for tests. */
export interface RunningServer {
  readonly url: string;
  close(): Promise<void>;
}

/** Starts a server for tests. */
export type StartServer = () => Promise<RunningServer>;
