import { arcade } from '@toolwire/arcade';
import { defineTool, type Logger } from '@toolwire/core';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, type ToolServer, type ToolServerOptions } from '@toolwire/server';
import { audience, issuer } from './issuer.ts';

/** The result of the tool. */
export const treasure = 'CANARY-of-the-vault';

/** A server with one tool, which counts its runs, and a log that keeps every line. */
export interface GuardedServer {
  readonly server: ToolServer;
  readonly lines: readonly LogLine[];
  readonly runs: () => number;
}

/** A line of the log. */
interface LogLine {
  readonly level: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly message: string;
}

/** Serves a tool that requires a scope, over every protocol, to callers that a verifier accepts. */
export function createGuardedServer(auth: NonNullable<ToolServerOptions['auth']>): GuardedServer {
  let runs = 0;
  const lines: LogLine[] = [];
  const at = (level: string) => (fields: object, message: string) =>
    void lines.push({ level, fields: { ...fields }, message });
  const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  const open = defineTool({
    id: 'Vault.Open',
    version: '1.0.0',
    description: 'Tells what is in the vault.',
    scopes: ['vault:open'],
    run: () => {
      runs += 1;
      return treasure;
    },
  });
  const authorization = {
    resource: audience,
    authorizationServers: [issuer],
    scopesSupported: ['vault:list'],
  } as const;
  const server = createToolServer({ tools: [open], wires: [otc(), mcp({ authorization }), arcade()], auth, logger });
  return { server, lines, runs: () => runs };
}
