import process from 'node:process';
import type { ToolServer } from '@toolwire/server';
import { serveStdio } from '@toolwire/stdio';
import manifest from '../../package.json' with { type: 'json' };
import { createBridgeServer, serveBridge } from '../bridge/bridge-server.ts';
import { toIdPart } from '../bridge/bridge-tools.ts';
import { type CallQuestions, createCallQuestions } from '../bridge/call-questions.ts';
import { forwardMcp } from '../bridge/forward-mcp.ts';
import { createReopenedTarget } from '../bridge/reopened-target.ts';
import { connectionError, type ExitCode, exitCodes, usageError } from '../cli-error.ts';
import { type Arguments, type RunCommand, readTarget } from '../command-line/command.ts';
import { callContext, readPort } from '../command-line/parse-arguments.ts';
import { hasContext, refuseContext } from '../mcp/call-tool.ts';
import { type ConnectionSettings, connectionSettings } from '../target/connection-settings.ts';
import { isAtMcp, noteWarnings, openPreferringMcp, openTarget, withMcpDetails } from '../target/open-target.ts';
import { describeSource, type Target } from '../target/target.ts';
import { readUrl } from '../target/target-url.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';

// The MCP client has its own timeout.
const responseTimeoutMs = 86_400_000;

/** `toolwire bridge TARGET`: serves MCP over stdio, or every protocol on a port. Its flags are in `command-line/server-commands.ts`. */
export const bridge: RunCommand = async (args, terminal) => {
  const operand = readTarget('bridge', args);
  const port = readPort(args, 'serve');
  const toolkit = readToolkit(args.value('toolkit'));
  const context = callContext(args);
  const questions = createCallQuestions();
  const settings = bridgeSettings(args, questions, terminal);
  if (port === undefined && operand !== undefined && isAtMcp(operand, args)) {
    refuseContext(context);
    // The path shows the protocol. A probe is skipped because some servers allow only one session.
    const url = readUrl(operand);
    await checkReachable(url, settings);
    return forwardStdio(url, `${safeLine(url.href)} over MCP`, settings, terminal);
  }
  // Only other protocols have secrets, tokens and user IDs.
  const openPreferred = hasContext(context) ? openTarget : openPreferringMcp;
  const open = (): Promise<Target> => openPreferred(operand, args, settings);
  const first = await open();
  const { address, wire } = first;
  noteWarnings(first, terminal);
  const summary = describeSource(first);
  if (port === undefined && wire === 'mcp' && operand !== undefined) {
    await first.close();
    refuseContext(context);
    return forwardStdio(new URL(address), summary, settings, terminal);
  }
  const target = createReopenedTarget(first, open, settings);
  try {
    const name = first.serverName ?? 'toolwire bridge';
    const server = createBridgeServer({
      name,
      tools: await withMcpDetails(first, args, terminal),
      wire,
      toolkit: toolkit ?? toIdPart(first.serverName ?? 'Mcp'),
      target,
      context,
      note: terminal.note,
      questions,
    });
    if (port === undefined) {
      terminal.note(`${summary}, served over stdio.\n`);
      await serveOnStdio(server, name, terminal.signal);
    } else {
      await serveBridge(server, port, terminal.signal, (url, tools) => {
        const served = { url, mcpUrl: `${url}/mcp`, workerUrl: `${url}/worker`, tools };
        if (args.has('json')) terminal.write(`${safeJson(served)}\n`);
        else terminal.note(`${summary}. Press Ctrl-C to stop.\n${describeUrls(url)}`);
      });
    }
  } finally {
    await target.close();
  }
  return exitCodes.success;
};

function bridgeSettings(args: Arguments, questions: CallQuestions, terminal: Terminal): ConnectionSettings {
  return {
    ...connectionSettings(args, terminal),
    // A bridge has no user. Questions of a tool are forwarded to the MCP client.
    answerQuestion: questions.answerAny,
    ...(args.value('timeout') === undefined && { timeoutMs: responseTimeoutMs }),
  };
}

async function serveOnStdio(server: ToolServer, name: string, signal: AbortSignal): Promise<void> {
  // With `input`, the process goes on after the connection: the command ends it.
  const serving = serveStdio(server, { input: process.stdin, serverInfo: { name, version: manifest.version } });
  signal.addEventListener('abort', () => void serving.close(), { once: true });
  await serving.closed;
}

function describeUrls(url: string): string {
  return `  Open Tool Calling  ${url}\n  MCP                ${url}/mcp\n  Arcade             ${url}/worker\n`;
}

async function forwardStdio(
  url: URL,
  summary: string,
  settings: ConnectionSettings,
  { note, write }: Terminal,
): Promise<ExitCode> {
  note(`${summary}, forwarded as is.\n`);
  await forwardMcp(url, { input: process.stdin, write }, settings);
  return exitCodes.success;
}

// A machine that is switched off sends no response.
const connectTimeoutMs = 10_000;

async function checkReachable(url: URL, { signal, fetch }: ConnectionSettings): Promise<void> {
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(connectTimeoutMs)]);
    await fetch(url.href, { method: 'HEAD', redirect: 'manual', signal: either });
  } catch (cause) {
    signal.throwIfAborted();
    throw connectionError(`${url.href}: connection failed.`, cause);
  }
}

function readToolkit(text: string | undefined): string | undefined {
  if (text === undefined || /^\w+$/.test(text)) return text;
  throw usageError(`--toolkit must contain only letters, digits and underscores, got '${text}'.`);
}
