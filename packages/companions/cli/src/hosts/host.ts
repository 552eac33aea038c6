/** A server as a host is told of it: an address, or a command that the host runs. */
export type ServerEntry =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** Where a user keeps things, on each system. */
export interface Places {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  /** The folder of the project. */
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** For whom a host reads a file. */
export type Scope = 'project' | 'user';

/** A program that runs servers of MCP, and how its file tells of them. */
export interface Host {
  readonly name: string;
  /** As its makers call it. */
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The member of the file that holds a server under each name. */
  readonly member: string;
  readonly files: Readonly<Partial<Record<Scope, (places: Places) => string>>>;
  /** The scope that is meant where none is named. */
  readonly scope: Scope;
  /** How it is told of an address; left out where it takes none. */
  readonly remote?: (entry: Extract<ServerEntry, { readonly url: string }>) => object;
  readonly local: (entry: Extract<ServerEntry, { readonly command: string }>) => object;
  /** What the user does then. */
  readonly next: string;
}
