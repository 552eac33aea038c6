import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import process from 'node:process';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { cpuOfTree } from '../scale/process-cpu.ts';
import { type Contender, folderOf, type ServerProgram } from './contenders.ts';
import type { ListedTool } from './tool-refusals.ts';

/** A running server of a project, with a client of the official SDK. */
export interface ToolServer {
  readonly pid: number;
  readonly tools: readonly ListedTool[];
  /** Calls a tool. A refused call is not an error: what the API received counts. */
  call(name: string, input: Readonly<Record<string, unknown>>): Promise<void>;
  stop(): Promise<void>;
}

// CPU time, because a busy machine gives each process only a part of its time.
const maxStartSeconds = 10;
const timeout = 600_000;

/** Starts a project's server for a document, and lists its tools. Rejects with the reason if that fails. */
export async function startToolServer(
  contender: Contender,
  folder: string,
  document: string,
  baseUrl: string,
): Promise<ToolServer> {
  const port = await freePort();
  const program = contender.program(folderOf(folder, contender), { document, baseUrl, port });
  const running = contender.transport === 'http' ? await overHttp(program, port) : overStdio(program);
  const starting = new AbortController();
  try {
    const tooSlow = watchStart(() => running.pid(), starting.signal);
    const client = await Promise.race([connect(() => running.transport()), tooSlow]);
    const tools = await Promise.race([listTools(client), tooSlow]);
    return {
      pid: running.pid(),
      tools,
      async call(name, input) {
        await client.callTool({ name, arguments: input }, undefined, { timeout }).catch(() => undefined);
      },
      stop: () => running.stop(),
    };
  } catch (thrown) {
    await running.stop();
    throw thrown;
  } finally {
    starting.abort();
  }
}

interface Running {
  pid(): number;
  /** A connection to the server; the last one may have failed. */
  transport(): Transport;
  stop(): Promise<void>;
}

const env = { ...process.env, NODE_ENV: 'production' };

async function overHttp({ path, args, cwd }: ServerProgram, port: number): Promise<Running> {
  const child = spawn(process.execPath, [path, ...args], { cwd, stdio: 'ignore', env });
  await once(child, 'spawn');
  const ended = once(child, 'exit');
  return {
    pid: () => (child.exitCode === null ? (child.pid ?? 0) : 0),
    transport: () => new StreamableHTTPClientTransport(new URL(`http://127.0.0.1:${port}/mcp`)),
    async stop() {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

function overStdio({ path, args, cwd }: ServerProgram): Running {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [path, ...args],
    cwd,
    stderr: 'ignore',
    env,
  });
  return { pid: () => transport.pid ?? 0, transport: () => transport, stop: () => transport.close() };
}

/** Rejects when a server ends or needs too long, until the signal aborts. */
async function watchStart(pid: () => number, signal: AbortSignal): Promise<never> {
  for (let wasRunning = false; ; ) {
    await sleep(250);
    if (signal.aborted) return new Promise<never>(() => undefined);
    const current = pid();
    if (current === 0 && wasRunning) throw new Error('the server ended at its start');
    wasRunning ||= current !== 0;
    if (current !== 0 && cpuOfTree(current) > maxStartSeconds * 1e6) {
      throw new Error(`no tools after ${maxStartSeconds} s of CPU time`);
    }
  }
}

async function connect(transport: () => Transport): Promise<Client> {
  for (let attempt = 0; attempt < 2_000; attempt++) {
    const client = new Client({ name: 'compare', version: '1.0.0' });
    const isConnected = await client.connect(transport(), { timeout }).then(
      () => true,
      () => false,
    );
    if (isConnected) return client;
    await sleep(250);
  }
  throw new Error('the server accepted no connection');
}

async function listTools(client: Client): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: string | undefined;
  try {
    do {
      const page = await client.listTools(cursor === undefined ? {} : { cursor }, { timeout });
      tools.push(...page.tools);
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    return tools;
  } catch (cause) {
    throw new Error('the official MCP client rejects its listing', { cause });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}
