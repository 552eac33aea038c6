import { arcade } from '@toolwire/arcade';
import type { CallContext } from '@toolwire/client';
import type { Logger, Outcome, Stage } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import type { Inspector } from '@toolwire/inspector';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, type ReadyCall, type ToolServer } from '@toolwire/server';
import type { JsonSchemaValidator } from '@toolwire/validate';
import { CliError } from '../cli-error.ts';
import { safeLine } from '../safe-text.ts';
import type { CliTool, Target } from '../target/target.ts';
import { type BridgedTool, bridgeTools } from './bridge-tools.ts';
import type { CallQuestions } from './call-questions.ts';
import { outcomeOfResult } from './outcome-of-result.ts';
import type { ReopenedTarget } from './reopened-target.ts';

/** What a bridge serves, and how its calls get there. */
interface BridgeSettings {
  readonly tools: readonly CliTool[];
  readonly wire: Target['wire'];
  readonly toolkit: string;
  readonly target: ReopenedTarget;
  /** What goes along with every call. */
  readonly context: CallContext;
  readonly serverInfo: { readonly name: string; readonly version: string };
  readonly note: (text: string) => void;
  /** Puts what the server asks to whoever calls. */
  readonly questions: CallQuestions;
  /** Makes a page that shows the tools, which is served beside the wires. */
  readonly inspectorFor?: (wires: readonly WireCodec[]) => Inspector;
}

/** Serves the tools of another server over every wire of ours. */
export function createBridgeServer(settings: BridgeSettings): ToolServer {
  const { serverInfo, note } = settings;
  const wires = [otc(), mcp({ serverInfo, schemas: 'written' }), arcade()];
  const inspector = settings.inspectorFor?.(wires);
  const bridged = bridgeTools(settings.tools, settings).filter((one) => isServable(one, note));
  return createToolServer({
    tools: bridged.map(({ definition }) => definition),
    wires: [...wires, ...(inspector === undefined ? [] : [inspector.wire])],
    validator: askTheServer,
    use: inspector?.use ?? [],
    // What is forwarded is a run of the tool.
    around: [...(inspector?.around ?? []), forward(bridged, settings)],
    portability: 'off',
    // The server at the other end has the say, and its own ends come back as failures.
    limits: { timeoutMs: longestCallMs },
    logger: loggerFor(note),
  });
}

const longestCallMs = 86_400_000;

/** Whether an input fits is for the server to say. */
const askTheServer: JsonSchemaValidator = { compile: () => () => ({ ok: true }) };

/** A tool with a schema that has no meaning is left out, and the others are served. */
function isServable({ definition, tool }: BridgedTool, note: (text: string) => void): boolean {
  try {
    createToolServer({ tools: [definition], wires: [], validator: askTheServer, logger: silent, portability: 'off' });
    return true;
  } catch (thrown) {
    note(`${safeLine(tool.id)} is left out: ${safeLine(thrown instanceof Error ? thrown.message : String(thrown))}\n`);
    return false;
  }
}

function forward(bridged: readonly BridgedTool[], settings: BridgeSettings): Stage<ReadyCall> {
  const { target, context: given, questions } = settings;
  const known = new Map(bridged.map(({ definition, tool }) => [`${definition.id}@${definition.version}`, tool]));
  return async (call, next): Promise<Outcome> => {
    const tool = known.get(`${call.tool.id}@${call.tool.version}`);
    if (tool === undefined) return next();
    const { context, reportProgress } = call;
    const userId = context.userId ?? given.userId;
    try {
      const result = await questions.follow(call, (line) =>
        target.call({
          tool,
          input: call.validInput as Readonly<Record<string, unknown>>,
          attempts: 1,
          context: {
            authorization: joined(given.authorization ?? [], context.authorization),
            secrets: joined(given.secrets ?? [], context.secrets),
            ...(userId !== undefined && { userId }),
          },
          onProgress: (done, total, message) => reportProgress?.(done, total, message),
          ...line,
        }),
      );
      return 'callId' in result ? outcomeOfResult(result) : result;
    } catch (thrown) {
      if (!(thrown instanceof CliError)) throw thrown;
      return { kind: 'refused', code: 'unavailable', message: thrown.message };
    }
  };
}

/** What came with the call comes before what is given for all. */
function joined<One extends { readonly id: string }>(given: readonly One[], came: readonly One[]): readonly One[] {
  return [...came, ...given.filter(({ id }) => !came.some((each) => each.id === id))];
}

function ignore(): void {}

const silent: Logger = { debug: ignore, info: ignore, warn: ignore, error: ignore };

function loggerFor(note: (text: string) => void): Logger {
  return { ...silent, error: (_fields, message) => note(`${safeLine(message)}\n`) };
}
