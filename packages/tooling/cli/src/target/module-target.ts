import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { isToolDefinition } from '@toolwire/core';
import { createFetch } from '@toolwire/fetch';
import { isObject } from '@toolwire/internal';
import { otc } from '@toolwire/otc';
import { createToolServer, silentLogger, type ToolServer } from '@toolwire/server';
import { ajv } from '@toolwire/validate/ajv';
import { connectionError, failure, messageOf } from '../cli-error.ts';
import type { ConnectionSettings } from './connection-settings.ts';
import { tryOtc } from './otc-target.ts';
import type { Target } from './target.ts';
import { readDetails, withDetails } from './tool-details.ts';

/** Loads a user's module and serves its exports in this process: a server, or tools in a new server. */
export async function openModule(path: string, settings: ConnectionSettings): Promise<Target> {
  const server = serverOf(path, await load(path));
  const serve = createFetch(server);
  const send = settings.withRaw((url, init) => serve(new Request(url, init)));
  const probe = await tryOtc('http://localhost', settings, send);
  if (!probe.isTarget) throw failure(`${path}: its server does not support Open Tool Calling. ${probe.reason}`);
  // Open Tool Calling lists no titles and annotations.
  const details = server.tools.map((tool) => [`${tool.id}@${tool.version}`, readDetails({ ...tool })] as const);
  return { ...probe.target, address: path, tools: withDetails(probe.target.tools, new Map(details)) };
}

// Node since 22.18 runs TypeScript, but only syntax that it can remove.
const typeScriptCodes: ReadonlySet<unknown> = new Set([
  'ERR_UNKNOWN_FILE_EXTENSION',
  'ERR_UNSUPPORTED_TYPESCRIPT_SYNTAX',
]);

async function load(path: string): Promise<Readonly<Record<string, unknown>>> {
  const file = resolve(path);
  if (!existsSync(file)) throw connectionError(`File not found: ${path}`);
  try {
    return (await import(pathToFileURL(file).href)) as Readonly<Record<string, unknown>>;
  } catch (cause) {
    const hint =
      isObject(cause) && typeScriptCodes.has(cause['code'])
        ? '. Node cannot run this TypeScript file. Install tsx, and set NODE_OPTIONS="--import tsx".'
        : '';
    throw failure(`${path} cannot be loaded: ${messageOf(cause)}${hint}`);
  }
}

function serverOf(
  path: string,
  exported: Readonly<Record<string, unknown>>,
): Pick<ToolServer, 'handle' | 'report' | 'tools'> {
  const values = Object.values(exported);
  const server = values.find(isServer);
  if (server !== undefined) return server;
  const tools = [
    ...new Set(values.flatMap((value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value]))),
  ].filter(isToolDefinition);
  // The responses contain the same errors as the log.
  if (tools.length > 0) return createToolServer({ tools, wires: [otc()], validator: ajv(), logger: silentLogger });
  throw failure(`${path} must export a tool from defineTool(), a list of tools, or a server from toolwire().`);
}

function isServer(value: unknown): value is ToolServer {
  return isObject(value) && typeof value['handle'] === 'function' && typeof value['report'] === 'function';
}
