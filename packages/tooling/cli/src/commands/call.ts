import type { CallResult } from '@toolwire/client';
import { exitCodeOf, usageError } from '../cli-error.ts';
import type { RunCommand } from '../command-line/command.ts';
import { noteNextStep, targetWords } from '../command-line/next-step.ts';
import { callContext, readWholeNumber } from '../command-line/parse-arguments.ts';
import { findTool } from '../find-tool.ts';
import { connectionSettings } from '../target/connection-settings.ts';
import { withTarget } from '../target/open-target.ts';
import type { Target, TargetCall } from '../target/target.ts';
import { type Terminal, withProgress } from '../terminal/terminal.ts';
import { safeJson, safeLine } from '../terminal/terminal-text.ts';
import { describeProblem, describeValue } from './call-output.ts';
import { readInput } from './read-input.ts';
import { createUploadFile } from './upload-file.ts';

/** `toolwire call TARGET TOOL name=value …`. Its flags are in `command-line/tool-commands.ts`. */
export const call: RunCommand = (args, terminal) => {
  // A command after `--` starts the target, so no operand names it.
  const isSpawned = args.spawned.length > 0;
  const target = isSpawned ? undefined : args.operands[0];
  const [name, ...parameters] = isSpawned ? args.operands : args.operands.slice(1);
  if (name === undefined) throw usageError('toolwire call takes a TARGET, a TOOL, and its parameters.');
  const retries = readWholeNumber(args, 'retry', { min: 0, max: 100, expected: 'a whole number from 0 to 100' }) ?? 0;
  const attempts = retries + 1;
  const context = callContext(args);
  return withTarget(target, args, terminal, async ({ tools, call: send }) => {
    const tool = findTool(tools, name);
    const upload = createUploadFile({ tools, call: send }, { attempts, context }, connectionSettings(args, terminal));
    const input = await readInput(parameters, args.value('input'), tool.inputSchema, upload);
    const sendWithProgress: typeof send = (request) =>
      withProgress(terminal, `Calling ${safeLine(tool.toolId)}`, () => send(request));
    const result = await callConfirmed(sendWithProgress, { tool, input, attempts, context }, terminal);
    if (args.has('json')) {
      // The cause is an Error, which JSON cannot represent.
      terminal.write(`${safeJson({ ...result, cause: undefined })}\n`);
    } else if (result.kind === 'value') {
      terminal.write(describeValue(result.value));
    } else {
      terminal.note(describeProblem(result, { toolId: tool.toolId, input, schema: tool.inputSchema, terminal }));
      if (result.kind === 'invalid') {
        noteNextStep(`toolwire show ${targetWords(args, name)}`, terminal);
      }
    }
    return exitCodeOf(result);
  });
};

/** Sends a call. If the tool has a question first, asks the user, and sends the call again once the user agrees. */
async function callConfirmed(
  send: Target['call'],
  request: TargetCall,
  { question, note }: Terminal,
): Promise<CallResult> {
  const result = await send(request);
  const confirmation = result.kind === 'failed' ? result.failure.confirmation : undefined;
  if (confirmation === undefined || question === undefined) return result;
  note(`Confirm: ${safeLine(confirmation.question)}\n`);
  const answer = await question('  Run it? (yes or no): ');
  if (!/^y(es)?$/i.test(answer?.trim() ?? '')) {
    return { ...result, kind: 'failed', failure: { message: 'You did not confirm the call.', canRetry: false } };
  }
  return send({ ...request, input: { ...request.input, confirmation_token: confirmation.token } });
}
