import process from 'node:process';
import { listen } from '@toolwire/node';
import { serveStdio } from '@toolwire/stdio';
import manifest from '../../package.json' with { type: 'json' };
import { createBridgeServer } from '../bridge/bridge-server.ts';
import { word } from '../bridge/bridge-tools.ts';
import { createCallQuestions } from '../bridge/call-questions.ts';
import { forwardMcp } from '../bridge/forward-mcp.ts';
import { reopenedTarget } from '../bridge/reopened-target.ts';
import { callContext } from '../call-context.ts';
import { connectionError, exitCodes, usageError } from '../cli-error.ts';
import type { Arguments, RunCommand } from '../command.ts';
import { safeJson, safeLine } from '../safe-text.ts';
import { type ConnectionSettings, connectionSettings } from '../target/connection-settings.ts';
import { withEffects } from '../target/effects.ts';
import { readUrl } from '../target/find-target.ts';
import { isAtMcp, openPreferringMcp } from '../target/prefer-mcp.ts';
import type { Target } from '../target/target.ts';
import type { Terminal } from '../terminal.ts';

// The client knows how long it wants to wait.
const longestAnswerMs = 86_400_000;

/** `toolwire bridge TARGET`: MCP over stdin and stdout, or every wire at a port, for a server that speaks something else. */
export const bridge: RunCommand = async (given, terminal) => {
  const [typed, ...more] = given.operands;
  if (more.length > 0 || (typed !== undefined && given.spawned.length > 0)) {
    throw usageError('toolwire bridge takes one TARGET.');
  }
  const port = readPort(given.value('serve'));
  const toolkit = readToolkit(given.value('toolkit'));
  const context = callContext(given);
  // Nobody sits at a bridge: what a tool asks is for its client to answer.
  const questions = createCallQuestions();
  const settings: ConnectionSettings = {
    ...connectionSettings(given, terminal),
    question: undefined,
    answerQuestion: questions.answerAny,
    ...(given.value('timeout') === undefined && { timeoutMs: longestAnswerMs }),
  };
  if (port === undefined && typed !== undefined && isAtMcp(typed, given)) {
    // It says by its path what it speaks, and some servers have room for one session alone.
    const url = readUrl(typed);
    await askWhetherSomebodyIsThere(url, settings);
    terminal.note(`${safeLine(url.href)} by mcp, handed on as it is.\n`);
    await forwardMcp(url, { input: process.stdin, write: terminal.write }, settings);
    return exitCodes.well;
  }
  const open = (): Promise<Target> => openPreferringMcp(typed, given, settings);
  const first = await open();
  const { address, wire } = first;
  const said = `${first.tools.length === 1 ? '1 tool' : `${first.tools.length} tools`} of ${safeLine(address)} by ${wire}`;
  if (port === undefined && wire === 'mcp' && typed !== undefined) {
    await first.close();
    terminal.note(`${said}, handed on as it is.\n`);
    await forwardMcp(new URL(address), { input: process.stdin, write: terminal.write }, settings);
    return exitCodes.well;
  }
  const target = reopenedTarget(first, open, settings);
  const name = first.serverName ?? 'toolwire bridge';
  const server = createBridgeServer({
    tools: await withEffects(first, given, terminal),
    wire,
    toolkit: toolkit ?? word(first.serverName ?? 'Mcp'),
    target,
    context,
    serverInfo: { name, version: manifest.version },
    note: terminal.note,
    questions,
  });
  if (port === undefined) {
    terminal.note(`${said}, served over stdio.\n`);
    const serving = serveStdio(server, { ownsProcess: false, serverInfo: { name, version: manifest.version } });
    terminal.signal.addEventListener('abort', () => void serving.close(), { once: true });
    await serving.closed;
  } else {
    await serveHttp(server, port, said, given, terminal);
  }
  await target.close();
  return exitCodes.well;
};

async function serveHttp(
  server: ReturnType<typeof createBridgeServer>,
  port: number,
  said: string,
  given: Arguments,
  terminal: Terminal,
): Promise<void> {
  const listening = await listen(server, port).catch((cause: unknown) => {
    throw connectionError(`Port ${port} cannot be listened at: is another program there?`, cause);
  });
  const { url } = listening;
  const tools = server.tools.map(({ id, version }) => `${id}@${version}`);
  if (given.has('json')) {
    terminal.write(`${safeJson({ url, mcpUrl: `${url}/mcp`, workerUrl: `${url}/worker`, tools })}\n`);
  } else {
    terminal.note(
      `${said}, until you press Ctrl-C:\n  Open Tool Calling  ${url}\n  MCP                ${url}/mcp\n  Arcade             ${url}/worker\n`,
    );
  }
  await new Promise<void>((resolve) => terminal.signal.addEventListener('abort', () => resolve(), { once: true }));
  await listening.close({ deadlineMs: 2000 });
}

// A machine that is not there says nothing at all.
const silenceMs = 10_000;

async function askWhetherSomebodyIsThere(url: URL, { signal, fetch }: ConnectionSettings): Promise<void> {
  try {
    const either = AbortSignal.any([signal, AbortSignal.timeout(silenceMs)]);
    await fetch(url.href, { method: 'HEAD', redirect: 'manual', signal: either });
  } catch (cause) {
    signal.throwIfAborted();
    throw connectionError(`${url.href}: there is no connection.`, cause);
  }
}

function readPort(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = Number(text);
  if (text !== '' && Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw usageError(`--serve is a port up to 65535, not '${text}'.`);
}

function readToolkit(text: string | undefined): string | undefined {
  if (text === undefined || /^\w+$/.test(text)) return text;
  throw usageError(`--toolkit is a name of letters, digits and underscores, not '${text}'.`);
}
