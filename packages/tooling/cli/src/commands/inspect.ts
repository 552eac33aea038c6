import { createInspector } from '@toolwire/inspector';
import { createBridgeServer, serveBridge } from '../bridge/bridge-server.ts';
import { toIdPart } from '../bridge/bridge-tools.ts';
import { createCallQuestions } from '../bridge/call-questions.ts';
import { createReopenedTarget } from '../bridge/reopened-target.ts';
import { exitCodes, usageError } from '../cli-error.ts';
import { type RunCommand, readTarget } from '../command-line/command.ts';
import { anyFreePort, callContext, readPort } from '../command-line/parse-arguments.ts';
import { type ConnectionSettings, connectionSettings } from '../target/connection-settings.ts';
import { noteWarnings, openTarget, withMcpDetails } from '../target/open-target.ts';
import { describeSource, type Target } from '../target/target.ts';
import { safeJson } from '../terminal/terminal-text.ts';

/** `toolwire inspect TARGET`: serves the inspector on this machine for a remote server. Its flags are in `command-line/server-commands.ts`. */
export const inspect: RunCommand = async (args, terminal) => {
  const operand = readTarget('inspect', args);
  const port = readPort(args, 'port') ?? anyFreePort;
  if (terminal.environment['NODE_ENV'] === 'production') {
    throw usageError('The inspector is disabled when NODE_ENV is production. Unset it to run toolwire inspect.');
  }
  const questions = createCallQuestions();
  // Questions of a tool are forwarded to the page.
  const settings: ConnectionSettings = { ...connectionSettings(args, terminal), answerQuestion: questions.answerAny };
  const open = (): Promise<Target> => openTarget(operand, args, settings);
  const first = await open();
  noteWarnings(first, terminal);
  const target = createReopenedTarget(first, open, settings);
  try {
    const server = createBridgeServer({
      name: 'toolwire inspect',
      tools: await withMcpDetails(first, args, terminal),
      wire: first.wire,
      toolkit: toIdPart(first.serverName ?? 'Mcp'),
      target,
      context: callContext(args),
      note: terminal.note,
      questions,
      inspectorFor: (wires) => createInspector({ wires, models: () => import('@toolwire/models/describe') }),
    });
    await serveBridge(server, port, terminal.signal, (origin, tools) => {
      const url = `${origin}/inspector`;
      if (args.has('json')) terminal.write(`${safeJson({ url, tools })}\n`);
      else terminal.note(`${describeSource({ ...first, tools })}. Press Ctrl-C to stop.\n  ${url}\n`);
    });
  } finally {
    await target.close();
  }
  return exitCodes.success;
};
