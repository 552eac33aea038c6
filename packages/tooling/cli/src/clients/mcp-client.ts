import process from 'node:process';
import type { scopes } from '../command-line/flags.ts';
import { homeOf } from '../files.ts';
import type { Terminal } from '../terminal/terminal.ts';

/** A server in a config file: a URL, or a command that the MCP client runs. */
export type ServerEntry =
  | { readonly url: string; readonly headers: Readonly<Record<string, string>> }
  | {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };

/** The folders of a user, on each operating system. */
export interface SystemPaths {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** Whether a config file belongs to the project or to the user. */
export type Scope = (typeof scopes)[number];

export interface McpClient {
  readonly name: string;
  /** The product name. */
  readonly title: string;
  readonly format: 'json' | 'toml';
  /** The property of the file that contains the servers by name. */
  readonly member: string;
  readonly files: Readonly<Partial<Record<Scope, (paths: SystemPaths) => string>>>;
  readonly scope: Scope;
  /** The entry for a URL; not set if the client doesn't support URLs. */
  readonly remote?: (entry: Extract<ServerEntry, { readonly url: string }>) => object;
  readonly local: (entry: Extract<ServerEntry, { readonly command: string }>) => object;
  /** The next step for the user. */
  readonly next: string;
}

export function systemPaths({ environment }: Terminal): SystemPaths {
  return { platform: process.platform, home: homeOf(environment), folder: process.cwd(), environment };
}

/** Reads and changes the servers in the text of a config file, and preserves everything else. */
export interface ConfigFormat {
  /** The servers in the file, each as written. */
  readonly servers: (text: string) => ReadonlyMap<string, unknown>;
  /** The text with a server added or replaced; without an entry, the server is removed. */
  readonly withServer: (text: string, name: string, entry: object | undefined) => string;
}

/** The user must fix this file first. The message says why. */
export class UnreadableConfig extends Error {
  override readonly name = 'UnreadableConfig';
}
