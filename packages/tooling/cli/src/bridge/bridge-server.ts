import { arcade } from '@toolwire/arcade';
import type { CallContext, CallResult, RefusedResult } from '@toolwire/client';
import type { JsonValue, Logger, Outcome, RefusalCode, Stage } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import type { Inspector } from '@toolwire/inspector';
import { withoutUndefined } from '@toolwire/internal';
import { mcp } from '@toolwire/mcp';
import { listen } from '@toolwire/node';
import { otc } from '@toolwire/otc';
import { createToolServer, type ReadyCall, silentLogger, type ToolServer } from '@toolwire/server';
import type { JsonSchemaValidator } from '@toolwire/validate';
import manifest from '../../package.json' with { type: 'json' };
import { CliError, connectionError, messageOf } from '../cli-error.ts';
import type { CliTool, Target } from '../target/target.ts';
import { untilAborted } from '../terminal/terminal.ts';
import { safeLine } from '../terminal/terminal-text.ts';
import { type BridgedTool, bridgeTools, withUniqueNames } from './bridge-tools.ts';
import type { CallQuestions } from './call-questions.ts';
import type { ReopenedTarget } from './reopened-target.ts';

/** The tools of a bridge, and the target of their calls. */
interface BridgeSettings {
  readonly name: string;
  readonly tools: readonly CliTool[];
  readonly wire: Target['wire'];
  /** The first part of the IDs of tools without an Open Tool Calling ID. */
  readonly toolkit: string;
  readonly target: ReopenedTarget;
  /** The tokens, secrets and user ID of every call. */
  readonly context: CallContext;
  readonly note: (text: string) => void;
  /** Forwards questions of the server to the caller. */
  readonly questions: CallQuestions;
  /** Creates the inspector, which is served next to the protocols. */
  readonly inspectorFor?: (wires: readonly WireCodec[]) => Inspector;
}

/** Serves the tools of another server over every protocol. */
export function createBridgeServer(settings: BridgeSettings): ToolServer {
  const { name, note } = settings;
  const wires = [otc(), mcp({ serverInfo: { name, version: manifest.version }, schemas: 'written' }), arcade()];
  const inspector = settings.inspectorFor?.(wires);
  const servable = bridgeTools(settings.tools, settings).filter((tool) => isServable(tool, note));
  const bridged = withUniqueNames(servable, note);
  return createToolServer({
    tools: bridged.map(({ definition }) => definition),
    wires: [...wires, ...(inspector === undefined ? [] : [inspector.wire])],
    validator: remoteValidation,
    use: inspector?.use ?? [],
    around: [...(inspector?.around ?? []), forward(bridged, settings)],
    portability: 'off',
    limits: { timeoutMs: maxCallMs },
    logger: loggerFor(note),
  });
}

/**
 * Serves a bridge on a port of 127.0.0.1, the default of `listen`, until the signal aborts. `onListening` gets its URL and the IDs of its
 * tools.
 */
export async function serveBridge(
  server: ToolServer,
  port: number,
  signal: AbortSignal,
  onListening: (url: string, tools: readonly string[]) => void,
): Promise<void> {
  const listening = await listen(server, port).catch((cause: unknown) => {
    throw connectionError(`Port ${port} is not available. Is another program using it?`, cause);
  });
  onListening(
    listening.url,
    server.tools.map(({ id, version }) => `${id}@${version}`),
  );
  await untilAborted(signal);
  await listening.close({ deadlineMs: 2000 });
}

/** A day. The remote server sets the limits, and its timeouts are reported as failures. */
const maxCallMs = 86_400_000;

/** The remote server validates the input. */
const remoteValidation: JsonSchemaValidator = { compile: () => () => ({ ok: true }) };

/** A tool with an invalid schema is skipped. */
function isServable({ definition, tool }: BridgedTool, note: (text: string) => void): boolean {
  try {
    createToolServer({
      tools: [definition],
      wires: [],
      validator: remoteValidation,
      logger: silentLogger,
      portability: 'off',
    });
    return true;
  } catch (thrown) {
    note(`${safeLine(tool.id)} skipped: ${safeLine(messageOf(thrown))}\n`);
    return false;
  }
}

function forward(bridged: readonly BridgedTool[], settings: BridgeSettings): Stage<ReadyCall> {
  const { target, context: commonContext, questions } = settings;
  const toolsById = new Map(bridged.map(({ definition, tool }) => [`${definition.id}@${definition.version}`, tool]));
  return async (call, next): Promise<Outcome> => {
    const tool = toolsById.get(`${call.tool.id}@${call.tool.version}`);
    if (tool === undefined) return next();
    const { context, reportProgress } = call;
    const userId = context.userId ?? commonContext.userId;
    try {
      const result = await questions.follow(call, (connection) =>
        target.call({
          tool,
          input: call.validInput as Readonly<Record<string, unknown>>,
          attempts: 1,
          callId: call.callId,
          context: {
            authorization: mergeById(commonContext.authorization ?? [], context.authorization),
            secrets: mergeById(commonContext.secrets ?? [], context.secrets),
            ...(userId !== undefined && { userId }),
          },
          onProgress: (done, total, message) => reportProgress?.(done, total, message),
          ...connection,
        }),
      );
      // Only the result of a finished call has a call ID. Otherwise the caller must answer a question.
      return 'callId' in result ? outcomeOfResult(result) : result;
    } catch (thrown) {
      if (!(thrown instanceof CliError)) throw thrown;
      return { kind: 'refused', code: 'unavailable', message: thrown.message };
    }
  };
}

/** Merges values of all calls and of one call. Values of the call win. */
function mergeById<Entry extends { readonly id: string }>(
  commonEntries: readonly Entry[],
  callEntries: readonly Entry[],
): readonly Entry[] {
  return [...callEntries, ...commonEntries.filter(({ id }) => !callEntries.some((entry) => entry.id === id))];
}

function loggerFor(note: (text: string) => void): Logger {
  return { ...silentLogger, error: (_fields, message) => note(`${safeLine(message)}\n`) };
}

/** Converts the result of a call to the remote server. */
function outcomeOfResult(result: CallResult): Outcome {
  switch (result.kind) {
    case 'value':
      return { kind: 'value', value: result.value as JsonValue, ...durationOf(result) };
    case 'failed':
      return { kind: 'failed', reason: 'reported', failure: result.failure, ...durationOf(result) };
    case 'invalid':
      return { kind: 'invalid', message: result.message, parameterErrors: result.parameterErrors };
    case 'refused':
      return refusalOf(result);
  }
}

function durationOf({ durationMs }: { readonly durationMs?: number }): { readonly durationMs?: number } {
  return durationMs === undefined ? {} : { durationMs };
}

const forwardedCodes: readonly RefusalCode[] = ['missing_requirements', 'overloaded', 'unavailable'];

/**
 * A refusal means that the tool did not run. If that is unknown, or if the refusal is about this connection, such as its credentials, the
 * call has failed.
 */
function refusalOf({ code, message, developerMessage, ran, missing, retryAfterMs }: RefusedResult): Outcome {
  const refusalCode = forwardedCodes.find((forwarded) => forwarded === code);
  const more = withoutUndefined({ developerMessage, retryAfterMs });
  if (refusalCode !== undefined && ran === 'no') {
    return { kind: 'refused', code: refusalCode, message, ...more, ...(missing !== undefined && { missing }) };
  }
  return { kind: 'failed', reason: 'reported', failure: { message, canRetry: false, ...more } };
}
