import { arcade } from '@toolwire/arcade';
import { anyOf, apiKey, type Credentials, type Verifier } from '@toolwire/auth';
import type { InputAnswer, InputRequest, Logger } from '@toolwire/core';
import { log, logRuns } from '@toolwire/log/stage';
import { mcp } from '@toolwire/mcp';
import { otc } from '@toolwire/otc';
import { createToolServer, type ToolServer } from '@toolwire/server';
import { createTasks } from '@toolwire/tasks';
import { ajv } from '@toolwire/validate/ajv';
import { canaries } from './canaries.ts';
import { spillingTool } from './spilling-tool.ts';

/** A key that is let in. */
export const goodKey = 'a-key-of-32-characters-or-more-0123';

/** A check that puts all its input into its error. */
function careless(header: string): Verifier {
  return {
    scheme: header,
    header,
    verify: (credentials: Credentials) => {
      const given = credentials.header(header);
      if (given === undefined) return { state: 'absent' };
      const [, token = given] = given.split(' ');
      throw new Error(`No database for ${given}, ${token}, ${Buffer.from(token, 'base64').toString()}`);
    },
  };
}

/** A server with all protocols whose tools and checks repeat their secrets, and a log that stores every line. */
export function spillingServer({ recorded }: { readonly recorded: boolean }): {
  readonly server: ToolServer;
  readonly lines: readonly string[];
  /** Lets the tool go on that waits as a task. */
  readonly release: () => void;
} {
  const lines: string[] = [];
  const at = (level: string) => (fields: object, message: string) => {
    // As loggers write errors: with their messages and stacks.
    const readable = (_name: string, value: unknown): unknown =>
      value instanceof Error ? [value.name, value.message, value.stack, value.cause] : value;
    lines.push(JSON.stringify({ level, fields, message }, readable));
  };
  const logger: Logger = { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
  let goOn: () => void = () => undefined;
  const slow = spillingTool('Spill.Later', { taskSupport: 'required' });
  const later = {
    ...slow,
    run: async (...given: Parameters<typeof slow.run>) => {
      given[1].progress(0, 2, `Soon with ${given[1].secret('KEY')}`);
      await new Promise<void>((resolve) => {
        goOn = resolve;
      });
      return slow.run(...given);
    },
  };
  const server = createToolServer({
    tools: [spillingTool('Spill.All'), later],
    wires: [otc(), mcp({ taskAfterMs: 1 }), arcade()],
    tasks: createTasks<InputRequest, InputAnswer>(),
    auth: anyOf(
      apiKey({ keys: [{ key: goodKey, principal: { id: 'ada' } }] }),
      careless('x-mine'),
      careless('authorization'),
    ),
    requirements: {
      token: async () => canaries.token,
      secret: async (id) => (id === 'KEY' ? canaries.secret : canaries.part),
    },
    validator: ajv(),
    logger,
    ...(recorded && { use: [log({ logger })], around: [logRuns({ logger })] }),
  });
  return { server, lines, release: () => goOn() };
}
